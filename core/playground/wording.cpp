#include "core/playground/wording.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "core/playground/utf8.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

constexpr double kExponentFrom = 1e9;
constexpr std::size_t kQuotedCodePoints = 40;

std::string printed(const char* format, int digits, double value) {
  std::array<char, 64> buffer{};
  const int length = std::snprintf(buffer.data(), buffer.size(), format, digits, value);
  return {buffer.data(), static_cast<std::size_t>(length)};
}

/// As "%.*f" prints it. printf takes its time, most of all in WebAssembly, and a picture has hundreds of numbers: where
/// the product with a power of ten says beyond doubt how to round, its digits are taken.
std::string fixed_text(int digits, double size) {
  constexpr std::array kPowers{1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6};
  constexpr double kLargest = 1e11;  // the product is then off by less than 2e-5
  constexpr double kDoubtful = 1.0 / 1024;
  if (digits < 0 || static_cast<std::size_t>(digits) >= kPowers.size()) {
    return printed("%.*f", digits, size);
  }
  const double scaled = size * kPowers[static_cast<std::size_t>(digits)];
  const double whole = std::floor(scaled);
  const double rest = scaled - whole;
  if (scaled > kLargest || std::abs(rest - 0.5) < kDoubtful) {
    return printed("%.*f", digits, size);
  }
  auto units = static_cast<std::uint64_t>(whole) + (rest > 0.5 ? 1 : 0);
  std::array<char, 24> text{};
  auto first = text.end();
  for (int place = 0; place <= digits || units > 0; ++place) {
    if (place == digits && digits > 0) {
      *--first = '.';
    }
    *--first = static_cast<char>('0' + units % 10);
    units /= 10;
  }
  return {first, text.end()};
}

/// "1.2346e+12" -> "1.2346e12"
std::string without_plus_and_zeros(std::string text) {
  const std::size_t exponent = text.find('e') + 1;
  const std::size_t digits = text.find_first_not_of("+0", exponent);
  return text.erase(exponent, digits - exponent);
}

}  // namespace

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  const double size = std::abs(value);
  std::string text = "∞";
  if (size < kExponentFrom) {
    text = fixed_text(digits, size);
  } else if (std::isfinite(size)) {
    text = without_plus_and_zeros(printed("%.*e", digits, size));
  }
  const bool shows_zero = text.find_first_not_of("0.") == std::string::npos;
  return value < 0 && !shows_zero ? "−" + text : text;
}

std::string grouped(std::int64_t value) {
  std::string text = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return value < 0 ? "−" + text.substr(1) : text;
}

std::string in_quotes(std::string_view text) { return "“" + shortened(text, kQuotedCodePoints) + "”"; }

std::string range_sentence(std::string_view subject, std::int64_t value, std::int64_t lowest, std::int64_t highest) {
  return say(Word::kOutOfRange, {subject, grouped(value), grouped(lowest), grouped(highest)});
}

}  // namespace playground
