#include "core/playground/utf8.hpp"

#include <array>

namespace playground {
namespace {

/// Lead bytes: how many bytes follow, the bits that the lead gives, the smallest value that needs so many.
struct Form {
  unsigned char mask, lead;
  std::size_t bytes;
  char32_t smallest;
};
constexpr std::array<Form, 4> kForms = {{
    {0x80, 0x00, 1, 0x0},
    {0xE0, 0xC0, 2, 0x80},
    {0xF0, 0xE0, 3, 0x800},
    {0xF8, 0xF0, 4, 0x10000},
}};

constexpr bool is_surrogate(char32_t value) { return value >= 0xD800 && value <= 0xDFFF; }
constexpr char32_t kLastCodePoint = 0x10FFFF;

}  // namespace

std::optional<CodePoint> code_point_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  for (const Form& form : kForms) {
    if ((byte(at) & form.mask) != form.lead) continue;
    if (text.size() - at < form.bytes) return std::nullopt;
    char32_t value = byte(at) & static_cast<unsigned char>(~form.mask);
    for (std::size_t next = at + 1; next < at + form.bytes; ++next) {
      if ((byte(next) & 0xC0) != 0x80) return std::nullopt;
      value = value << 6 | (byte(next) & 0x3F);
    }
    if (value < form.smallest || value > kLastCodePoint || is_surrogate(value)) return std::nullopt;
    return CodePoint{value, form.bytes};
  }
  return std::nullopt;
}

std::optional<std::size_t> first_invalid_byte(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<CodePoint> point = code_point_at(text, at);
    if (!point) return at;
    at += point->bytes;
  }
  return std::nullopt;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    at += code_point_at(text, at).value_or(CodePoint{}).bytes;
  }
  return count;
}

bool is_white_space(char32_t code_point) {
  switch (code_point) {
    case 0x20:
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return (code_point >= 0x9 && code_point <= 0xD) || (code_point >= 0x2000 && code_point <= 0x200A);
  }
}

std::string shortened(std::string_view text, std::size_t limit) {
  std::string result;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    if (count == limit) return result + "…";
    const std::optional<CodePoint> point = code_point_at(text, at);
    result += point ? text.substr(at, point->bytes) : std::string_view("\uFFFD");
    at += point.value_or(CodePoint{}).bytes;
  }
  return result;
}

}  // namespace playground
