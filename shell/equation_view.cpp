// The equation: the matrices of the step side by side, with names, shapes, token labels and what is lit.
#include <algorithm>
#include <cmath>

#include "core/playground/provenance.hpp"
#include "shell/cell_editing.hpp"
#include "shell/equation_outlines.hpp"
#include "shell/focus.hpp"
#include "shell/grid_zoom.hpp"
#include "shell/help.hpp"
#include "shell/margin_sums.hpp"
#include "shell/pins.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Cell;
using playground::Tensor;

// Sizes in em.
constexpr float kNumberSize = 0.8F;    ///< of numbers in cells
constexpr float kNumberHeight = 0.9F;  ///< of a cell with a number, at least
constexpr float kTallestCell = 1.6F;   ///< that zooming makes
constexpr float kRoomyCell = 1.25F;    ///< widest cell that zooming makes, in widths of its number

/// Cells of a tensor that have come to be, while the step is played; negative where all have.
int filled_of(const Frame& frame, Tensor tensor) {
  const std::optional<Tensor> result = playground::result_of(frame.session.step, frame.session.model);
  if (!frame.scene || !result) {
    return -1;
  }
  if (tensor == result) {
    return frame.scene->filled;
  }
  // The parts of a softmax or a norm come to be with the row that they belong to.
  const std::vector<Cell> parts = parts_of({.tensor = *result});
  const bool is_part = std::any_of(parts.begin(), parts.end(), [&](const Cell& part) { return part.tensor == tensor; });
  const attention::Matrix& values = *frame.snapshot.tensor(tensor, frame.session.head);
  const int row = frame.scene->current >= 0 ? frame.session.query + 1 : static_cast<int>(values.rows());
  return is_part ? row * static_cast<int>(values.cols()) : -1;
}

MatrixGrid grid_of(const Frame& frame, const DrawnOperand& operand, const Rect& rect) {
  MatrixGrid grid = tensor_grid(frame.snapshot, operand.tensor, frame.session.head);
  grid.transposed = operand.transposed;
  grid.limit = frame.limits[static_cast<std::size_t>(operand.tensor)];
  grid.scale = frame.session.colors;
  grid.rect = rect;
  grid.filled = filled_of(frame, operand.tensor);
  return grid;
}

int digits_of(Tensor tensor) {
  return tensor == Tensor::kWeights || tensor == Tensor::kExponentials || tensor == Tensor::kRowSum ? 2 : 1;
}

/// Space of the widest number of a matrix: as many digits before the point as its largest magnitude has.
float number_width(const Frame& frame, Tensor tensor, int digits) {
  const double limit = frame.limits[static_cast<std::size_t>(tensor)];
  const bool signed_numbers = role_of(tensor) != Role::kWeight;
  const std::string widest = playground::number_text(signed_numbers ? -limit : limit, digits);
  return text_size(frame, widest, Weight::kRegular, kNumberSize * frame.em).x + 0.2F * frame.em;
}

/// What the cell under the pointer is made of, beside it.
void explain_hovered(Frame& frame, const MatrixGrid& grid, const Cell& cell) {
  const playground::Result<playground::Provenance> origin = playground::provenance(frame.snapshot, cell);
  if (origin.ok() && frame.view.open_field.empty()) {
    tip(frame, origin.value().formula, block_rect(grid, cell.row, cell.column, 1, 1));
  }
}

/// Call while the grid's item is the last one. `taken`: the press was a drag or a stroke of the brush.
void react(Frame& frame, const MatrixGrid& grid, const GridResult& result, bool taken) {
  const std::string name = "matrix." + std::string(playground::info(grid.tensor).name);
  Entry entry{.kind = EntryKind::kMatrix, .name = name};
  entry.cell = {.tensor = grid.tensor, .head = grid.head};
  entry.transposed = grid.transposed;
  (void)control(frame, std::move(entry));
  if (const std::optional<Cell> named = named_cell(frame.view.pressed); named && named->tensor == grid.tensor) {
    const Cell cell = moved({.tensor = grid.tensor, .row = named->row, .column = named->column, .head = grid.head}, 0,
                            0, frame.snapshot);
    pin(frame, cell);
    if (frame.view.painting && grid.tensor == Tensor::kMaskedScores) {
      toggle_mask_cell(frame, cell);
    }
  }
  frame.view.cell_keys = frame.view.cell_keys || (has_focus(frame, name) && frame.view.focus_moved);
  if (has_focus(frame, name) && frame.view.focus_moved) {
    const std::optional<Cell> here = explained_cell(frame.session, frame.snapshot, frame.view);
    if (!here || here->tensor != grid.tensor) {
      pin(frame, moved({.tensor = grid.tensor, .row = here ? here->row : 0, .head = grid.head}, 0, 0, frame.snapshot));
    }
  }
  if (result.hovered) {
    frame.view.hovered = result.hovered;
    frame.view.legend = grid.tensor;
    if (!taken) {
      explain_hovered(frame, grid, *result.hovered);
    }
  }
  if (!result.clicked || taken) {
    return;
  }
  frame.view.pin_second = frame.view.pin_second || ImGui::GetIO().KeyShift;
  pin(frame, *result.clicked);
  if (ImGui::GetIO().MouseClickedLastCount[ImGuiMouseButton_Left] == 2) {
    type_over(frame, *result.clicked);
  }
}

