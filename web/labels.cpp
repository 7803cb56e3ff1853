#include "web/labels.hpp"

namespace web {
namespace {

constexpr std::uint32_t kFirst = 0xE000;
constexpr std::uint32_t kLast = 0xF8FF;
constexpr std::size_t kCapacity = kLast - kFirst + 1;
/// More new labels than one frame draws: 512 tokens on both axes, narration and formulas.
constexpr std::size_t kFrameReserve = 2'400;

/// All of U+0800 to U+FFFF take three bytes.
std::string utf8_of(std::uint32_t code_point) {
  return {static_cast<char>(0xE0 | (code_point >> 12)), static_cast<char>(0x80 | ((code_point >> 6) & 0x3F)),
          static_cast<char>(0x80 | (code_point & 0x3F))};
}

}  // namespace

std::string Labels::intern(std::string_view label) {
  std::string text(label);
  if (const auto found = code_points_.find(text); found != code_points_.end()) {
    return utf8_of(found->second);
  }
  if (texts_.size() == kCapacity || text.empty()) {
    return text;
  }
  const auto code_point = static_cast<std::uint32_t>(kFirst + texts_.size());
  texts_.push_back(text);
  code_points_.emplace(std::move(text), code_point);
  return utf8_of(code_point);
}

const std::string* Labels::find(std::uint32_t code_point) const {
  if (code_point < kFirst || code_point >= kFirst + texts_.size()) {
    return nullptr;
  }
  return &texts_[code_point - kFirst];
}

std::string Labels::written_out(std::string_view text) const {
  std::string written;
  for (std::size_t at = 0; at < text.size();) {
    // Only U+E000 to U+FFFF begin with these bytes, and take three.
    const bool maybe = static_cast<unsigned char>(text[at]) >= 0xEE && static_cast<unsigned char>(text[at]) <= 0xEF &&
                       at + 2 < text.size();
    const std::uint32_t code_point = maybe ? (static_cast<unsigned char>(text[at]) & 0x0FU) << 12U |
                                                 (static_cast<unsigned char>(text[at + 1]) & 0x3FU) << 6U |
                                                 (static_cast<unsigned char>(text[at + 2]) & 0x3FU)
                                           : 0;
    const std::string* label = maybe ? find(code_point) : nullptr;
    if (label != nullptr) {
      written += *label;
      at += 3;
    } else {
      written += text[at];
      ++at;
    }
  }
  return written;
}

bool Labels::nearly_full() const { return texts_.size() + kFrameReserve > kCapacity; }

void Labels::clear() {
  texts_.clear();
  code_points_.clear();
}

}  // namespace web
