#include "shell/cell_marks.hpp"

#include <algorithm>

#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

/// Smallest side of a cell in pixels that can carry a shape.
constexpr float kShapeFrom = 5;
constexpr float kLegendSize = 0.85F;  // em

void cross(ImDrawList& list, const Rect& rect, const Color& color, float thickness) {
  list.AddLine({rect.x, rect.y}, {rect.right(), rect.bottom()}, packed(color), thickness);
  list.AddLine({rect.x, rect.bottom()}, {rect.right(), rect.y}, packed(color), thickness);
}

/// A triangle that points down (to minus infinity) or up.
void arrowhead(ImDrawList& list, const Rect& cell, const Color& color, bool down, bool numbered) {
  const float side = std::min(cell.width, cell.height) * (numbered ? 0.3F : 0.6F);
  const float x = numbered ? cell.x + 1 : cell.x + (cell.width - side) / 2;
  const float y = numbered ? (down ? cell.bottom() - side - 1 : cell.y + 1) : cell.y + (cell.height - side) / 2;
  if (down) {
    list.AddTriangleFilled({x, y}, {x + side, y}, {x + side / 2, y + side}, packed(color));
  } else {
    list.AddTriangleFilled({x + side / 2, y}, {x + side, y + side}, {x, y + side}, packed(color));
  }
}

}  // namespace

void draw_mark(const Frame& frame, ImDrawList& list, const Rect& cell, Mark mark, bool numbered) {
  const float small = std::min(cell.width, cell.height);
  if (mark == Mark::kNone || small < (mark == Mark::kEdited ? 2 : kShapeFrom)) {
    return;
  }
  const float line = std::max(1.0F, 0.06F * frame.em);
  switch (mark) {
    case Mark::kMasked:
      hatch(list, cell, frame.theme.hatch, std::max(4.0F, 0.35F * frame.em));
      break;
    case Mark::kEdited: {
      const float size = small * 0.4F;
      list.AddTriangleFilled({cell.right() - size, cell.y}, {cell.right(), cell.y}, {cell.right(), cell.y + size},
                             packed(frame.theme.ink));
      break;
    }
    case Mark::kNotANumber:
      cross(list, cell, numbered ? frame.theme.hairline : frame.theme.ink, line);
      break;
    case Mark::kMinusInfinity:
    case Mark::kPlusInfinity:
      arrowhead(list, cell, frame.theme.ink, mark == Mark::kMinusInfinity, numbered);
      break;
    case Mark::kEmpty:
      outline(list, cell, frame.theme.hairline, 1);
      break;
    case Mark::kNone:
      break;
  }
}

std::string_view words_of(Mark mark) {
  switch (mark) {
    case Mark::kMasked:
      return say(Word::kMarkMasked);
    case Mark::kMinusInfinity:
      return say(Word::kMarkMinusInfinity);
    case Mark::kPlusInfinity:
      return say(Word::kMarkPlusInfinity);
    case Mark::kNotANumber:
      return say(Word::kMarkNotANumber);
    case Mark::kEdited:
      return say(Word::kMarkEdited);
    case Mark::kEmpty:
      return say(Word::kMarkEmpty);
    case Mark::kNone:
      break;
  }
  return {};
}

float draw_mark_legend(Frame& frame, const Marks& marks, ImVec2 at, float width) {
  const float size = kLegendSize * frame.em;
  const float line = 1.5F * size;
  const float box = size;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = 0;
  float y = 0;
  std::string said;
  for (int index = 1; index < kMarkCount; ++index) {
    if (!marks.test(static_cast<std::size_t>(index))) {
      continue;
    }
    const Mark mark = static_cast<Mark>(index);
    said += (said.empty() ? "" : "; ") + std::string(words_of(mark));
    const float needed = box + 0.4F * frame.em + text_size(frame, words_of(mark), Weight::kRegular, size).x;
    if (x > 0 && x + needed > width) {
      x = 0;
      y += line;
    }
    const Rect sample{at.x + x, at.y + y + (line - box) / 2, box, box};
    fill(list, sample, mark == Mark::kEmpty ? frame.theme.background : frame.theme.sunken);
    outline(list, sample, frame.theme.control_border, 1);
    draw_mark(frame, list, sample, mark, false);
    draw_text_in(frame, list, {sample.right() + 0.4F * frame.em, at.y + y, needed, line}, words_of(mark),
                 frame.theme.muted_ink, Weight::kRegular, size, {0, 0.5F});
    x += needed + 1.4F * frame.em;
  }
  if (said.empty()) {
    return 0;
  }
  frame.transcript.add({.kind = EntryKind::kText, .text = say(Word::kMirrorMarks, {said})});
  anchor(frame, "legend.marks", {at.x, at.y, width, y + line});
  return y + line;
}

}  // namespace shell
