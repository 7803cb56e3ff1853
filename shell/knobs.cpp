#include "shell/knobs.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/playground/lesson.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "shell/focus.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Knob;

// Sizes in em.
constexpr float kSliderWidth = 11;
constexpr float kLeastSlider = 4;
constexpr float kNumberField = 6;
constexpr float kCoordinateField = 4.5F;
constexpr float kBetweenKnobs = 1.6F;

std::string name_of_knob(const Knob& knob) { return "knob." + std::string(knob.id); }

void draw_choice_knob(Frame& frame, const Knob& knob, std::string_view now) {
  std::vector<Choice> options;
  const std::vector<std::string_view> stops = playground::stops_of(knob);
  for (const std::string_view stop : stops) {
    options.push_back({name_of_knob(knob) + "." + std::string(stop),
                       playground::option_label(frame.session.lesson, knob, stop), stop == now});
  }
  if (const int pressed = choices(frame, options); pressed >= 0) {
    turn(frame, knob.id, std::string(stops[static_cast<std::size_t>(pressed)]));
  }
}

/// The place of a slider, its rail and its grip; gives where it is put.
int slide_along(Frame& frame, const std::string& name, int place, int last, float width) {
  const std::string id = "##" + name;
  (void)ImGui::InvisibleButton(id.c_str(), {width, ImGui::GetFrameHeight()});
  const Rect rect = last_item();
  const float grip = 1.1F * frame.em;
  const float travel = std::max(1.0F, rect.width - grip);
  int put = place;
  if (ImGui::IsItemActive()) {
    const float share = std::clamp((ImGui::GetMousePos().x - rect.x - grip / 2) / travel, 0.0F, 1.0F);
    put = static_cast<int>(std::lround(share * static_cast<float>(last)));
  }
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thickness = 0.3F * frame.em;
  const Rect rail{rect.x, rect.y + (rect.height - thickness) / 2, rect.width, thickness};
  fill(list, rail, frame.theme.sunken, thickness / 2);
  outline(list, rail, frame.theme.control_border, 1, thickness / 2);
  const float share = last > 0 ? static_cast<float>(place) / static_cast<float>(last) : 0;
  fill(list, {rect.x + travel * share, rect.y + (rect.height - grip) / 2, grip, grip}, frame.theme.accent, grip / 2);
  return put;
}

float widest_value(const Frame& frame, const Knob& knob) {
  float widest = 0;
  for (const std::string_view stop : playground::stops_of(knob)) {
    const std::string text = playground::option_label(frame.session.lesson, knob, stop);
    widest = std::max(widest, text_size(frame, text, Weight::kBold, frame.em).x);
  }
  return widest;
}

void draw_slider_knob(Frame& frame, const Knob& knob, std::string_view now) {
  const std::string name = name_of_knob(knob);
  const std::vector<std::string_view> stops = playground::stops_of(knob);
  const int last = static_cast<int>(stops.size()) - 1;
  const int place = static_cast<int>(std::find(stops.begin(), stops.end(), now) - stops.begin());
  const float gap = 0.2F * frame.em;
  const float widest = widest_value(frame, knob);
  const float before_value = 0.6F * frame.em;
  const float buttons = button_width(frame, "−") + button_width(frame, "+") + 2 * gap;
  const float room = ImGui::GetWindowPos().x + frame.wrap_x - ImGui::GetCursorScreenPos().x;
  const float slider =
      std::clamp(room - buttons - before_value - widest, kLeastSlider * frame.em, kSliderWidth * frame.em);
  int put = place;
  if (button(frame, name + ".less", "−", ButtonLook::kPlain, place > 0)) {
    put = place - 1;
  }
  ImGui::SameLine(0, gap);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    ++frame.view.gesture;
  }
  const int slid = slide_along(frame, name, place, last, slider);
  put = slid != place ? slid : put;
  anchor_last_item(frame, name);
  Entry entry{.kind = EntryKind::kSlider, .name = name, .value = std::to_string(place)};
  entry.text = playground::knob_label(frame.session.lesson, knob);
  entry.group = playground::option_label(frame.session.lesson, knob, now);
  entry.most = last;
  if (control(frame, std::move(entry)) && frame.view.slid) {
    put = std::clamp(*frame.view.slid, 0, last);
  }
  ImGui::SameLine(0, gap);
  if (button(frame, name + ".more", "+", ButtonLook::kPlain, place < last)) {
    put = place + 1;
  }
  ImGui::SameLine(0, before_value);
  ImGui::AlignTextToFramePadding();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string value = playground::option_label(frame.session.lesson, knob, now);
  draw_text(frame, *ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, value, frame.theme.ink,
            Weight::kBold, frame.em);
  ImGui::Dummy({widest, ImGui::GetFrameHeight()});
  if (put != place) {
    turn(frame, knob.id, std::string(stops[static_cast<std::size_t>(put)]), {frame.view.gesture});
  }
}