std::vector<OperandShape> shapes_of(const Frame& frame, std::span<const DrawnOperand> operands) {
  std::vector<OperandShape> shapes;
  for (const DrawnOperand& operand : operands) {
    const MatrixGrid grid = grid_of(frame, operand, {});
    shapes.push_back(
        {.rows = drawn_rows(grid),
         .columns = drawn_columns(grid),
         .token_rows = is_token_axis(axes_of(operand, operands.back().tensor).down),
         .token_columns = is_token_axis(axes_of(operand, operands.back().tensor).across),
         .sign_width = text_size(frame, sign_text(frame, operand), Weight::kRegular, kSignSize * frame.em).x,
         .title_width = title_width(frame, operand, grid),
         .sums = operand.tensor == Tensor::kWeights && operands.back().tensor == Tensor::kWeights});
  }
  return shapes;
}

/// Of the name that stands last above a matrix: of many tokens any may be.
float last_label_width(const Frame& frame) {
  constexpr std::size_t kAllNamed = 24;
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  return tokens.size() > kAllNamed ? label_width(frame) : name_width(frame, tokens.back());
}

/// The layout with as many of the digits asked for as leave room for numbers, but not fewer than suit the matrix.
struct NumberedLayout {
  EquationLayout layout;
  EquationLayout roomy;  ///< the same in an area of the height `most`
  int digits = 1;
};
NumberedLayout lay_out_with_digits(const Frame& frame, std::span<const DrawnOperand> operands, const Rect& area,
                                   float most) {
  const Tensor result = operands.back().tensor;
  const std::vector<OperandShape> shapes = shapes_of(frame, operands);
  EquationMetrics metrics{.em = frame.em,
                          .label_width = label_width(frame),
                          .last_label_width = last_label_width(frame),
                          .stacks = frame.view.with_operands};
  int digits = frame.session.digits.value_or(digits_of(result));
  while (true) {
    metrics.number_width = number_width(frame, result, digits);
    EquationLayout layout = lay_out_equation(shapes, area, metrics);
    if (layout.numbers || digits <= digits_of(result)) {
      return {std::move(layout), lay_out_equation(shapes, {area.x, area.y, area.width, most}, metrics), digits};
    }
    --digits;
  }
}

/// One matrix of the equation, ready to be drawn.
struct Placed {
  const DrawnOperand& operand;
  const OperandBox& box;
  DrawnAxes axes;
  MatrixGrid grid;
  LargestCell largest;
  NumberStyle numbers;
};

Placed place(const Frame& frame, std::span<const DrawnOperand> operands, const NumberedLayout& numbered,
             std::size_t index) {
  const EquationLayout& layout = numbered.layout;
  const DrawnOperand& operand = operands[layout.first + index];
  const bool last = index + 1 == layout.operands.size();
  const int digits = last ? numbered.digits : frame.session.digits.value_or(digits_of(operand.tensor));
  const float needed = number_width(frame, operand.tensor, digits);
  Placed placed{.operand = operand,
                .box = layout.operands[index],
                .axes = axes_of(operand, operands.back().tensor),
                .grid = grid_of(frame, operand, layout.operands[index].cells),
                .largest = {kRoomyCell * needed, kTallestCell * frame.em},
                .numbers = {.digits = digits, .size = 0}};
  apply_zoom(frame, placed.axes, placed.grid);
  const bool wide_enough = (last && layout.numbers) || is_zoomed(frame, placed.axes);
  const float width = last && layout.numbers ? 0 : needed;
  if (wide_enough && detail_of(placed.grid, width, kNumberHeight * frame.em) == Detail::kNumbers) {
    placed.numbers.size = kNumberSize * frame.em * (last && layout.small_numbers ? kSmallNumber : 1);
  }
  return placed;
}

/// Keeps the selected cell in sight when it has moved.
void follow_selection(Frame& frame, const std::optional<Cell>& selected, std::span<const DrawnOperand> operands) {
  const DrawnOperand& result = operands.back();
  if (!selected || selected->tensor != result.tensor || frame.view.revealed == selected) {
    return;
  }
  frame.view.revealed = selected;
  reveal(frame, axes_of(result, result.tensor), grid_of(frame, result, {}), selected->row, selected->column);
}

