#include "shell/equation_labels.hpp"

#include <algorithm>
#include <cmath>

#include "shell/pins.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {

using playground::Axis;
using playground::TensorInfo;

namespace {

constexpr float kLabelSize = 0.88F;            ///< of token names, in em
constexpr float kTitleSize = 0.92F;            ///< of a matrix's name and shape, in em
constexpr float kLongestLabel = 7;             ///< of a token name, in em
constexpr float kQuarterTurn = 0.7853981634F;  ///< 45 degrees

std::string shape_text(const MatrixGrid& grid) {
  return std::to_string(drawn_rows(grid)) + " × " + std::to_string(drawn_columns(grid));
}

void select_token(Frame& frame, Axis axis, int index) {
  unpin(frame.view);
  if (axis == Axis::kKeyToken) {
    frame.request(playground::Select{.query = std::nullopt, .key = index});
  } else {
    frame.request(playground::Select{.query = index, .key = std::nullopt});
  }
}

}  // namespace

bool is_token_axis(Axis axis) { return axis == Axis::kQueryToken || axis == Axis::kKeyToken; }

Axis down_axis(const DrawnOperand& operand) {
  const TensorInfo& about = playground::info(operand.tensor);
  return operand.transposed ? about.columns : about.rows;
}
Axis across_axis(const DrawnOperand& operand) {
  const TensorInfo& about = playground::info(operand.tensor);
  return operand.transposed ? about.rows : about.columns;
}

float label_width(const Frame& frame) {
  float widest = 0;
  for (const std::string& token : frame.snapshot.tokens) {
    widest = std::max(widest, text_size(frame, token_text(frame, token), Weight::kBold, kLabelSize * frame.em).x);
  }
  return std::min(widest, kLongestLabel * frame.em) + 0.6F * frame.em;
}

int selected_on(const Frame& frame, Axis axis) {
  return axis == Axis::kQueryToken ? frame.session.query : axis == Axis::kKeyToken ? frame.session.key : -1;
}

const Color& axis_color(const Frame& frame, Axis axis) {
  return axis == Axis::kKeyToken ? frame.theme.key : frame.theme.query;
}

void draw_row_labels(Frame& frame, const DrawnOperand& operand, const OperandBox& box, bool from_result) {
  const Axis axis = down_axis(operand);
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const float row_height = box.cells.height / static_cast<float>(tokens.size());
  if (box.row_labels.width <= 0 || row_height < 0.75F * frame.em) {
    return;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int selected = selected_on(frame, axis);
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    const bool lit = static_cast<int>(index) == selected;
    const Rect rect{box.cells.x - box.row_labels.width, box.cells.y + static_cast<float>(index) * row_height,
                    box.row_labels.width - 0.4F * frame.em, row_height};
    draw_text_in(frame, list, rect, token_text(frame, tokens[index]), lit ? axis_color(frame, axis) : frame.theme.ink,
                 lit ? Weight::kBold : Weight::kRegular, kLabelSize * frame.em, {1, 0.5F});
    const std::string name = (from_result ? "row[" : "label.row[") + std::to_string(index) + "]";
    if (area_pressed(frame, name, rect)) {
      select_token(frame, axis, static_cast<int>(index));
    }
  }
}

void draw_column_labels(Frame& frame, const DrawnOperand& operand, const OperandBox& box) {
  if (box.column_labels.height <= 0) {
    return;
  }
  const Axis axis = across_axis(operand);
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const float width = box.cells.width / static_cast<float>(tokens.size());
  const float size = kLabelSize * frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int selected = selected_on(frame, axis);
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    const bool lit = static_cast<int>(index) == selected;
    // The turned line's lower left corner stands a little left of the middle of its column.
    const float middle = box.cells.x + (static_cast<float>(index) + 0.5F) * width;
    const ImVec2 at{middle - 0.75F * size, box.cells.y - 0.25F * frame.em - 0.6F * size};
    draw_turned_text(frame, list, at, kQuarterTurn, token_text(frame, tokens[index]),
                     lit ? axis_color(frame, axis) : frame.theme.ink, lit ? Weight::kBold : Weight::kRegular, size);
    // A turned name leans to the right: what is clicked is the band above its column, as far as it leans.
    const float rise = box.cells.y - box.column_labels.y;
    const float lean = std::clamp(box.cells.y - ImGui::GetMousePos().y, 0.0F, rise);
    const Rect band{middle - width / 2 + lean, box.column_labels.y, width, rise};
    if (area_pressed(frame, "column[" + std::to_string(index) + "]", band)) {
      select_token(frame, axis, static_cast<int>(index));
    }
  }
}

float title_width(const Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid) {
  const float size = kTitleSize * frame.em;
  return std::max(text_size(frame, symbol_of(operand.tensor, operand.named_transposed), Weight::kBold, size).x,
                  text_size(frame, shape_text(grid), Weight::kRegular, size).x) +
         0.3F * frame.em;
}

void draw_title(Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid, const OperandBox& box) {
  const float size = kTitleSize * frame.em;
  const Rect name{box.title.x, box.title.y, box.title.width, 1.2F * size};
  const Rect shape{box.title.x, name.bottom(), box.title.width, 1.2F * size};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text_in(frame, list, name, symbol_of(operand.tensor, operand.named_transposed),
               role_color(frame.theme, role_of(operand.tensor)), Weight::kBold, size, {0.5F, 0.5F});
  draw_text_in(frame, list, shape, shape_text(grid), frame.theme.muted_ink, Weight::kRegular, size, {0.5F, 0.5F});
}

}  // namespace shell
