// Wording: how numbers and given text are written in sentences and formulas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/playground/words.hpp"

namespace playground {

/// A number as the page writes it: `digits` after the point, a real minus sign, "−∞", "NaN"; never "−0.00".
/// From 1e9 on with an exponent: "1.2346e12".
std::string number_text(double value, int digits);

/// A whole number with separators: "10,000".
std::string grouped(std::int64_t value);

/// A given text in quotation marks, shortened where it is long.
std::string in_quotes(std::string_view text);

/// "d_model is 0: 1 to 1,024 are allowed."
std::string range_sentence(std::string_view subject, std::int64_t value, std::int64_t lowest, std::int64_t highest);

/// "causal, none or padding:N"
template <typename Names>
std::string listed(const Names& names) {
  std::string text;
  std::size_t left = names.size();
  for (const auto& name : names) {
    text += name;
    --left;
    text += left > 1 ? ", " : left == 1 ? say(Word::kLastOfList) : "";
  }
  return text;
}

}  // namespace playground
