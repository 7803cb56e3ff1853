// Arrows in the plane; those that belong to a knob can be dragged by their tips.
#include <algorithm>
#include <cmath>
#include <string>

#include "shell/draw.hpp"
#include "shell/figures.hpp"
#include "shell/knobs.hpp"
#include "shell/plot_marks.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Arrow;
using playground::Arrows;

constexpr float kLargest = 27;  // em, a side of the picture
constexpr float kTip = 1.3F;    // em, around a tip that can be dragged

struct Plane {
  ImVec2 middle;
  float unit = 1;  ///< pixels
  ImVec2 place(double x, double y) const {
    return {middle.x + unit * static_cast<float>(x), middle.y - unit * static_cast<float>(y)};
  }
};

void draw_axes(Frame& frame, const Plane& plane, const Rect& area, double reach) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double step = reach > 8 ? 5 : reach > 3.5 ? 2 : reach > 1.5 ? 1 : 0.5;
  for (double at = -std::floor(reach / step) * step; at <= reach; at += step) {
    const Color color = std::abs(at) < 1e-9 ? frame.theme.control_border : frame.theme.hairline;
    const ImVec2 on_x = plane.place(at, 0);
    const ImVec2 on_y = plane.place(0, at);
    list.AddLine({on_x.x, area.y}, {on_x.x, area.bottom()}, packed(color));
    list.AddLine({area.x, on_y.y}, {area.right(), on_y.y}, packed(color));
  }
}

void draw_arrow(Frame& frame, const Arrow& arrow, const Plane& plane) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Color color = hue_color(frame.theme, arrow.hue);
  const ImVec2 from = plane.place(arrow.from_x, arrow.from_y);
  const ImVec2 to = plane.place(arrow.x, arrow.y);
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (arrow.dashed) {
    Stroke dashes(frame, list, color, kDashed);
    dashes.to(from);
    dashes.to(to);
  } else if (length > 1) {
    const float head = std::min(0.9F * frame.em, 0.6F * length);
    const float ux = (to.x - from.x) / length;
    const float uy = (to.y - from.y) / length;
    const ImVec2 neck{to.x - head * ux, to.y - head * uy};
    list.AddLine(from, neck, packed(color), std::max(2.0F, 0.18F * frame.em));
    list.AddTriangleFilled(to, {neck.x - 0.45F * head * uy, neck.y + 0.45F * head * ux},
                           {neck.x + 0.45F * head * uy, neck.y - 0.45F * head * ux}, packed(color));
  }
  if (!arrow.knob.empty()) {
    list.AddCircle(to, 0.55F * frame.em, packed(color), 0, std::max(1.5F, 0.1F * frame.em));
  }
}

/// Names of arrows: beside what they name, on no other name, and on as few arrows as can be.
class ArrowLabels {
 public:
  ArrowLabels(const Frame& frame, const Plane& plane, const Rect& area, const std::vector<Arrow>& arrows)
      : frame_(frame), area_(area) {
    constexpr int kPieces = 24;
    for (const Arrow& arrow : arrows) {
      const ImVec2 from = plane.place(arrow.from_x, arrow.from_y), to = plane.place(arrow.x, arrow.y);
      for (int piece = 0; piece <= kPieces; ++piece) {
        const float way = static_cast<float>(piece) / kPieces;
        points_.push_back({from.x + way * (to.x - from.x), from.y + way * (to.y - from.y)});
      }
      lines_.push_back({from, to});
    }
  }

