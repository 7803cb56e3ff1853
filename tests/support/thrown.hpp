// The sentence of the std::invalid_argument that a call throws.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace support {

inline std::string thrown_sentence(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& mistake) {
    return mistake.what();
  }
  return "nothing was thrown";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace support
