// Grids: small matrices with names, numbers and the marks of what is no number.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/playground/wording.hpp"
#include "shell/draw.hpp"
#include "shell/figures.hpp"
#include "shell/matrix_grid.hpp"

namespace shell {
namespace {

using playground::Grid;

constexpr float kGridNameSize = 0.9F;     // em
constexpr float kGridNumberSize = 0.85F;  // em
constexpr float kTallest = 26;            // em, of all cells

struct GridPlace {
  ImVec2 cells;     ///< the upper left corner
  float width = 0;  ///< of a cell
  float height = 0;
  float names = 0;  ///< width of the names of rows
  bool slanted = false;
  bool numbers = false;
};

GridPlace place_of(Frame& frame, const Grid& grid, const ImVec2& start, float width) {
  GridPlace place;
  const float name_size = kGridNameSize * frame.em;
  for (const std::string& name : grid.rows) {
    place.names = std::max(place.names, text_size(frame, token_text(frame, name), Weight::kRegular, name_size).x);
  }
  place.names = grid.rows.empty() ? 0 : std::min(std::ceil(place.names), 0.42F * width) + 0.5F * frame.em;
  const auto columns = static_cast<float>(std::max<Eigen::Index>(1, grid.values.cols()));
  const auto rows = static_cast<float>(std::max<Eigen::Index>(1, grid.values.rows()));
  const float widest = grid.digits < 0 ? 2.2F : 4.2F;
  place.width = std::min((width - place.names) / columns, widest * frame.em);
  place.height = std::min({1.9F * frame.em, kTallest * frame.em / rows, std::max(place.width, 0.6F * frame.em)});
  float name_width = 0;
  for (const std::string& name : grid.columns) {
    name_width = std::max(name_width, text_size(frame, name, Weight::kRegular, name_size).x);
  }
  place.slanted = name_width > place.width - 0.2F * frame.em;
  float number_width = 0;
  if (grid.digits >= 0) {
    for (Eigen::Index index = 0; index < grid.values.size(); ++index) {
      const std::string text = playground::number_text(grid.values(index), grid.digits);
      number_width = std::max(number_width, text_size(frame, text, Weight::kRegular, kGridNumberSize * frame.em).x);
    }
  }
  place.numbers = grid.digits >= 0 && number_width <= place.width - 2 && place.height >= kGridNumberSize * frame.em;
  float above = 0;
  if (!grid.columns.empty()) {
    above = place.slanted ? std::min(name_width, 7 * frame.em) * 0.71F + 0.9F * frame.em : 1.5F * frame.em;
  }
  place.cells = {start.x + place.names, start.y + above};
  return place;
}

void draw_names(Frame& frame, const Grid& grid, const GridPlace& place) {
  constexpr float kSlant = 0.785F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = kGridNameSize * frame.em;
  const bool every_row = place.height >= size;
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    const float y = place.cells.y + place.height * static_cast<float>(row);
    const std::size_t stride = every_row ? 1 : static_cast<std::size_t>(std::ceil(1.2F * size / place.height));
    if (row % stride == 0) {
      const Rect rect{place.cells.x - place.names, y, place.names - 0.5F * frame.em, std::max(place.height, size)};
      draw_text_in(frame, list, rect, fitting_text(frame, grid.rows[row], Weight::kRegular, size, rect.width),
                   frame.theme.ink, Weight::kRegular, size, {1, every_row ? 0.5F : 0});
    }
    if (row < grid.row_groups.size()) {
      constexpr playground::Hue kFamilies[] = {playground::Hue::kQuery, playground::Hue::kKey, playground::Hue::kValue,
                                               playground::Hue::kWeight};
      const Color color = hue_color(frame.theme, kFamilies[grid.row_groups[row] % 4]);
      fill(list, {place.cells.x - 0.4F * frame.em, y + 1, 0.3F * frame.em, place.height - 2}, color);
    }
  }
  float free_from = 0;
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    const float x = place.cells.x + place.width * static_cast<float>(column);
    const std::string& name = grid.columns[column];
    if (!place.slanted) {
      draw_text_in(frame, list, {x, place.cells.y - 1.4F * frame.em, place.width, 1.3F * frame.em}, name,
                   frame.theme.ink, Weight::kRegular, size, {0.5F, 0.5F});
    } else if (x >= free_from) {
      draw_turned_text(frame, list, {x + 0.5F * place.width - 0.3F * size, place.cells.y - 0.9F * size}, kSlant,
                       fitting_text(frame, name, Weight::kRegular, size, 7 * frame.em), frame.theme.ink,
                       Weight::kRegular, size);
      free_from = x + 1.1F * size;
    }
  }
}

