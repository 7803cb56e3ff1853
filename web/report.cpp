#include "web/report.hpp"

#include <cmath>
#include <cstdint>
#include <string_view>
#include <variant>

#include "web/json_text.hpp"

namespace web {
namespace {

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
  std::string operator()(const shell::ShowText&) const { return "{\"type\":\"show_text\"}"; }
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

}  // namespace

std::string report_json(const std::vector<shell::Event>& events, const std::vector<shell::Effect>& effects) {
  if (events.empty() && effects.empty()) {
    return {};
  }
  return "{\"events\":" + list_of(events, json_of) + ",\"effects\":" +
         list_of(effects, [](const shell::Effect& effect) { return std::visit(EffectToJson{}, effect); }) + "}";
}

}  // namespace web
