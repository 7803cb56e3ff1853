// History: a Session with the models before and after it; the state that `reduce` moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/playground/action.hpp"
#include "core/playground/result.hpp"
#include "core/playground/session.hpp"

namespace playground {

/// What is on screen of a model.
struct Selection {
  Step step = Step::kTokens;
  int query = 0, key = 0, head = 0, feature = 0;
  bool operator==(const Selection&) const = default;
};

/// The open lesson, none where its id is empty, and what it sets beside the model and the selection.
struct OpenedLesson {
  std::string lesson;
  int cue = 0;
  Knobs knobs;
  std::string compare;
};

/// A model that undo or redo leads to.
struct Moment {
  Model model;
  /// Where the change took something of it away (a token, a head, a step): what it had been before.
  std::optional<Selection> lost_selection;
  /// Where the change opened a lesson or another cue: what had been open before.
  std::optional<OpenedLesson> lost_lesson;
  /// Where the change made the comparison impossible: which it had been.
  std::optional<std::string> lost_compare = std::nullopt;
};

/// The model with all that is on screen of it: what opening another session takes away.
Moment moment_of(const Session& session);

struct History {
  Session session;
  std::vector<Moment> past;    ///< oldest first, at most kUndoDepth
  std::vector<Moment> future;  ///< the next redo last
  int gesture = 0;             ///< gesture of the newest entry of `past`, 0 where it is closed
};
inline constexpr std::size_t kUndoDepth = 200;

/// Clamps the selection to the tokens and heads that exist; a step that this session lacks becomes kOutput.
void fit_selection(Session& session);

/// The history after `action`, or a sentence that says what is wrong and what is allowed; pure.
/// Selections are clamped to what exists after a change of the model; a change of the model that alters nothing
/// adds no undo entry. A first step back and a last step on stay where they are.
/// A change of seed, sizes or vectors draws other numbers and drops all edits, and so does a text that does: the first
/// one, which switches to vectors by word, and one with another number of words where vectors go by place. Otherwise,
/// with vectors by word, a text takes the edits and the painted cells of its words with it; an edit of a word that is
/// no longer there goes. With vectors by place the edits stay at theirs.
Result<History> reduce(const History& history, const Action& action, Gesture gesture = {});

}  // namespace playground
