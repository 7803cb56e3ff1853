// The comparison: what the step makes of two configurations, side by side, and a map of the difference.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/playground/comparison.hpp"
#include "core/playground/equation.hpp"
#include "core/playground/settings.hpp"
#include "core/playground/wording.hpp"
#include "shell/comparison.hpp"
#include "shell/equation_labels.hpp"
#include "shell/focus.hpp"
#include "shell/grid_view.hpp"
#include "shell/help.hpp"
#include "shell/pins.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using attention::Matrix;
using playground::Cell;
using playground::Snapshot;
using playground::Tensor;

// Sizes in em.
constexpr float kBesideFrom = 44;
constexpr float kSideGap = 1.2F;
constexpr float kSideTitle = 1.6F;
constexpr float kTallestSideRow = 1.4F;
constexpr float kWidestSideCell = 2.6F;
constexpr float kSideNumber = 0.74F;
constexpr float kSideNumberHeight = 0.9F;  ///< of a cell with a number, at least

constexpr int kSideDigits = 2;  ///< after the point, where nobody chose another number

struct Side {
  std::string title;
  std::string name;  ///< of the anchor
  const Matrix* values = nullptr;
  const Snapshot* snapshot = nullptr;  ///< null for the difference
  double limit = 1;
};

MatrixGrid grid_of(const Frame& frame, Tensor tensor, const Side& side) {
  MatrixGrid grid = side.snapshot ? tensor_grid(*side.snapshot, tensor, head_in(*side.snapshot, frame.session.head))
                                  : MatrixGrid{.tensor = tensor, .head = frame.session.head, .values = side.values};
  grid.transposed = tokens_are_columns(frame.session);
  grid.limit = side.limit;
  grid.scale = frame.session.colors;
  return grid;
}

std::string what_is_here(const Side& side, const Cell& cell) {
  if (side.snapshot) {
    const playground::Result<playground::Provenance> origin = playground::provenance(*side.snapshot, cell);
    return origin.ok() ? origin.value().formula : origin.sentence();
  }
  return say(Word::kDifferenceIs, {playground::number_text((*side.values)(cell.row, cell.column), 4)});
}

/// Pixels that token names take at the left and above.
struct LabelRoom {
  float left = 0;
  float top = 0;
};

LabelRoom room_of(const Frame& frame, const DrawnAxes& axes) {
  const float width = label_width(frame);
  return {is_token_axis(axes.down) ? width : 0, is_token_axis(axes.across) ? turned_height(width, frame.em) : 0};
}

/// The names for which there is room.
void draw_names(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, const LabelRoom& room) {
  OperandBox box;
  box.cells = grid.rect;
  box.row_labels = {grid.rect.x - room.left, grid.rect.y, room.left, grid.rect.height};
  box.column_labels = {grid.rect.x, grid.rect.y - room.top, grid.rect.width, room.top};
  if (room.left > 0) {
    draw_row_labels(frame, axes.down, grid, box, true);
  }
  if (room.top > 0) {
    draw_column_labels(frame, axes.across, grid, box);
  }
}

/// What keyboard and mirror do with a map: "compare.other[3,5]" pins that cell of ours, the focus lets arrows move it.
void press_by_name(Frame& frame, Tensor tensor, const std::string& name) {
  const Cell corner{.tensor = tensor, .head = frame.session.head};
  if (frame.view.pressed.starts_with(name + "[")) {
    const std::string mine = std::string(playground::info(tensor).name) + frame.view.pressed.substr(name.size());
    if (const std::optional<Cell> cell = named_cell(mine)) {
      pin(frame, moved(corner, cell->row, cell->column, frame.snapshot));
    }
  }
  if (has_focus(frame, name) && frame.view.focus_moved) {
    frame.view.cell_keys = true;
    const std::optional<Cell> here = explained_cell(frame.session, frame.snapshot, frame.view);
    if (!here || here->tensor != tensor) {
      pin(frame, corner);
    }
  }
}