  void draw(const Arrow& arrow, std::size_t index) {
    const auto& [from, to] = lines_[index];
    const float size = 0.95F * frame_.em, away = 0.8F * frame_.em;
    const ImVec2 text = text_size(frame_, arrow.label, Weight::kBold, size);
    // An auxiliary line is named at its middle, an arrow at its tip.
    const ImVec2 at = arrow.dashed ? ImVec2((from.x + to.x) / 2, (from.y + to.y) / 2) : to;
    const float side = to.x >= from.x ? 1.0F : -1.0F, up = to.y > from.y ? 1.0F : -1.0F;
    const ImVec2 ways[] = {{side, 0.35F * up}, {side, -up}, {side, up},   {0, up},           {-side, up},
                           {0, -up},           {-side, 0},  {-side, -up}, {side, 2.2F * up}, {side, -2.2F * up}};
    Rect best{};
    float least = 1e9F;
    for (const ImVec2& way : ways) {
      const float x = at.x + way.x * away + (way.x > 0 ? 0 : way.x < 0 ? -text.x : -text.x / 2);
      const float y = at.y + way.y * away - text.y / 2;
      const Rect rect{std::clamp(x, area_.x + 2, std::max(area_.x + 2, area_.right() - text.x - 2)),
                      std::clamp(y, area_.y + 2, std::max(area_.y + 2, area_.bottom() - text.y - 2)), text.x, text.y};
      if (const float covered = covered_by(rect); covered < least) {
        least = covered;
        best = rect;
      }
    }
    names_.push_back(best);
    draw_text(frame_, *ImGui::GetWindowDrawList(), {best.x, best.y}, arrow.label, hue_color(frame_.theme, arrow.hue),
              Weight::kBold, size);
  }

 private:
  float covered_by(const Rect& rect) const {
    constexpr float kName = 100;  // worse than any number of arrows
    float covered = 0;
    for (const Rect& name : names_) {
      const bool apart =
          rect.x > name.right() || name.x > rect.right() || rect.y > name.bottom() || name.y > rect.bottom();
      covered += apart ? 0 : kName;
    }
    for (const ImVec2& point : points_) {
      covered += rect.contains(point.x, point.y) ? 1.0F : 0.0F;
    }
    return covered;
  }

  const Frame& frame_;
  Rect area_;
  std::vector<ImVec2> points_;  ///< along all arrows
  std::vector<std::pair<ImVec2, ImVec2>> lines_;
  std::vector<Rect> names_;
};

void drag(Frame& frame, const std::string& name, const Arrow& arrow, const Plane& plane, double reach) {
  const ImVec2 tip = plane.place(arrow.x, arrow.y);
  const float side = 2 * kTip * frame.em;
  ImGui::SetCursorScreenPos({tip.x - side / 2, tip.y - side / 2});
  const std::string id = "##" + name + "." + std::string(arrow.knob);
  (void)ImGui::InvisibleButton(id.c_str(), {side, side});
  anchor_last_item(frame, name + "." + std::string(arrow.knob));
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  if (ImGui::IsItemActivated()) {
    ++frame.view.gesture;
  }
  const ImVec2 mouse = ImGui::GetMousePos();
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) {
    const auto within = [&](float pixels) {
      return std::clamp(static_cast<double>(pixels / plane.unit), -reach, reach);
    };
    turn(frame, arrow.knob,
         playground::point_text({within(mouse.x - plane.middle.x), within(plane.middle.y - mouse.y)}),
         {frame.view.gesture});
  }
}

}  // namespace

void draw_arrows(Frame& frame, const std::string& name, const Arrows& arrows, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float side = std::min(width, kLargest * frame.em);
  const Rect area{start.x + (width - side) / 2, start.y, side, side};
  const Plane plane{{area.x + side / 2, area.y + side / 2}, side / 2 / static_cast<float>(arrows.reach)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
  draw_axes(frame, plane, area, arrows.reach);
  for (const Arrow& arrow : arrows.arrows) {
    draw_arrow(frame, arrow, plane);
  }
  ArrowLabels labels(frame, plane, area, arrows.arrows);
  for (std::size_t index = 0; index < arrows.arrows.size(); ++index) {
    if (!arrows.arrows[index].label.empty()) {
      labels.draw(arrows.arrows[index], index);
    }
  }
  list.PopClipRect();
  outline(list, area, frame.theme.hairline, 1);
  for (const Arrow& arrow : arrows.arrows) {
    if (!arrow.knob.empty()) {
      drag(frame, name, arrow, plane, arrows.reach);
    }
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({width, side});
}

}  // namespace shell
