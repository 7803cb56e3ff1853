// The rail: the steps as a list with live thumbnails, the overview that is always there.
#include <algorithm>

#include "core/playground/equation.hpp"
#include "imgui_internal.h"
#include "shell/focus.hpp"
#include "shell/grid_view.hpp"
#include "shell/hiding.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

// Sizes in em.
constexpr float kRowHeight = 3.1F;
constexpr float kThumbnailWidth = 3.6F;
constexpr float kThumbnailHeight = 2.3F;

/// The thumbnail's rectangle in `frame_rect`, as tall or wide as the matrix asks for.
Rect thumbnail_rect(const Rect& box, int rows, int columns) {
  const float ratio = static_cast<float>(columns) / static_cast<float>(rows);
  const float width = std::clamp(box.height * ratio, 0.25F * box.height, box.width);
  return {box.x + (box.width - width) / 2, box.y, width, box.height};
}

void draw_picture(Frame& frame, playground::Step step, const Rect& box) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::optional<playground::Tensor> tensor = playground::result_of(step, frame.session.model);
  if (!tensor) {
    draw_text_in(frame, list, box, "Aa", frame.theme.muted_ink, Weight::kRegular, frame.em, {0.5F, 0.5F});
    return;
  }
  MatrixGrid grid = tensor_grid(frame.snapshot, *tensor, frame.session.head);
  grid.limit = frame.limits[static_cast<std::size_t>(*tensor)];
  grid.scale = frame.session.colors;
  grid.rect = thumbnail_rect(box, static_cast<int>(grid.values->rows()), static_cast<int>(grid.values->cols()));
  draw_cells(frame, grid, {});
}

void draw_entry(Frame& frame, playground::Step step, int number, float width) {
  const playground::StepInfo& about = playground::info(step);
  const std::string name = "step." + std::string(about.name);
  if (is_hidden(frame, name)) {
    return;
  }
  const float height = kRowHeight * frame.em;
  bool pressed = ImGui::InvisibleButton(name.c_str(), {width, height});
  const Rect row = last_item();
  const bool hovered = ImGui::IsItemHovered();
  const bool current = frame.session.step == step;
  anchor_last_item(frame, name);
  Entry entry{.kind = EntryKind::kButton, .name = name, .text = std::to_string(number) + " " + label(about.label)};
  entry.chosen = current;
  if (current && frame.view.rail_shows != step) {
    frame.view.rail_shows = step;
    ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (current || hovered) {
    fill(list, row, current ? frame.theme.sunken : with_alpha(frame.theme.sunken, 0.5F), 0.4F * frame.em);
  }
  if (hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  const float thumbnail_width = kThumbnailWidth * frame.em;
  const float thumbnail_height = kThumbnailHeight * frame.em;
  const Rect box{row.x + 0.4F * frame.em, row.y + (height - thumbnail_height) / 2, thumbnail_width, thumbnail_height};
  draw_picture(frame, step, box);
  const float text_x = box.right() + 0.45F * frame.em;
  const std::string position = std::to_string(number);
  const Rect number_rect{text_x, row.y, 1.35F * frame.em, height};
  draw_text_in(frame, list, number_rect, position, frame.theme.muted_ink, Weight::kRegular, frame.em, {0, 0.5F});
  draw_text_in(frame, list, {number_rect.right(), row.y, row.right() - number_rect.right(), height}, say(about.label),
               frame.theme.ink, current ? Weight::kBold : Weight::kRegular, frame.em, {0, 0.5F});
  pressed = control(frame, std::move(entry)) || pressed;
  if (pressed) {
    frame.request(playground::GoToStep{step});
    frame.view.narrow_rail_open = false;
  }
}

}  // namespace

void draw_rail(Frame& frame, const Rect& rect) {
  ChildWindow window("rail", rect, frame.theme.surface, {0.5F * frame.em, 0.6F * frame.em}, true);
  if (window) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    int number = 1;
    for (const playground::Step step : playground::steps_of(frame.session)) {
      draw_entry(frame, step, number, ImGui::GetContentRegionAvail().x);
      ++number;
    }
    ImGui::PopStyleVar();
  }
  fill(*ImGui::GetWindowDrawList(), {rect.right() - 1, rect.y, 1, rect.height}, frame.theme.hairline);
}

}  // namespace shell