/// The numbers in the cells of all sides.
struct SideNumbers {
  int digits = kSideDigits;
  float width = 0;  ///< pixels that the widest of them needs
};

SideNumbers numbers_with(const Frame& frame, std::span<const Side> sides, int digits) {
  double limit = 0;
  for (const Side& side : sides) {
    limit = std::max(limit, side.limit);
  }
  const float size = kSideNumber * frame.em;
  const std::string widest = playground::number_text(-limit, digits);
  return {digits, text_size(frame, widest, Weight::kRegular, size).x + 0.2F * frame.em};
}

/// As many of the digits asked for as have room in cells of `room` pixels, but not fewer than suit a map.
SideNumbers numbers_of(const Frame& frame, std::span<const Side> sides, float room) {
  SideNumbers numbers = numbers_with(frame, sides, frame.session.digits.value_or(kSideDigits));
  while (numbers.digits > kSideDigits && numbers.width > room) {
    numbers = numbers_with(frame, sides, numbers.digits - 1);
  }
  return numbers;
}

/// One map in `area`, its cells `room` away from the left and the top of it.
MatrixGrid draw_side_matrix(Frame& frame, Tensor tensor, std::span<const Side> sides, const Side& side,
                            const Rect& area, const LabelRoom& room) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float title = kSideTitle * frame.em;
  draw_text_in(frame, list, {area.x, area.y, area.width, title}, side.title, frame.theme.ink, Weight::kBold, frame.em,
               {0, 0.5F});
  MatrixGrid grid = grid_of(frame, tensor, side);
  const auto rows = static_cast<float>(drawn_rows(grid));
  const auto columns = static_cast<float>(drawn_columns(grid));
  const float above = title + room.top;
  const float most_width = (area.width - room.left) / columns;
  const SideNumbers numbers = numbers_of(frame, sides, most_width);
  const float cell_width = std::min(std::max(kWidestSideCell * frame.em, numbers.width), most_width);
  const float cell_height = std::min(kTallestSideRow * frame.em, (area.height - above) / rows);
  grid.rect = {area.x + room.left, area.y + above, cell_width * columns, cell_height * rows};
  const bool numbered = cell_width >= numbers.width && cell_height >= kSideNumberHeight * frame.em;
  const playground::Model no_edits;
  draw_cells(frame, grid, {numbers.digits, numbered ? kSideNumber * frame.em : 0},
             side.snapshot ? &side.snapshot->model : &no_edits);
  Entry entry{.kind = EntryKind::kMap, .name = side.name, .text = side.title};
  entry.cell = {.tensor = tensor, .head = frame.session.head};
  entry.side = side.snapshot == &frame.snapshot ? ModelSide::kHere
               : side.snapshot != nullptr       ? ModelSide::kOther
                                                : ModelSide::kDifference;
  entry.transposed = grid.transposed;
  frame.transcript.add(std::move(entry));
  press_by_name(frame, tensor, side.name);
  const ImVec2 mouse = ImGui::GetMousePos();
  const std::optional<Cell> cell = ImGui::IsWindowHovered() ? cell_at(grid, mouse.x, mouse.y) : std::nullopt;
  if (cell) {
    tip(frame, what_is_here(side, *cell), block_rect(grid, cell->row, cell->column, 1, 1));
  }
  if (area_pressed(frame, side.name, grid.rect) && cell) {
    Cell mine = *cell;
    mine.head = frame.session.head;
    pin(frame, mine);
  }
  const std::optional<Cell> here = explained_cell(frame.session, frame.snapshot, frame.view);
  if (here && here->tensor == tensor && here->row < side.values->rows() && here->column < side.values->cols()) {
    outline(list, block_rect(grid, here->row, here->column, 1, 1), frame.theme.ink, std::max(1.5F, 0.14F * frame.em));
  }
  return grid;
}

/// The settings of a comparison, name by name.
playground::Parameters settings_of(const std::string& comparison) {
  playground::Parameters parameters;
  if (!comparison.empty()) {
    playground::read_parameters(comparison, '?', parameters);
  }
  return parameters;
}

