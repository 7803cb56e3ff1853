// Texts: every word of the interface, apart from the code that shows it.
#pragma once

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

/// The role whose colour a tensor wears, and its symbol for the screen: "Kᵀ" where it is transposed.
Role role_of(playground::Tensor tensor);
std::string_view symbol_of(playground::Tensor tensor, bool transposed);

namespace words {
inline constexpr std::string_view kTitle = "Attention Playground";
inline constexpr std::string_view kRandomNote =
    "These weights are random: the numbers are exact, the meaning is not there yet.";
inline constexpr std::string_view kArticleDraw = "Use the article's draw";
inline constexpr std::string_view kWordDrawNotice =
    "Your words now have a vector each, whatever their place: editing one leaves the others as they are.";
inline constexpr std::string_view kBack = "Back";
inline constexpr std::string_view kNext = "Next: ";
inline constexpr std::string_view kPlay = "Play";
inline constexpr std::string_view kPause = "Pause";
inline constexpr std::string_view kNextCell = "Next cell";
inline constexpr std::string_view kShowAll = "Show all";
inline constexpr std::string_view kKeysBar = "← → cell   ↑ ↓ row   Space plays   Esc leaves the bar";
inline constexpr std::string_view kSteps = "Steps";
inline constexpr std::string_view kUndo = "Undo";
inline constexpr std::string_view kRedo = "Redo";
inline constexpr std::string_view kCopyLink = "Copy link";
inline constexpr std::string_view kEditText = "Edit text";
inline constexpr std::string_view kClose = "Close";
inline constexpr std::string_view kChecks = "Checks";
inline constexpr std::string_view kKeysStep = "← → step   Space plays   click a cell to explore it";
inline constexpr std::string_view kKeysCell = "← ↑ ↓ → move the cell   PageUp PageDown step   Esc leaves the cell";
}  // namespace words

}  // namespace shell