Marks draw_operand(Frame& frame, const Placed& placed, const std::optional<Cell>& selected,
                   const std::optional<playground::Provenance>& origin, bool last) {
  const MatrixGrid& grid = placed.grid;
  const bool zooms = is_zoomed(frame, placed.axes) || can_magnify(grid, placed.largest);
  const GridResult result = draw_matrix_grid(frame, grid, placed.numbers, zooms);
  // These ask for the grid's item, which is the last one.
  const bool painted = paint_mask(frame, grid);
  const bool changed = !painted && drag_value(frame, grid);
  const bool panned = handle_zoom(frame, placed.axes, grid, placed.largest, !painted && !changed);
  react(frame, grid, result, painted || changed || panned);
  if (placed.box.column_sums.height > 0) {
    draw_margin_sums(frame, grid, placed.box, placed.numbers);
  }
  draw_row_labels(frame, placed.axes.down, grid, placed.box, last);
  draw_column_labels(frame, placed.axes.across, grid, placed.box);
  draw_title(frame, placed.operand, grid, placed.box);
  const Rect window = seen(grid);
  const float margin = 0.15F * frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({window.x - margin, window.y - margin}, {window.right() + margin, window.bottom() + margin}, true);
  draw_outlines(frame, placed.operand, grid, selected, origin);
  list.PopClipRect();
  if (selected && selected->tensor == grid.tensor) {
    draw_typing_place(frame, grid, *selected);
  }
  return result.marks;
}

/// The height of what stands below the matrices, now and where the result has room for numbers, which need no zoom.
struct HeightBelow {
  float now = 0;
  float with_numbers = 0;
};

/// Shows and hides what the result is made of, where it stands alone: "with X, W_q". Gives the height.
float draw_operands_button(Frame& frame, std::span<const DrawnOperand> operands, ImVec2 at) {
  std::string names;
  for (const DrawnOperand& operand : operands.first(operands.size() - 1)) {
    names += names.empty() ? "" : ", ";
    names += symbol_of(operand.tensor, operand.named_transposed, frame.snapshot.model);
  }
  ImGui::SetCursorScreenPos(at);
  bool& shown = frame.view.with_operands;
  if (button(frame, "operands", say(Word::kWith, {names}), shown ? ButtonLook::kChosen : ButtonLook::kPlain)) {
    shown = !shown;
  }
  return last_item().height + 0.4F * frame.em;
}

/// Below the matrices: zoom where cells are small, and what the marks mean.
HeightBelow draw_below(Frame& frame, const Placed& result, const Marks& marks, const Rect& area) {
  float left = area.x;
  float height = 0;
  const bool zoomed = !frame.view.zoom.empty();
  const bool magnifiable = can_magnify(result.grid, result.largest);
  if (zoomed || (magnifiable && result.numbers.size <= 0)) {
    const Rect buttons = draw_zoom_buttons(frame, {area.x, area.y}, zoomed, magnifiable);
    left = buttons.right() + frame.em;
    height = buttons.height;
  }
  const float legend = draw_mark_legend(frame, marks, {left, area.y}, area.right() - left);
  const auto with_gap = [&](float content) { return content > 0 ? content + 0.4F * frame.em : 0; };
  return {with_gap(std::max(height, legend)), with_gap(zoomed ? std::max(height, legend) : legend)};
}

}  // namespace

EquationHeight draw_equation(Frame& frame, const Rect& area, float most) {
  const std::vector<DrawnOperand> operands =
      drawn_equation(frame.session.step, frame.session.model, tokens_are_columns(frame.session));
  const NumberedLayout numbered = lay_out_with_digits(frame, operands, area, most);
  const EquationLayout& layout = numbered.layout;
  const std::optional<Cell> selected = explained_cell(frame.session, frame.snapshot, frame.view);
  std::optional<playground::Provenance> origin;
  if (selected) {
    const playground::Result<playground::Provenance> found = playground::provenance(frame.snapshot, *selected);
    origin = found.ok() ? std::optional(found.value()) : std::nullopt;
  }
  const Placed result = place(frame, operands, numbered, layout.operands.size() - 1);
  zoom_by_key(frame, result.axes, result.grid, result.largest);
  follow_selection(frame, selected, operands);
  Marks marks;
  for (std::size_t index = 0; index < layout.operands.size(); ++index) {
    const Placed placed = place(frame, operands, numbered, index);
    if (index > 0) {
      draw_text_in(frame, *ImGui::GetWindowDrawList(), placed.box.sign, sign_text(frame, placed.operand),
                   frame.theme.ink, Weight::kRegular, kSignSize * frame.em, {0.5F, 0.5F});
    }
    marks |= draw_operand(frame, placed, selected, origin, index + 1 == layout.operands.size());
  }
  frame.view.zoom_wishes.clear();
  float bottom = area.y + layout.height;
  const float toggle = layout.alone ? draw_operands_button(frame, operands, {area.x, bottom}) : 0;
  bottom += toggle;
  const HeightBelow below = draw_below(frame, result, marks, {area.x, bottom, area.width, 0});
  const EquationLayout& roomy = numbered.roomy;
  const bool numbers = roomy.numbers && roomy.operands.back().cells.height >=
                                            kNumberHeight * frame.em * static_cast<float>(drawn_rows(result.grid));
  return {layout.height + toggle + below.now, roomy.height + toggle + (numbers ? below.with_numbers : below.now)};
}

}  // namespace shell
