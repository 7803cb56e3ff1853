#include "shell/panel.hpp"

#include <utility>

#include "shell/widgets.hpp"

namespace shell {
namespace {

// The ground is known only at the end, but lies below: two layers of the draw list.
constexpr int kGround = 0;
constexpr int kContent = 1;

}  // namespace

Panel::Panel(Frame& frame, std::string name, float width)
    : frame_(frame), name_(std::move(name)), width_(width), padding_(1.1F * frame.em) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  x_ = start.x;
  y_ = start.y;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(kContent);
  ImGui::SetCursorScreenPos({x_ + padding_, y_ + 0.8F * padding_});
  ImGui::BeginGroup();
  frame_.wrap_x = ImGui::GetCursorPosX() + inner_width();
}

Panel::~Panel() {
  frame_.wrap_x = 0;
  ImGui::EndGroup();
  const float height = last_item().bottom() - y_ + 0.8F * padding_;
  const Rect rect{x_, y_, width_, height};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSetCurrent(kGround);
  fill(list, rect, frame_.theme.surface, 0.6F * frame_.em);
  outline(list, rect, frame_.theme.hairline, 1, 0.6F * frame_.em);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({x_, y_});
  ImGui::Dummy({width_, height});
  anchor_last_item(frame_, "panel." + name_);
}

}  // namespace shell
