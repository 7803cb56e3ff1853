// A text of many tokens.
#pragma once

#include <string>

namespace support {

/// "w0 w1 w2 ": so many tokens, no two alike.
inline std::string many_tokens(int count) {
  std::string text;
  for (int token = 0; token < count; ++token) {
    text += "w" + std::to_string(token) + " ";
  }
  return text;
}

}  // namespace support
