#include "web/keys.hpp"

#include <array>

namespace web {
namespace {

struct NamedKey {
  std::string_view name;
  ImGuiKey key;
};

constexpr std::array kKeys{
    NamedKey{"ArrowLeft", ImGuiKey_LeftArrow},
    NamedKey{"ArrowRight", ImGuiKey_RightArrow},
    NamedKey{"ArrowUp", ImGuiKey_UpArrow},
    NamedKey{"ArrowDown", ImGuiKey_DownArrow},
    NamedKey{"PageUp", ImGuiKey_PageUp},
    NamedKey{"PageDown", ImGuiKey_PageDown},
    NamedKey{"Home", ImGuiKey_Home},
    NamedKey{"End", ImGuiKey_End},
    NamedKey{"Enter", ImGuiKey_Enter},
    NamedKey{"Tab", ImGuiKey_Tab},
    NamedKey{" ", ImGuiKey_Space},
    NamedKey{"Escape", ImGuiKey_Escape},
    NamedKey{"Delete", ImGuiKey_Delete},
    NamedKey{"Backspace", ImGuiKey_Backspace},
    NamedKey{"Slash", ImGuiKey_Slash},
    NamedKey{"Minus", ImGuiKey_Minus},
    NamedKey{"Equal", ImGuiKey_Equal},
    NamedKey{"Comma", ImGuiKey_Comma},
    NamedKey{"Period", ImGuiKey_Period},
    NamedKey{"BracketLeft", ImGuiKey_LeftBracket},
    NamedKey{"BracketRight", ImGuiKey_RightBracket},
};

ImGuiKey letter_or_digit(char character) {
  if (character >= 'a' && character <= 'z') {
    return static_cast<ImGuiKey>(ImGuiKey_A + (character - 'a'));
  }
  if (character >= 'A' && character <= 'Z') {
    return static_cast<ImGuiKey>(ImGuiKey_A + (character - 'A'));
  }
  if (character >= '0' && character <= '9') {
    return static_cast<ImGuiKey>(ImGuiKey_0 + (character - '0'));
  }
  return ImGuiKey_None;
}

ImGuiKey find(std::string_view name) {
  for (const NamedKey& named : kKeys) {
    if (named.name == name) {
      return named.key;
    }
  }
  return ImGuiKey_None;
}

}  // namespace

ImGuiKey key_named(std::string_view key, std::string_view code) {
  // The letter that the layout gives comes first, so that Ctrl+Z is where the reader's keyboard says Z.
  if (key.size() == 1) {
    if (const ImGuiKey found = letter_or_digit(key.front()); found != ImGuiKey_None) {
      return found;
    }
  }
  if (const ImGuiKey found = find(key); found != ImGuiKey_None) {
    return found;
  }
  if (code.size() == 4 && code.starts_with("Key")) {
    return letter_or_digit(code.back());
  }
  if (code.size() == 6 && code.starts_with("Digit")) {
    return letter_or_digit(code.back());
  }
  return find(code);
}

}  // namespace web
