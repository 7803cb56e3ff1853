// Texts: the words of the steps and of the matrices, in the language of now (core/playground/words.def).
#pragma once

#include <string>
#include <string_view>

#include "core/playground/cells.hpp"
#include "core/playground/steps.hpp"
#include "core/playground/tensors.hpp"
#include "core/playground/words.hpp"
#include "shell/theme.hpp"

namespace shell {

using playground::say;
using playground::Word;

/// The word as a string of its own.
inline std::string label(Word word) { return std::string(say(word)); }

struct StepText {
  std::string_view title;     ///< what the step shows, as a sentence
  std::string_view subtitle;  ///< how to read the picture
  std::string_view body;      ///< what happens and why
};

StepText text_of(playground::Step step);

/// How to read the picture, with tokens as rows or as columns.
std::string_view subtitle_of(playground::Step step, bool tokens_as_columns);

/// The role whose colour a tensor wears, and its symbol for the screen: "Kᵀ" where it is transposed.
Role role_of(playground::Tensor tensor);
std::string_view symbol_of(playground::Tensor tensor, bool transposed, const playground::Model& model);

}  // namespace shell
