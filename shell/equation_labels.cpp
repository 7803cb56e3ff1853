#include "shell/equation_labels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "shell/draw.hpp"
#include "shell/pins.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Axis;
using playground::Tensor;
using playground::TensorInfo;

// Sizes in em.
constexpr float kLabelSize = 0.88F;     ///< of token names
constexpr float kTitleSize = 0.92F;     ///< of a matrix's name and shape
constexpr float kWidestLabel = 7;       ///< of a token name
constexpr float kRowLabelStep = 1.05F;  ///< least distance of names below each other
constexpr float kColumnLabelStep = 1.15F;  ///< and beside each other, turned
constexpr float kQuarterTurn = 0.7853981634F;  ///< 45 degrees

/// Every how many tokens a name is written where `cell` pixels are one token.
int label_stride(float cell, float least) { return std::max(1, static_cast<int>(std::ceil(least / cell - 0.15F))); }

/// Whether token `index` gets its name: those of the stride, and the selected one instead of its neighbours.
bool is_labelled(int index, int stride, int selected) {
  if (index == selected) {
    return true;
  }
  return index % stride == 0 && (selected < 0 || stride == 1 || std::abs(index - selected) >= stride);
}

/// "12 × 16"; "64 × 16 of 64" where the columns of one head out of several take part.
std::string shape_text(const Frame& frame, const MatrixGrid& grid) {
  const auto text = [](int part, int whole) {
    return part == whole ? std::to_string(whole) : say(Word::kPartOf, {std::to_string(part), std::to_string(whole)});
  };
  const IndexRange own = head_columns(grid, frame.session.model.sizes);
  const int rows = static_cast<int>(grid.values->rows());
  const std::string columns = text(own.end - own.first, static_cast<int>(grid.values->cols()));
  return grid.transposed ? columns + " × " + std::to_string(rows) : std::to_string(rows) + " × " + columns;
}

