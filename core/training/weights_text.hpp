// A trained model as a small text: its options, and every parameter as one character, 6 bits.
//
//   attention playground weights 1
//   d_model 16 d_k 16 heads 1 layers 2 d_ff 32 scale 1 positions 1 residual 1 value_from_embedding 1
//   word_embeddings 53 16
//   0.0123 AbC...                       each row: a step, then one character for each number
//
// A number is its step times -31 to 31; the characters are those of base64url (RFC 4648, section 5), "f" is 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/training/model.hpp"

namespace training {

/// The model, each row rounded to 63 levels between minus and plus its largest number.
std::string weights_text(const FloatModel& model);

/// Nothing where the text is not one that weights_text gives.
std::optional<FloatModel> model_from_text(std::string_view text);

/// The model that ships: trained by the command of docs/training.md.
std::string_view shipped_weights_text();

}  // namespace training
