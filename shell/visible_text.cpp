#include "shell/visible_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/playground/utf8.hpp"

namespace shell {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

/// What fonts draw nothing for (Unicode's Default_Ignorable_Code_Point, and two blanks that are no white space).
constexpr std::array kInvisible{
    Range{0xAD, 0xAD},     Range{0x34F, 0x34F},   Range{0x61C, 0x61C},   Range{0x115F, 0x1160}, Range{0x17B4, 0x17B5},
    Range{0x180B, 0x180F}, Range{0x200B, 0x200F}, Range{0x202A, 0x202E}, Range{0x2060, 0x206F}, Range{0x2800, 0x2800},
    Range{0x3164, 0x3164}, Range{0xFE00, 0xFE0F}, Range{0xFEFF, 0xFEFF}, Range{0xFFA0, 0xFFA0}, Range{0xE0000, 0xE0FFF},
};

/// Embeddings, overrides and isolates.
constexpr std::array kTurning{Range{0x202A, 0x202E}, Range{0x2066, 0x2069}};

template <typename Ranges>
bool is_in(const Ranges& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Range& range) { return code >= range.first && code <= range.last; });
}

std::string mark_of(char32_t code) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "U+%04X", static_cast<unsigned>(code));
  return std::string("‹") + digits.data() + "›";
}

/// "␀" to "␟" and "␡": all of them take three bytes.
std::string picture_of(char32_t control) {
  const unsigned code = control == 0x7F ? 0x2421U : 0x2400U + static_cast<unsigned>(control);
  return {static_cast<char>(0xE0U | (code >> 12U)), static_cast<char>(0x80U | ((code >> 6U) & 0x3FU)),
          static_cast<char>(0x80U | (code & 0x3FU))};
}

std::string shown(char32_t code, std::string_view bytes) {
  if (code < 0x20 || code == 0x7F) {
    return picture_of(code);
  }
  if (code < 0xA0 && code >= 0x80) {
    return mark_of(code);
  }
  return is_in(kTurning, code) ? mark_of(code) : std::string(bytes);
}

bool is_plain(char byte) { return byte >= 0x20 && byte < 0x7F; }

}  // namespace

std::string visible_text(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    return std::string(text);
  }
  std::string result;
  bool anything = text.empty();
  std::size_t next = 0;
  for (std::size_t at = 0; at < text.size(); at = next) {
    const auto point = playground::code_point_at(text, at);
    next = at + (point ? point->bytes : 1);
    anything = anything || !point || !is_in(kInvisible, point->value);
    result += point ? shown(point->value, text.substr(at, point->bytes)) : "\uFFFD";
  }
  if (anything) {
    return result;
  }
  const auto first = playground::code_point_at(text, 0);
  return mark_of(first->value) + (first->bytes < text.size() ? "…" : "");
}

}  // namespace shell
