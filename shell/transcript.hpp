// The transcript: what one picture says, in reading order: headings, sentences, controls and matrices by their parts of
// the window. A mirror for those who cannot see the picture, the order of Tab and tests are made from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/playground/cells.hpp"

namespace shell {

/// Parts of the window.
enum class Part { kHeader, kTokens, kControls, kSteps, kStage, kExplanation, kFooter, kNotices, kWorking, kDialog };

enum class EntryKind {
  kHeading,
  kText,
  kCode,      ///< a line that is read as it is written
  kButton,    ///< also one that stays pressed
  kRadio,     ///< one of a group is chosen
  kCheckbox,  ///< some of a group are chosen
  kTextField,
  kNumberField,
  kSlider,   ///< whole numbers from 0 to `most`
  kMatrix,   ///< a tensor as it is drawn
  kMap,      ///< one side of a comparison
  kTerms,    ///< the terms of `cell`
  kJourney,  ///< the selected row through its stages
  kFigure,   ///< of an exhibit, found by its name
};

/// Which model a matrix is of, where two are compared.
enum class ModelSide { kHere, kOther, kDifference };

struct Entry {
  EntryKind kind = EntryKind::kText;
  Part part = Part::kStage;
  std::string name = {};   ///< of its anchor; empty for headings and texts
  std::string text = {};   ///< what it says, or the label
  std::string value = {};  ///< of a field or a slider
  std::string group = {};  ///< what the choices of a group are about
  std::string family = {}; ///< the name of the first choice of its group
  bool chosen = false;
  bool enabled = true;
  int level = 2;               ///< of a heading
  int most = 0;                ///< of a slider
  playground::Cell cell = {};  ///< whose terms, or the tensor and the head of a matrix
  bool transposed = false;     ///< the matrix is drawn with its rows as columns
  bool news = false;           ///< a text that is worth telling when it comes up
  ModelSide side = ModelSide::kHere;
};

/// Whether it can have the focus.
bool is_control(EntryKind kind);

class Transcript {
 public:
  void clear();
  /// What follows belongs to this part.
  void begin(Part part) { part_ = part; }
  void add(Entry entry);
  /// The label that stands before the control `name`, or before the group of controls "NAME.…" and "NAME[…]".
  void label(std::string_view text, std::string_view name);
  /// The choices that follow belong together, `first` is the name of the first; none do with an empty name.
  void begin_choices(std::string_view first) { family_ = first; }
  /// What was added last is worth telling when it comes up.
  void mark_news() { entries_.back().news = true; }
  /// The label that was given last.
  const std::string& last_label() const { return label_; }

  const std::vector<Entry>& entries() const { return entries_; }
  /// Another number where anything is said otherwise, code aside: that follows the pointer.
  std::uint64_t fingerprint() const;

 private:
  std::vector<Entry> entries_;
  Part part_ = Part::kStage;
  std::string label_;
  std::string labelled_;
  std::string family_;
};

}  // namespace shell
