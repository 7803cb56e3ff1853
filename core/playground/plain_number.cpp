#include "core/playground/plain_number.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace playground {

void append_plain(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "nan";
  } else if (std::isinf(value)) {
    text += value < 0 ? "-inf" : "inf";
  } else {
    // An export writes up to millions of numbers: this is ten times faster than trying digits with printf, and
    // std::to_chars of doubles does not exist for wasm.
    std::array<char, 64> digits{};
    const char* const end = nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }
}

std::string plain_text(double value) {
  std::string text;
  append_plain(text, value);
  return text;
}

}  // namespace playground
