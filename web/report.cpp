#include "web/report.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <variant>

namespace web {
namespace {

/// A JSON string. Bytes above 0x7F are UTF-8 already and stand for themselves.
std::string quoted(std::string_view text) {
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

std::string json_of(const shell::Event& event) {
  return "{\"name\":" + quoted(event.name) + ",\"cause\":" + quoted(event.cause) +
         ",\"message\":" + quoted(event.message) + "}";
}

class EffectToJson {
 public:
  std::string operator()(const shell::EditField& effect) const {
    return "{\"type\":\"edit_field\",\"name\":" + quoted(effect.name) + ",\"value\":" + quoted(effect.value) +
           ",\"number\":" + (effect.number ? "true" : "false") + "}";
  }
  std::string operator()(const shell::CopyText& effect) const {
    return "{\"type\":\"copy_text\",\"text\":" + quoted(effect.text) + "}";
  }
  std::string operator()(const shell::SaveFile& effect) const {
    return "{\"type\":\"save_file\",\"name\":" + quoted(effect.name) + ",\"mime\":" + quoted(effect.mime) +
           bytes_at(effect.bytes) + "}";
  }
  std::string operator()(const shell::SavePicture& effect) const {
    return "{\"type\":\"save_picture\",\"name\":" + quoted(effect.name) +
           ",\"width\":" + std::to_string(std::lround(effect.width)) +
           ",\"height\":" + std::to_string(std::lround(effect.height)) + bytes_at(effect.svg) + "}";
  }

 private:
  /// Where the scripts copy the bytes from: files are large, and not always text.
  static std::string bytes_at(const std::string& bytes) {
    return ",\"address\":" + std::to_string(reinterpret_cast<std::uintptr_t>(bytes.data())) +
           ",\"length\":" + std::to_string(bytes.size());
  }
};

template <typename Items, typename ToJson>
std::string list_of(const Items& items, ToJson to_json) {
  std::string json = "[";
  for (const auto& item : items) {
    json += json.size() > 1 ? "," : "";
    json += to_json(item);
  }
  return json + "]";
}

}  // namespace

std::string report_json(const std::vector<shell::Event>& events, const std::vector<shell::Effect>& effects) {
  if (events.empty() && effects.empty()) {
    return {};
  }
  return "{\"events\":" + list_of(events, json_of) + ",\"effects\":" +
         list_of(effects, [](const shell::Effect& effect) { return std::visit(EffectToJson{}, effect); }) + "}";
}

}  // namespace web
