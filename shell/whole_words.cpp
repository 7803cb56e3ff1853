#include "shell/whole_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/playground/utf8.hpp"

namespace shell {
namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

/// Combining marks, scripts that are joined, stacked, reordered or written from right to left, and what joins emoji.
constexpr std::array kNotPlain{
    CodeRange{0x300, 0x36F},     CodeRange{0x483, 0x489},     CodeRange{0x590, 0x109F},    CodeRange{0x1100, 0x11FF},
    CodeRange{0x1700, 0x1CFF},   CodeRange{0x1DC0, 0x1DFF},   CodeRange{0x200B, 0x200F},   CodeRange{0x202A, 0x202E},
    CodeRange{0x2060, 0x206F},   CodeRange{0x20D0, 0x20FF},   CodeRange{0x302A, 0x302F},   CodeRange{0x3099, 0x309A},
    CodeRange{0xA800, 0xABFF},   CodeRange{0xD7B0, 0xD7FF},   CodeRange{0xFB1D, 0xFDFF},   CodeRange{0xFE00, 0xFE2F},
    CodeRange{0xFE70, 0xFEFF},   CodeRange{0x10800, 0x11FFF}, CodeRange{0x1E800, 0x1EFFF}, CodeRange{0x1F1E6, 0x1F1FF},
    CodeRange{0x1F3FB, 0x1F3FF}, CodeRange{0xE0000, 0xE0FFF},
};

/// The first byte of U+0300 in UTF-8: what is not plain has one at least as large.
constexpr unsigned char kLeastLead = 0xCC;

bool may_be_joined(char byte) { return static_cast<unsigned char>(byte) >= kLeastLead; }

/// Signs of ASCII and Latin 1, dashes, quotes and their like.
bool is_punctuation(char32_t code) {
  const bool letter = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9');
  return (code < 0xC0 && !letter) || (code >= 0x2010 && code <= 0x2027) || (code >= 0x2030 && code <= 0x205E);
}

/// Where the word begins and ends without the punctuation around it.
std::pair<std::size_t, std::size_t> core_of(std::string_view word) {
  std::size_t first = word.size();
  std::size_t end = 0;
  std::size_t next = 0;
  for (std::size_t at = 0; at < word.size(); at = next) {
    const playground::CodePoint point = playground::code_point_at(word, at).value_or(playground::CodePoint{});
    next = at + point.bytes;
    if (!is_punctuation(point.value)) {
      first = std::min(first, at);
      end = next;
    }
  }
  return {first, end};
}

}  // namespace

bool is_plain_text(std::string_view text) {
  auto next = std::find_if(text.begin(), text.end(), may_be_joined);
  while (next != text.end()) {
    const auto point = playground::code_point_at(text, static_cast<std::size_t>(next - text.begin()));
    const char32_t code = point ? point->value : 0;
    if (std::any_of(kNotPlain.begin(), kNotPlain.end(),
                    [code](const CodeRange& range) { return code >= range.first && code <= range.last; })) {
      return false;
    }
    next = std::find_if(next + 1, text.end(), may_be_joined);
  }
  return true;
}

std::string with_whole_words(std::string_view text, const std::function<std::string(std::string_view)>& whole) {
  constexpr std::string_view kBlanks = " \n";
  std::string result;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    if (is_plain_text(word)) {
      result += word;
    } else {
      const auto [first, end] = core_of(word);
      result += word.substr(0, first);
      result += whole(word.substr(first, end - first));
      result += word.substr(end);
    }
    text.remove_prefix(word.size());
    const std::size_t blanks = std::min(text.find_first_not_of(kBlanks), text.size());
    result += text.substr(0, blanks);
    text.remove_prefix(blanks);
  }
  return result;
}

}  // namespace shell