void draw_point_knob(Frame& frame, const Knob& knob, std::string_view now) {
  const playground::Point point = playground::point_of(now);
  const std::string name = name_of_knob(knob);
  for (const bool is_x : {true, false}) {
    const std::string of = name + (is_x ? ".x" : ".y");
    if (!is_x) {
      ImGui::SameLine(0, 0.5F * frame.em);
    }
    (void)label_of(frame, is_x ? "x" : "y", of);
    frame.transcript.label(playground::knob_label(frame.session.lesson, knob) + (is_x ? " x" : " y"), of);
    field(frame, of, playground::exact_text(is_x ? point.x : point.y), kCoordinateField * frame.em, true);
  }
}

std::string shown_number(const playground::Exhibit& exhibit, const Knob& knob, std::string_view now) {
  const auto shown = exhibit.shown.find(knob.id);
  return shown == exhibit.shown.end() ? std::string(now) : shown->second;
}

float knob_width(const Frame& frame, const Knob& knob, const std::string& label) {
  const float name = text_size(frame, label, Weight::kRegular, frame.em).x + 0.4F * frame.em;
  switch (knob.kind) {
    case Knob::Kind::kSlider:
      return name + (kSliderWidth + 5) * frame.em + widest_value(frame, knob);
    case Knob::Kind::kNumber:
      return name + kNumberField * frame.em;
    case Knob::Kind::kPoint:
      return name + (2 * kCoordinateField + 3) * frame.em;
    case Knob::Kind::kChoice:
      break;
  }
  float width = name;
  for (const std::string_view stop : playground::stops_of(knob)) {
    width += button_width(frame, playground::option_label(frame.session.lesson, knob, stop)) + 0.2F * frame.em;
  }
  return width;
}

}  // namespace

void turn(Frame& frame, std::string_view knob, const std::string& value, playground::Gesture gesture) {
  frame.request(playground::TurnKnob{std::string(knob), value}, gesture);
}

void draw_knobs(Frame& frame, const playground::Exhibit& exhibit, float width) {
  const std::span<const Knob> knobs = playground::knobs_of(frame.session.lesson);
  frame.wrap_x = ImGui::GetCursorPosX() + width;
  bool first = true;
  for (const std::string_view id : exhibit.knobs) {
    const Knob* knob = playground::find_knob(knobs, id);
    if (knob == nullptr) {
      continue;
    }
    const std::string label = playground::knob_label(frame.session.lesson, *knob);
    if (!std::exchange(first, false)) {
      same_line_if_fits(frame, knob_width(frame, *knob, label), kBetweenKnobs * frame.em);
    }
    const float left = width - text_size(frame, label, Weight::kRegular, frame.em).x;
    (void)label_of(frame, label, name_of_knob(*knob));
    // Where a label leaves no room beside it, what it names stands below.
    if (left < knob_width(frame, *knob, {}) && knob->kind != Knob::Kind::kChoice) {
      ImGui::NewLine();
    }
    const std::string_view now = playground::value_of(*knob, frame.session.knobs);
    switch (knob->kind) {
      case Knob::Kind::kChoice:
        draw_choice_knob(frame, *knob, now);
        break;
      case Knob::Kind::kSlider:
        draw_slider_knob(frame, *knob, now);
        break;
      case Knob::Kind::kNumber:
        field(frame, name_of_knob(*knob), shown_number(exhibit, *knob, now), kNumberField * frame.em, true);
        break;
      case Knob::Kind::kPoint:
        draw_point_knob(frame, *knob, now);
        break;
    }
  }
  frame.wrap_x = 0;
}

}  // namespace shell
