// JSON text, written piece by piece.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace web {

/// A JSON string. Bytes above 0x7F are UTF-8 already and stand for themselves.
inline std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') {
      json += '\\';
      json += character;
    } else if (static_cast<unsigned char>(character) < 0x20) {
      char escape[7];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(character));
      json += escape;
    } else {
      json += character;
    }
  }
  return json + '"';
}

/// "[…,…]" with what `to_json` makes of each item.
template <typename Items, typename ToJson>
std::string list_of(const Items& items, ToJson to_json) {
  std::string json = "[";
  for (const auto& item : items) {
    json += json.size() > 1 ? "," : "";
    json += to_json(item);
  }
  return json + "]";
}

}  // namespace web