/// Chosen value of a setting in "heads=4&scale=off", empty where it is not in there.
std::string chosen(const std::string& comparison, std::string_view name) {
  const playground::Parameters parameters = settings_of(comparison);
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::string() : found->second;
}

/// The comparison with one setting put in, or taken out where it has this value already.
std::string toggled(const std::string& comparison, const std::string& name, const std::string& value) {
  playground::Parameters parameters = settings_of(comparison);
  if (chosen(comparison, name) == value) {
    parameters.erase(name);
  } else {
    parameters[name] = value;
  }
  std::string text;
  for (const auto& [key, setting] : parameters) {
    text += playground::parameter_text(key, setting);
  }
  return text.empty() ? text : text.substr(1);
}

/// The names that a link has for settings and values, where the interface has words of its own for them.
struct Shown {
  std::string_view name;
  Word word;
};
constexpr std::array kSettingWords{Shown{"scale", Word::kScale}, Shown{"mask", Word::kMask},
                                   Shown{"heads", Word::kHeads}, Shown{"positions", Word::kPositions},
                                   Shown{"seed", Word::kSeed},   Shown{"vectors", Word::kVectors}};
constexpr std::array kValueWords{Shown{"on", Word::kCompareOn},  Shown{"off", Word::kCompareOff},
                                 Shown{"none", Word::kNoMask},   Shown{"causal", Word::kCausal},
                                 Shown{"rotary", Word::kRotary}, Shown{"sinusoidal", Word::kSinusoidal}};

std::string shown(std::span<const Shown> words, std::string_view name) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const Shown& row) { return row.name == name; });
  return found == words.end() ? std::string(name) : label(found->word);
}

void draw_end(Frame& frame) {
  if (button(frame, "compare.stop", say(Word::kEndCompare))) {
    frame.request(playground::SetCompare{});
  }
}

struct Group {
  std::string name;
  std::vector<std::string> values;
};

std::vector<Group> groups_of(const Frame& frame) {
  const std::string& seed = frame.session.model.seed;
  return {{"scale", {"on", "off"}},
          {"mask", {"none", "causal", "window:2"}},
          {"heads", {"1", "2", "4"}},
          {"positions", {"none", "sinusoidal", "rotary", "alibi"}},
          {"seed", {seed == "8" ? "7" : "8"}}};
}

}  // namespace

int head_in(const Snapshot& snapshot, int head) { return std::min(head, snapshot.model.sizes.heads - 1); }

Difference difference(const Matrix& from, const Matrix& to) {
  Matrix apart(from.rows(), from.cols());
  for (attention::Index index = 0; index < from.size(); ++index) {
    const double a = from.data()[index];
    const double b = to.data()[index];
    apart.data()[index] = a == b ? 0 : b - a;  // both minus infinity: no difference
  }
  const double largest = largest_magnitude(apart);
  return {std::move(apart), largest};
}

std::string comparison_title(const std::string& comparison) {
  std::string title;
  for (const auto& [name, value] : settings_of(comparison)) {
    title += (title.empty() ? "" : ", ") + shown(kSettingWords, name) + " " + shown(kValueWords, value);
  }
  return title;
}