void draw_cell(Frame& frame, double value, double limit, const Grid& grid, const Rect& rect, bool number) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool is_nan = std::isnan(value);
  const bool masked = std::isinf(value) && value < 0;
  const Color ground = is_nan || masked ? frame.theme.sunken : data_color(frame.theme, value, limit);
  fill(list, rect, ground);
  if (masked) {
    hatch(list, rect, frame.theme.hatch, 0.45F * frame.em);
  }
  if (is_nan) {
    outline(list, rect, frame.theme.warning, 1.5F);
  }
  if (number) {
    const Color ink = is_nan   ? frame.theme.warning
                      : masked ? frame.theme.muted_ink
                               : readable_ink(ground, frame.theme.dark_ink, frame.theme.light_ink);
    draw_text_in(frame, list, rect, playground::number_text(value, grid.digits), ink, Weight::kRegular,
                 kGridNumberSize * frame.em, {0.5F, 0.5F});
  }
}

}  // namespace

void draw_grid(Frame& frame, const Grid& grid, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const GridPlace place = place_of(frame, grid, start, width);
  const double limit = grid.limit > 0 ? grid.limit : largest_magnitude(grid.values);
  const float gap = place.width >= 7 && place.height >= 7 ? 1 : 0;
  draw_names(frame, grid, place);
  const auto rect_of = [&](Eigen::Index row, Eigen::Index column) {
    return Rect{place.cells.x + place.width * static_cast<float>(column),
                place.cells.y + place.height * static_cast<float>(row), place.width - gap, place.height - gap};
  };
  for (Eigen::Index row = 0; row < grid.values.rows(); ++row) {
    for (Eigen::Index column = 0; column < grid.values.cols(); ++column) {
      draw_cell(frame, grid.values(row, column), limit, grid, rect_of(row, column), place.numbers);
    }
  }
  for (const Grid::Place& marked : grid.marked) {
    outline(*ImGui::GetWindowDrawList(), rect_of(marked.row, marked.column), frame.theme.focus,
            std::max(2.0F, 0.14F * frame.em));
  }
  const float height = place.height * static_cast<float>(grid.values.rows());
  ImGui::Dummy({width, place.cells.y - start.y + height + 0.2F * frame.em});
  const ImVec2 mouse = ImGui::GetMousePos();
  const Rect cells{place.cells.x, place.cells.y, place.width * static_cast<float>(grid.values.cols()), height};
  if (ImGui::IsItemHovered() && cells.contains(mouse.x, mouse.y)) {
    const auto row = static_cast<Eigen::Index>((mouse.y - cells.y) / place.height);
    const auto column = static_cast<Eigen::Index>((mouse.x - cells.x) / place.width);
    if (row < grid.values.rows() && column < grid.values.cols()) {
      const auto name = [](const std::vector<std::string>& names, Eigen::Index index) {
        const auto at = static_cast<std::size_t>(index);
        return at < names.size() ? names[at] : std::to_string(index);
      };
      const std::string text = name(grid.rows, row) + ", " + name(grid.columns, column) + ": " +
                               playground::number_text(grid.values(row, column), std::max(grid.digits, 0) + 2);
      ImGui::SetTooltip("%s", text.c_str());
    }
  }
}

}  // namespace shell
