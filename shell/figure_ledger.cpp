// Ledgers and instruments: words and numbers in rows.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "shell/draw.hpp"
#include "shell/figures.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Ledger;

constexpr float kSize = 0.92F;   // em
constexpr float kSmall = 0.82F;  // em, where the columns do not fit otherwise
constexpr float kLine = 1.55F;   // em

/// The width that each column needs.
std::vector<float> natural_widths(const Frame& frame, const Ledger& ledger, float size) {
  std::vector<float> widths;
  for (std::size_t column = 0; column < ledger.columns.size(); ++column) {
    float width = text_size(frame, ledger.columns[column], Weight::kRegular, size).x;
    for (const std::vector<std::string>& row : ledger.rows) {
      width = std::max(width, text_size(frame, row[column], Weight::kBold, size).x);
    }
    widths.push_back(width);
  }
  return widths;
}

void draw_table(Frame& frame, const Ledger& ledger, const std::vector<float>& widths, float gap, float width,
                float size) {
  const float line = kLine * frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float y = start.y;
  const auto draw_row = [&](const std::vector<std::string>& cells, const Color& ink, Weight weight) {
    float x = start.x;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      draw_text_in(frame, list, {x, y, widths[column], line}, cells[column], ink, weight, size,
                   {column == 0 ? 0.0F : 1.0F, 0.5F});
      x += widths[column] + gap;
    }
    y += line;
  };
  draw_row(ledger.columns, frame.theme.muted_ink, Weight::kRegular);
  int number = 0;
  for (const std::vector<std::string>& row : ledger.rows) {
    list.AddLine({start.x, y}, {start.x + width, y}, packed(frame.theme.hairline));
    const bool emphasised = number++ == ledger.emphasised;
    if (emphasised) {
      fill(list, {start.x - 0.3F * frame.em, y, width + 0.6F * frame.em, line}, frame.theme.sunken, 0.2F * frame.em);
    }
    draw_row(row, frame.theme.ink, emphasised ? Weight::kBold : Weight::kRegular);
  }
  ImGui::Dummy({width, y - start.y});
}

/// Where the columns do not fit beside each other: each row a block of lines "column   value".
void draw_blocks(Frame& frame, const Ledger& ledger, float width) {
  const float size = kSize * frame.em;
  const float line = 1.4F * frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const std::vector<std::string>& row : ledger.rows) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    const float top = at.y;
    for (const std::string_view part : wrapped(frame, row.front(), Weight::kBold, size, width)) {
      draw_text(frame, list, at, part, frame.theme.ink, Weight::kBold, size);
      at.y += line;
    }
    for (std::size_t column = 1; column < row.size(); ++column) {
      const float value = text_size(frame, row[column], Weight::kRegular, size).x;
      const float name = text_size(frame, ledger.columns[column], Weight::kRegular, size).x;
      draw_text(frame, list, at, ledger.columns[column], frame.theme.muted_ink, Weight::kRegular, size);
      if (name + value + frame.em > width) {
        at.y += line;
      }
      for (const std::string_view part : wrapped(frame, row[column], Weight::kRegular, size, width)) {
        const float part_width = text_size(frame, part, Weight::kRegular, size).x;
        draw_text(frame, list, {at.x + width - part_width, at.y}, part, frame.theme.ink, Weight::kRegular, size);
        at.y += line;
      }
    }
    ImGui::Dummy({width, at.y - top});
    const ImVec2 end = ImGui::GetCursorScreenPos();
    list.AddLine({end.x, end.y}, {end.x + width, end.y}, packed(frame.theme.hairline));
  }
}

}  // namespace

void draw_ledger(Frame& frame, const Ledger& ledger, float width) {
  if (ledger.columns.empty()) {
    return;
  }
  for (const float size : {kSize * frame.em, kSmall * frame.em}) {
    const std::vector<float> widths = natural_widths(frame, ledger, size);
    const float all = std::accumulate(widths.begin(), widths.end(), 0.0F);
    const auto between = static_cast<float>(widths.size() - 1);
    const float least_gap = 0.7F * frame.em;
    if (all + between * least_gap <= width) {
      const float gap = between > 0 ? std::min(2.5F * frame.em, (width - all) / between) : 0;
      draw_table(frame, ledger, widths, gap, std::min(width, all + between * gap), size);
      return;
    }
  }
  draw_blocks(frame, ledger, width);
}

void draw_instruments(Frame& frame, const playground::Instruments& instruments) {
  for (const playground::Reading& reading : instruments.readings) {
    const std::string state(state_of(instruments, reading));
    paragraph(frame, (reading.holds ? "✓ " : "✗ ") + reading.text + ": " + state,
              reading.holds || !instruments.alarming ? frame.theme.ink : frame.theme.warning);
  }
}

}  // namespace shell