bool draw_comparison(Frame& frame, float width) {
  const std::optional<Tensor> tensor = playground::result_of(frame.session.step, frame.session.model);
  if (frame.comparing && tensor) {
    paragraph(frame, say(Word::kOtherSideWorking, {playground::number_text(100 * *frame.comparing, 0)}),
              frame.theme.muted_ink);
    anchor_last_item(frame, "compare.working");
    same_line_if_fits(frame, button_width(frame, say(Word::kEndCompare)));
    draw_end(frame);
  }
  if (frame.compared == nullptr || !tensor) {
    return false;
  }
  const Matrix* mine = frame.snapshot.tensor(*tensor, frame.session.head);
  const Matrix* other = frame.compared->tensor(*tensor, head_in(*frame.compared, frame.session.head));
  const std::string title = comparison_title(frame.session.compare);
  if (other == nullptr) {
    paragraph(frame, say(Word::kNoSuchStep, {title}), frame.theme.warning);
    return false;
  }
  const double limit = frame.limits[static_cast<std::size_t>(*tensor)];
  std::vector<Side> sides{{label(Word::kHere), "compare.here", mine, &frame.snapshot, limit},
                          {say(Word::kWith, {title}), "compare.other", other, frame.compared, limit}};
  if (frame.difference != nullptr) {
    sides.push_back({say(Word::kMinusHere, {title}), "compare.difference", &frame.difference->values, nullptr,
                     frame.difference->largest});
  }
  const float gap = kSideGap * frame.em;
  const bool beside = width >= kBesideFrom * frame.em;
  const auto count = static_cast<float>(sides.size());
  const DrawnAxes axes = axes_of({*tensor, tokens_are_columns(frame.session), false, {}}, *tensor);
  const LabelRoom names = room_of(frame, axes);
  // Beside each other only the first map has names at its left, and all have cells of one size.
  const float side_width = beside ? (width - names.left - (count - 1) * gap) / count : width - names.left;
  const auto rows = static_cast<float>(tokens_are_columns(frame.session) ? mine->cols() : mine->rows());
  const float height = std::min(kTallestSideRow * rows, 24.0F) * frame.em + kSideTitle * frame.em;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float x = start.x;
  float y = start.y;
  for (const Side& side : sides) {
    const bool first = &side == &sides.front();
    const LabelRoom room{first || !beside ? names.left : 0, first || beside ? names.top : 0};
    const float area_width = side_width + room.left;
    const float area_height = height + room.top;
    const MatrixGrid grid = draw_side_matrix(frame, *tensor, sides, side, {x, y, area_width, area_height}, room);
    draw_names(frame, axes, grid, room);
    x += beside ? area_width + gap : 0;
    y += beside ? 0 : area_height + gap;
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({width, (beside ? height + names.top : y - start.y) + 0.3F * frame.em});
  if (sides.size() == 3) {
    paragraph(frame, say(Word::kLargestDifference, {playground::number_text(sides[2].limit, 4)}), frame.theme.ink);
  } else {
    paragraph(frame, say(Word::kShapesDiffer), frame.theme.muted_ink);
  }
  frame.transcript.mark_news();
  anchor_last_item(frame, "compare.summary");
  same_line_if_fits(frame, button_width(frame, say(Word::kEndCompare)));
  draw_end(frame);
  return true;
}

void draw_compare_chooser(Frame& frame) {
  const std::string& comparison = frame.session.compare;
  paragraph(frame, say(Word::kCompareHint), frame.theme.ink);
  for (const Group& group : groups_of(frame)) {
    (void)label_of(frame, shown(kSettingWords, group.name), "compare." + group.name);
    std::vector<Choice> options;
    for (const std::string& value : group.values) {
      options.push_back(
          {"compare." + group.name + "." + value, shown(kValueWords, value), chosen(comparison, group.name) == value});
    }
    // A choice can be taken back: none of a group may be chosen.
    const int pressed = choices(frame, options, true);
    if (pressed >= 0) {
      frame.request(
          playground::SetCompare{toggled(comparison, group.name, group.values[static_cast<std::size_t>(pressed)])});
    }
  }
  ImGui::Dummy({0, 0.4F * frame.em});
  if (button(frame, "compare.show", say(Word::kShowCompare), ButtonLook::kFilled, !comparison.empty())) {
    frame.view.sheet = Sheet::kNone;
    if (frame.session.step == playground::Step::kTokens) {
      frame.request(playground::GoToStep{playground::Step::kSoftmax});
    }
  }
  ImGui::SameLine();
  if (button(frame, "compare.end", say(Word::kEndCompare), ButtonLook::kPlain, !comparison.empty())) {
    frame.request(playground::SetCompare{});
    frame.view.sheet = Sheet::kNone;
  }
}

}  // namespace shell
