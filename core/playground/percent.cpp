#include "core/playground/percent.hpp"

#include <charconv>

namespace playground {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/// Reads "2F" at the front of `text`.
bool read_escape(std::string_view text, unsigned char& byte) {
  if (text.size() < 2) return false;
  const char* const end = text.data() + 2;
  const auto [stopped, error] = std::from_chars(text.data(), end, byte, 16);
  return error == std::errc{} && stopped == end;
}

}  // namespace

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (is_unreserved(c)) {
      encoded += c;
    } else if (c == ' ') {
      encoded += '+';
    } else {
      const auto byte = static_cast<unsigned char>(c);
      encoded += {'%', kHexDigits[byte >> 4], kHexDigits[byte & 0xF]};
    }
  }
  return encoded;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned char byte = 0;
    if (text[at] == '%' && read_escape(text.substr(at + 1), byte)) {
      decoded += static_cast<char>(byte);
      at += 2;
    } else {
      decoded += text[at] == '+' ? ' ' : text[at];
    }
  }
  return decoded;
}

}  // namespace playground
