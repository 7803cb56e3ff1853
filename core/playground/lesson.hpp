// Lessons: what each computes: the numbers that it claims, its knobs, and the exhibits that its cues show. Its words
// are in its narration.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/claims.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/knobs.hpp"
#include "core/playground/narration.hpp"
#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"
#include "core/playground/timings.hpp"

namespace playground {

struct Lesson;

/// What a lesson is asked with: the session, its tensors, what was measured, and the values of its knobs.
class Lecture {
 public:
  Lecture(const Lesson& lesson, const Session& session, const Snapshot& snapshot, const Timings& timings);

  const Session& session() const { return session_; }
  const Snapshot& snapshot() const { return snapshot_; }
  const Timings& timings() const { return timings_; }

  /// The exhibit that the cue of now shows; empty: the main view.
  std::string_view exhibit() const;

  // Values of knobs. Precondition: the lesson has such a knob.
  std::string_view option(std::string_view knob) const;
  double number(std::string_view knob) const;
  int whole(std::string_view knob) const;
  bool on(std::string_view knob) const;  ///< "on" of a choice of off and on
  Point point(std::string_view knob) const;

  /// The label of this name in the lesson's narration, in the language of now; “⟨name⟩” where there is none.
  std::string text(std::string_view label) const;
  /// The same with "{}" filled by the values in their order.
  std::string text(std::string_view label, std::initializer_list<std::string_view> values) const;

 private:
  const Lesson& lesson_;
  const Session& session_;
  const Snapshot& snapshot_;
  const Timings& timings_;
};

struct Lesson {
  std::string_view id;
  std::span<const Knob> knobs;
  std::vector<Claim> (*claims)(const Lecture& lecture);
  /// The exhibit of Lecture::exhibit(), which is not empty; null where the lesson has none.
  Exhibit (*exhibit)(const Lecture& lecture);
};

/// In the order in which they are offered.
std::span<const Lesson> lessons();

/// Null where there is none.
const Lesson* find_lesson(std::string_view id);

/// The knobs of the session's lesson.
std::span<const Knob> knobs_of(std::string_view lesson);

/// The label of a knob or of one of its options; an option that has none is a number and stands for itself.
std::string knob_label(std::string_view lesson, const Knob& knob);
std::string option_label(std::string_view lesson, const Knob& knob, std::string_view option);

/// Whether the reader of a lesson wants to see each step of a training.
bool trains_slowly(const Session& session);

/// Whether the session has left what its cue speaks of: the step in the main view, or the lesson's own text where the
/// cue is about no other.
bool went_away(const Session& session);

/// What the cue of now shows instead of the main view; empty where that is shown.
std::optional<Exhibit> exhibit_of(const Session& session, const Snapshot& snapshot, const Timings& timings);

}  // namespace playground