/// A token's name as far as there is room for it beside a matrix.
std::string label_text(const Frame& frame, const std::string& token) {
  return fitting_text(frame, token, Weight::kBold, kLabelSize * frame.em, kWidestLabel * frame.em);
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

DrawnAxes axes_of(const DrawnOperand& operand, Tensor result) {
  const TensorInfo& about = playground::info(operand.tensor);
  const bool makes_keys = about.rows == Axis::kQueryToken && playground::info(result).rows == Axis::kKeyToken;
  const Axis rows = makes_keys ? Axis::kKeyToken : about.rows;
  return operand.transposed ? DrawnAxes{about.columns, rows} : DrawnAxes{rows, about.columns};
}

int selected_on(const Frame& frame, Axis axis) {
  return axis == Axis::kQueryToken ? frame.session.query : axis == Axis::kKeyToken ? frame.session.key : -1;
}

const Color& axis_color(const Frame& frame, Axis axis) {
  return axis == Axis::kKeyToken ? frame.theme.key : frame.theme.query;
}

float name_width(const Frame& frame, const std::string& token) {
  const float width = text_size(frame, token_text(frame, token), Weight::kBold, kLabelSize * frame.em).x;
  return std::min(width, kWidestLabel * frame.em) + 0.6F * frame.em;
}

float label_width(const Frame& frame) {
  float widest = 0;
  for (const std::string& token : frame.snapshot.tokens) {
    widest = std::max(widest, name_width(frame, token));
  }
  return widest;
}

void draw_row_labels(Frame& frame, Axis axis, const MatrixGrid& grid, const OperandBox& box, bool from_result) {
  if (box.row_labels.width <= 0 || !is_token_axis(axis)) {
    return;
  }
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const Rect window = seen(grid);
  const float row_height = grid.rect.height / static_cast<float>(tokens.size());
  const int stride = label_stride(row_height, kRowLabelStep * frame.em);
  const int selected = selected_on(frame, axis);
  const int first = std::max(0, static_cast<int>((window.y - grid.rect.y) / row_height));
  const Rect strip{window.x - box.row_labels.width, window.y, box.row_labels.width, window.height};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({strip.x, strip.y - 0.3F * frame.em}, {strip.right(), strip.bottom() + 0.3F * frame.em}, true);
  for (int index = first; index < static_cast<int>(tokens.size()); ++index) {
    const float y = grid.rect.y + static_cast<float>(index) * row_height;
    if (y >= window.bottom()) {
      break;
    }
    if (!is_labelled(index, stride, selected)) {
      continue;
    }
    const bool lit = index == selected;
    const Rect rect{strip.x, y, strip.width - 0.4F * frame.em, row_height};
    draw_text_in(frame, list, rect, label_text(frame, tokens[static_cast<std::size_t>(index)]),
                 lit ? axis_color(frame, axis) : frame.theme.ink, lit ? Weight::kBold : Weight::kRegular,
                 kLabelSize * frame.em, {1, 0.5F});
    const std::string name = (from_result ? "row[" : "label.row[") + std::to_string(index) + "]";
    const float tall = std::max(row_height, kRowLabelStep * frame.em);
    const Rect pressable{rect.x, y + (row_height - tall) / 2, rect.width, tall};
    if (area_pressed(frame, name, intersection(pressable, strip))) {
      select_token(frame, axis, index);
    }
  }
  list.PopClipRect();
}

void draw_column_labels(Frame& frame, Axis axis, const MatrixGrid& grid, const OperandBox& box) {
  if (box.column_labels.height <= 0 || !is_token_axis(axis)) {
    return;
  }
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const Rect window = seen(grid);
  const float width = grid.rect.width / static_cast<float>(tokens.size());
  const float size = kLabelSize * frame.em;
  const int stride = label_stride(width, kColumnLabelStep * frame.em);
  const int selected = selected_on(frame, axis);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int index = 0; index < static_cast<int>(tokens.size()); ++index) {
    // The turned line's lower left corner stands a little left of the middle of its column.
    const float middle = grid.rect.x + (static_cast<float>(index) + 0.5F) * width;
    if (middle < window.x || middle >= window.right() || !is_labelled(index, stride, selected)) {
      continue;
    }
    const bool lit = index == selected;
    const ImVec2 at{middle - 0.75F * size, window.y - 0.25F * frame.em - 0.6F * size};
    draw_turned_text(frame, list, at, kQuarterTurn, label_text(frame, tokens[static_cast<std::size_t>(index)]),
                     lit ? axis_color(frame, axis) : frame.theme.ink, lit ? Weight::kBold : Weight::kRegular, size);
    // A turned name leans to the right: what is clicked is the band above its column, as far as it leans.
    const float rise = window.y - box.column_labels.y;
    const float lean = std::clamp(window.y - ImGui::GetMousePos().y, 0.0F, rise);
    const float wide = std::max(width, kColumnLabelStep * frame.em);
    const Rect band{middle - wide / 2 + lean, box.column_labels.y, wide, rise};
    if (area_pressed(frame, "column[" + std::to_string(index) + "]", band)) {
      select_token(frame, axis, index);
    }
  }
}

float title_width(const Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid) {
  const float size = kTitleSize * frame.em;
  return std::max(text_size(frame, symbol_of(operand.tensor, operand.named_transposed, frame.snapshot.model),
                            Weight::kBold, size)
                      .x,
                  text_size(frame, shape_text(frame, grid), Weight::kRegular, size).x) +
         0.3F * frame.em;
}

void draw_title(Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid, const OperandBox& box) {
  const float size = kTitleSize * frame.em;
  const Rect name{box.title.x, box.title.y, box.title.width, 1.2F * size};
  const Rect shape{box.title.x, name.bottom(), box.title.width, 1.2F * size};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text_in(frame, list, name, symbol_of(operand.tensor, operand.named_transposed, frame.snapshot.model),
               role_color(frame.theme, role_of(operand.tensor)), Weight::kBold, size, {0.5F, 0.5F});
  draw_text_in(frame, list, shape, shape_text(frame, grid), frame.theme.muted_ink, Weight::kRegular, size,
               {0.5F, 0.5F});
}

std::string sign_text(const Frame& frame, const DrawnOperand& operand) {
  if (operand.tensor != Tensor::kScaledScores || operand.sign_before != "×") {
    return operand.sign_before;
  }
  char factor[32];
  std::snprintf(factor, sizeof factor, "×%.3g",
                playground::scale_factor(frame.session.model.scale, frame.session.model.sizes.d_k));
  return factor;
}

}  // namespace shell
