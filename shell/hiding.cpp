#include "shell/hiding.hpp"

#include <algorithm>
#include <array>

#include "imgui_internal.h"
#include "shell/texts.hpp"

namespace shell {

std::span<const HideableControl> hideable_controls() {
  static constexpr std::array<HideableControl, 22> kControls = {{
      {"header", Word::kPartHeader},
      {"tokens", Word::kPartTokens},
      {"controls", Word::kPartControls},
      {"rail", Word::kPartRail},
      {"legend", Word::kPartLegend},
      {"terms", Word::kPartTerms},
      {"journey", Word::kPartJourney},
      {"side", Word::kPartSide},
      {"code", Word::kPartCode},
      {"checks", Word::kPartChecks},
      {"footer", Word::kPartFooter},
      {"seed", Word::kSeed},
      {"heads", Word::kHeads},
      {"positions", Word::kPositions},
      {"scale", Word::kScale},
      {"mask", Word::kMask},
      {"vectors", Word::kVectors},
      {"weights", Word::kWeightsSetting},
      {"compare", Word::kCompare},
      {"lessons", Word::kLessons},
      {"share", Word::kShare},
      {"export", Word::kExport},
  }};
  return kControls;
}

bool hides(const std::vector<std::string>& hide, std::string_view name) {
  return std::any_of(hide.begin(), hide.end(), [name](std::string_view hidden) {
    return name.starts_with(hidden) &&
           (name.size() == hidden.size() || name[hidden.size()] == '.' || name[hidden.size()] == '[');
  });
}

bool is_hidden(const Frame& frame, std::string_view name) { return hides(frame.session.hide, name); }

void leave_out() {
  // An item without a size keeps the line that the caller goes on with; the gap that SameLine put before it goes.
  // A larger step is no gap but a place that the caller chose.
  ImGuiWindowTempData& layout = ImGui::GetCurrentWindow()->DC;
  const float gap = layout.CursorPos.x - layout.CursorPosPrevLine.x;
  if (layout.IsSameLine && gap > 0 && gap <= 2 * ImGui::GetStyle().ItemSpacing.x) {
    layout.CursorPos.x -= gap;
  }
  ImGui::Dummy({0, 0});
}

}  // namespace shell
