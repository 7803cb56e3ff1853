// Narrations: the text of a lesson, a file of assets/lessons each: its question, its cues, and what to keep.
//
//   lesson mask                                what the file is about, first
//   preset mask=causal&step=masked&query=8     the session that the lesson opens, as a link has it
//   question                                   then, in lines that are indented: "en TEXT" and "es TEXT"
//   cue step=scores | matrix.scores            what the cue changes in the session, and the anchor that it points at
//   cue knobs=width:4 | | spread               a third part is the exhibit that stands where the main view stood
//   cue step=tokens | tokens[1] | | text       a fourth part, "text": what it says holds for the lesson's own text
//   alone option, option right                       after a cue: an answer to what it asks, and the right one label
//   knob.width                           words of the exhibits keep                                       one sentence
//   to keep next softmax                               the lesson that follows
//
// A text goes on in lines that begin with "..". "{name}" or "{name:3}" in it is the claim of that name, computed now,
// with so many digits; "{query_word}", "{key_word}", "{first_word}" and "{last_word}" are words of the text of now.
// Lines that begin with "#" are comments.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/result.hpp"
#include "core/playground/words.hpp"

namespace playground {

/// One text in every language of the interface.
struct Spoken {
  std::array<std::string, 2> texts;
  /// In the language of now.
  const std::string& text() const { return texts[static_cast<std::size_t>(spoken())]; }
};

/// One of the answers that a cue offers to its question.
struct Option {
  bool right = false;
  Spoken text;
};

struct Cue {
  std::string changes;       ///< settings as a link writes them; empty: none
  std::string highlight;     ///< anchor of what the cue speaks of; empty: none
  std::string exhibit;       ///< what is shown instead of the main view; empty: that
  bool of_own_text = false;  ///< what it says holds for the lesson's own text alone
  Spoken text;
  std::vector<Option> options;  ///< of its question; empty: it asks none
};

/// Words of an exhibit under their name.
struct Label {
  std::string name;
  Spoken text;
};

struct Narration {
  std::string lesson;
  std::string preset;
  Spoken question;
  std::vector<Cue> cues;
  Spoken keep;
  std::string next;  ///< id of the lesson that follows; empty: none
  std::vector<Label> labels;

  /// Null where there is none of this name.
  const Spoken* label(std::string_view name) const;
};

/// Reads a file; `name` stands in the sentence about what is wrong, with the line: "mask.txt:7: …".
Result<Narration> read_narration(std::string_view name, std::string_view text);

/// All narrations there are, in the order of the lessons; those of the program's own files, which are well-formed. In
/// the page there are none until their texts have arrived.
const std::vector<Narration>& narrations();

/// Whether what comes with the lessons can be used: trained weights, dialogs, comparisons (web/split.mjs).
inline bool lessons_are_there() { return !narrations().empty(); }

/// The narration of a lesson; null where there is none.
const Narration* find_narration(std::string_view lesson);

/// The file of the narration, as it stands in assets/lessons. Compiled in; the page brings them after its first
/// picture.
struct LessonFile {
  std::string_view name;
  std::string_view text;
};
std::vector<LessonFile> lesson_files();

}  // namespace playground
