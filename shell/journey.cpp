// The journey: what becomes of the selected query's row, from score to weight, one line below the other.
#include <algorithm>

#include "core/playground/wording.hpp"
#include "shell/focus.hpp"
#include "shell/grid_view.hpp"
#include "shell/panel.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Tensor;

// Sizes in em.
constexpr float kNameWidth = 5.2F;
constexpr float kWidestCell = 4.2F;
constexpr float kNumberedCell = 2.7F;
constexpr float kJourneyDigit = 0.5F;
constexpr float kJourneyRow = 1.7F;
constexpr std::size_t kMostLines = 40;  ///< tokens that are written one below the other

struct Line {
  Word name;
  Tensor tensor;
};

std::vector<Line> lines_of(const Frame& frame) {
  std::vector<Line> lines{{Word::kJourneyScore, Tensor::kScores}, {Word::kJourneyScaled, Tensor::kScaledScores}};
  if (!frame.session.model.mask.is_none() || frame.session.model.positions == playground::Positions::kAlibi) {
    lines.push_back({Word::kJourneyMasked, Tensor::kMaskedScores});
  }
  lines.push_back({Word::kJourneyWeight, Tensor::kWeights});
  return lines;
}

/// The one row of a tensor as a matrix of its own, across or down the screen; its grid is not an anchor and not hit by
/// the pointer.
void draw_line(Frame& frame, const Line& line, const Rect& rect, bool numbered, bool down = false) {
  MatrixGrid grid = tensor_grid(frame.snapshot, line.tensor, frame.session.head);
  const auto row_of = [&](const attention::Matrix* whole) {
    return whole ? attention::Matrix(whole->row(frame.session.query)) : attention::Matrix();
  };
  const attention::Matrix row = row_of(grid.values);
  const attention::Matrix logits = row_of(grid.logits);
  const attention::Matrix unmasked = row_of(grid.unmasked);
  grid.values = &row;
  grid.logits = grid.logits ? &logits : nullptr;
  grid.unmasked = grid.unmasked ? &unmasked : nullptr;
  grid.transposed = down;
  grid.limit = frame.limits[static_cast<std::size_t>(line.tensor)];
  grid.scale = frame.session.colors;
  grid.rect = rect;
  grid.passing = true;
  draw_cells(frame, grid, {frame.session.digits.value_or(2), numbered ? 0.85F * frame.em : 0});
}

/// On a narrow screen a token is a line, so that all have room for their numbers.
void draw_down(Frame& frame, float width) {
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const std::vector<Line> lines = lines_of(frame);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float small = 0.88F * frame.em;
  const float row_height = kJourneyRow * frame.em;
  const float column =
      std::min(kWidestCell * frame.em, (width - kNameWidth * frame.em) / static_cast<float>(lines.size()));
  const float left = start.x + kNameWidth * frame.em;
  const float top = start.y + row_height;
  const float height = row_height * static_cast<float>(tokens.size());
  // A language may have longer names than a narrow column has room for.
  float name_size = small;
  for (const Line& line : lines) {
    const float fitting = (column - 0.1F * frame.em) / text_size(frame, say(line.name), Weight::kRegular, small).x;
    name_size = std::min(name_size, fitting * small);
  }
  float x = left;
  for (const Line& line : lines) {
    draw_text_in(frame, list, {x, start.y, column, row_height}, say(line.name), frame.theme.muted_ink, Weight::kRegular,
                 name_size, {0.5F, 0.5F});
    draw_line(frame, line, {x, top, column, height}, true, true);
    x += column;
  }
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    const bool lit = static_cast<int>(index) == frame.session.key;
    const float y = top + static_cast<float>(index) * row_height;
    draw_text_in(frame, list, {start.x, y, kNameWidth * frame.em - 0.6F * frame.em, row_height},
                 token_text(frame, tokens[index]), lit ? frame.theme.key : frame.theme.ink,
                 lit ? Weight::kBold : Weight::kRegular, small, {1, 0.5F});
    if (lit) {
      outline(list, {left, y, x - left, row_height}, frame.theme.key, std::max(1.5F, 0.12F * frame.em));
    }
  }
  ImGui::Dummy({width, top + height - start.y});
}

void draw_lines(Frame& frame, float width) {
  Panel panel(frame, "journey", width);
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const std::vector<Span> title{
      {label(Word::kJourney), frame.theme.ink},
      {token_text(frame, tokens[static_cast<std::size_t>(frame.session.query)]), frame.theme.query, Weight::kBold}};
  spans(frame, title, 1.05F);
  frame.transcript.add({.kind = EntryKind::kJourney, .name = "journey"});
  const float name_width = kNameWidth * frame.em;
  const auto count = static_cast<float>(tokens.size());
  const float number = kNumberedCell + kJourneyDigit * static_cast<float>(frame.session.digits.value_or(2) - 2);
  const float cell_width =
      std::min(std::max(kWidestCell, number) * frame.em, (panel.inner_width() - name_width) / count);
  const bool numbered = cell_width >= number * frame.em;
  if (!numbered && tokens.size() <= kMostLines) {
    draw_down(frame, panel.inner_width());
    return;
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float small = 0.88F * frame.em;
  float y = start.y;
  if (numbered) {
    for (std::size_t index = 0; index < tokens.size(); ++index) {
      const bool lit = static_cast<int>(index) == frame.session.key;
      draw_text_in(frame, list,
                   {start.x + name_width + static_cast<float>(index) * cell_width, y, cell_width, 1.5F * frame.em},
                   token_text(frame, tokens[index]), lit ? frame.theme.key : frame.theme.ink,
                   lit ? Weight::kBold : Weight::kRegular, small, {0.5F, 0.5F});
    }
    y += 1.5F * frame.em;
  }
  const float row_height = kJourneyRow * frame.em;
  const float top = y;
  for (const Line& line : lines_of(frame)) {
    draw_text_in(frame, list, {start.x, y, name_width - 0.6F * frame.em, row_height}, say(line.name),
                 frame.theme.muted_ink, Weight::kRegular, small, {1, 0.5F});
    draw_line(frame, line, {start.x + name_width, y, cell_width * count, row_height}, numbered);
    y += row_height;
  }
  const float key_x = start.x + name_width + static_cast<float>(frame.session.key) * cell_width;
  outline(list, {key_x, top, cell_width, y - top}, frame.theme.key, std::max(1.5F, 0.12F * frame.em));
  ImGui::Dummy({panel.inner_width(), y - start.y});
}

}  // namespace

void draw_journey(Frame& frame, float width) {
  draw_lines(frame, width);
  ring(frame, "journey", last_item());
}

}  // namespace shell
