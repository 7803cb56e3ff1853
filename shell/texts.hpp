// Texts: every word of the interface, apart from the code that shows it.
#pragma once

#include <string>
#include <string_view>

#include "core/playground/steps.hpp"
#include "core/playground/tensors.hpp"
#include "shell/theme.hpp"

namespace shell {

struct StepText {
  std::string_view title;     ///< what the step shows, as a sentence
  std::string_view subtitle;  ///< how to read the picture
  std::string_view body;      ///< what happens and why
};

const StepText& text_of(playground::Step step);

/// How to read the picture, with tokens as rows or as columns.
std::string subtitle_of(playground::Step step, bool tokens_as_columns);

/// The role whose colour a tensor wears, and its symbol for the screen: "Kᵀ" where it is transposed.
Role role_of(playground::Tensor tensor);
std::string_view symbol_of(playground::Tensor tensor, bool transposed);

namespace words {
inline constexpr std::string_view kTitle = "Attention Playground";
inline constexpr std::string_view kRandomNote =
    "These weights are random: the numbers are exact, the meaning is not there yet.";
inline constexpr std::string_view kRotaryNote =
    "Then ↻: pairs of columns turn by an angle that grows with the token's position. What is turned is called Q′ and "
    "K′; "
    "their products depend on how far two tokens are apart, not on where they stand.";
inline constexpr std::string_view kAlibiNote =
    "ALiBi adds a bias before the mask: the farther away a token is, the more is taken off its score.";
inline constexpr std::string_view kArticleDraw = "Use vectors by place";
inline constexpr std::string_view kWordDrawNotice =
    "Your words now have a vector each, whatever their place: editing one leaves the others as they are.";
inline constexpr std::string_view kBack = "Back";
inline constexpr std::string_view kNext = "Next: ";
inline constexpr std::string_view kPlay = "Play";
inline constexpr std::string_view kPause = "Pause";
inline constexpr std::string_view kNextCell = "Next cell";
inline constexpr std::string_view kSums = "sums: who is looked at";
inline constexpr std::string_view kTurnedSums = "sums: at the right, who is looked at";
inline constexpr std::string_view kShowAll = "Show all";
inline constexpr std::string_view kKeysBar = "← → cell   ↑ ↓ row   Space plays   Esc leaves the bar";
inline constexpr std::string_view kSteps = "Steps";
inline constexpr std::string_view kUndo = "Undo";
inline constexpr std::string_view kRedo = "Redo";
inline constexpr std::string_view kShare = "Share";
inline constexpr std::string_view kExport = "Export";
inline constexpr std::string_view kCopy = "Copy";
inline constexpr std::string_view kExportHint =
    "Numbers are written with all their digits, except in pictures and LaTeX.";
inline constexpr std::string_view kShareNote =
    "The link holds everything you made: text, settings, edited cells, the step and what is selected.";
inline constexpr std::string_view kShareHide = "Shown to your readers. Press a part to leave it out:";
inline constexpr std::string_view kEditText = "Edit text";
inline constexpr std::string_view kClose = "Close";
inline constexpr std::string_view kChecks = "Checks";
inline constexpr std::string_view kCopied = "Copied.";
inline constexpr std::string_view kSettings = "Settings";
inline constexpr std::string_view kSettingsTitle = "Settings";
inline constexpr std::string_view kReset = "Reset to the opening experiment";
inline constexpr std::string_view kNewSeed = "New";
inline constexpr std::string_view kResetCell = "Reset cell";
inline constexpr std::string_view kPaintMask = "Paint the mask";
inline constexpr std::string_view kPaintHint = "click or drag over cells: hatched ones are hidden";
inline constexpr std::string_view kPaintOff = "or choose one of the masks";
inline constexpr std::string_view kPinSecond = "Compare with another cell";
inline constexpr std::string_view kPinSecondNow = "Now click the other cell";
inline constexpr std::string_view kUnpinSecond = "Remove the second cell";
inline constexpr std::string_view kMadeFrom = "made from";
inline constexpr std::string_view kCompare = "Compare";
inline constexpr std::string_view kCompareTitle = "Compare with";
inline constexpr std::string_view kCompareHint =
    "The same sentence with other settings, side by side with a map of the difference. Choose one or more.";
inline constexpr std::string_view kShowCompare = "Show both";
inline constexpr std::string_view kEndCompare = "End the comparison";
inline constexpr std::string_view kShortcuts = "?";
inline constexpr std::string_view kShortcutsTitle = "Keyboard";
inline constexpr std::string_view kWithPointer = "With the pointer";
inline constexpr std::string_view kUndoSign = "↶";
inline constexpr std::string_view kRedoSign = "↷";
inline constexpr std::string_view kPickHint =
    "A click on a word above lets it ask. A click with Shift, or with the other button, lets a word answer.";
inline constexpr std::string_view kUnscaledTitle = "The scores as they are";
inline constexpr std::string_view kOtherScaleTitle = "Each score times one number";
inline constexpr std::string_view kInvitation = "Three things worth doing";
inline constexpr std::string_view kScaleOff =
    "The scale is off here: the scores go on as they are, and with a large d_k the softmax hands nearly everything to "
    "one key.";
inline constexpr std::string_view kKeysStep = "← → step   Space plays   click a cell to explore it";
inline constexpr std::string_view kKeysCell = "← ↑ ↓ → move the cell   PageUp PageDown step   Esc leaves the cell";
}  // namespace words

}  // namespace shell
