#include "core/playground/byte_text.hpp"

#include <array>
#include <cstddef>

#include "core/playground/wording.hpp"

namespace playground {
namespace {

constexpr std::array kByteUnits{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
constexpr double kNextUnit = 999.5;  // what would be written as 1000

/// Three digits, zeros at the end left out.
std::string three_digits(double value) {
  std::string text = number_text(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string byte_text(double bytes) {
  std::size_t unit = 0;
  while (bytes >= kNextUnit && unit + 1 < kByteUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  return three_digits(bytes) + " " + kByteUnits[unit];
}

}  // namespace playground
