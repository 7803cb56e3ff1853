#include "shell/hidden_controls.hpp"

#include <algorithm>
#include <array>

namespace shell {

std::span<const HideableControl> hideable_controls() {
  static constexpr std::array<HideableControl, 11> kControls = {{
      {"header", "Title bar"},
      {"tokens", "Tokens"},
      {"controls", "Settings"},
      {"steps", "List of steps"},
      {"legend", "Colour scale"},
      {"terms", "Sum, term by term"},
      {"journey", "The row's journey"},
      {"explanation", "Explanation"},
      {"code", "Code"},
      {"checks", "Checks"},
      {"footer", "Back, play, next"},
  }};
  return kControls;
}

bool is_hidden(const playground::Session& session, std::string_view name) {
  return std::any_of(session.hide.begin(), session.hide.end(), [&](const std::string& hidden) {
    return name.starts_with(hidden) && (name.size() == hidden.size() || name[hidden.size()] == '.');
  });
}

}  // namespace shell
