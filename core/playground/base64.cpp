#include "core/playground/base64.hpp"

#include <cstdint>

namespace playground {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::string base64url_encoded(std::string_view bytes) {
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text += kLetters[bits >> (count - 6) & 0x3FU];
  }
  if (count > 0) text += kLetters[bits << (6 - count) & 0x3FU];
  return text;
}

std::optional<std::string> base64url_decoded(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    const std::size_t value = kLetters.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFFU);
  }
  const bool clean = count < 6 && (bits & ((1U << count) - 1U)) == 0;
  return clean ? std::optional(bytes) : std::nullopt;
}

}  // namespace playground
