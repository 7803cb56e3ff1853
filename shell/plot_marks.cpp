#include "shell/plot_marks.hpp"

#include <algorithm>
#include <cmath>

namespace shell {

Stroke::Stroke(const Frame& frame, ImDrawList& list, const Color& color, int pattern)
    : list_(list),
      color_(packed(color)),
      thickness_(std::max(1.5F, 0.13F * frame.em)),
      period_(pattern % 2 == 1 ? 0.65F * frame.em : 0) {}

void Stroke::to(const ImVec2& place) {
  if (before_ && period_ == 0) {
    list_.AddLine(*before_, place, color_, thickness_);
  } else if (before_) {
    dashes(*before_, place);
  }
  before_ = place;
}

void Stroke::dashes(const ImVec2& from, const ImVec2& to) {
  constexpr float kDrawn = 0.6F;
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const auto at = [&](float way) {
    return ImVec2(from.x + way / length * (to.x - from.x), from.y + way / length * (to.y - from.y));
  };
  for (float way = 0; way < length;) {
    const float phase = std::fmod(gone_ + way, period_);
    const bool drawn = phase < kDrawn * period_;
    const float end = std::min(length, way + std::max(0.5F, (drawn ? kDrawn * period_ : period_) - phase));
    if (drawn) {
      list_.AddLine(at(way), at(end), color_, thickness_);
    }
    way = end;
  }
  gone_ = std::fmod(gone_ + length, period_);
}

void draw_dot(const Frame& frame, ImDrawList& list, const ImVec2& at, const Color& color, int pattern) {
  const float radius = kDot * frame.em;
  if (pattern % 3 == 0) {
    list.AddCircleFilled(at, radius, packed(color));
  } else if (pattern % 3 == 1) {
    list.AddRectFilled({at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}, packed(color));
  } else {
    list.AddTriangleFilled({at.x, at.y - 1.2F * radius}, {at.x + 1.1F * radius, at.y + 0.9F * radius},
                           {at.x - 1.1F * radius, at.y + 0.9F * radius}, packed(color));
  }
}

}  // namespace shell
