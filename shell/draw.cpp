#include "shell/draw.hpp"

#include <algorithm>
#include <cmath>

#include "core/playground/utf8.hpp"
#include "shell/visible_text.hpp"
#include "shell/whole_words.hpp"

namespace shell {
namespace {

/// Characters of a token that are drawn; a longer one ends in "…".
constexpr std::size_t kLongestToken = 24;

ImVec2 upper_left(const Rect& rect) { return {rect.x, rect.y}; }
ImVec2 lower_right(const Rect& rect) { return {rect.right(), rect.bottom()}; }

/// The text as it is drawn; `kept` holds it where it is another one.
std::string_view drawn_text(const Frame& frame, std::string_view text, std::string& kept) {
  if (is_plain_text(text)) {
    return text;
  }
  kept = shaped_text(frame, text);
  return kept;
}

}  // namespace

ImFont* font_of(const Frame& frame, Weight weight) {
  switch (weight) {
    case Weight::kBold:
      return frame.platform.fonts.bold;
    case Weight::kMono:
      return frame.platform.fonts.mono;
    case Weight::kRegular:
      break;
  }
  return frame.platform.fonts.regular;
}

std::string shaped_text(const Frame& frame, std::string_view text) {
  if (!frame.platform.whole_label) {
    return std::string(text);
  }
  return with_whole_words(text, [&frame](std::string_view word) { return token_text(frame, std::string(word)); });
}

ImVec2 text_size(const Frame& frame, std::string_view text, Weight weight, float size) {
  std::string kept;
  text = drawn_text(frame, text, kept);
  return font_of(frame, weight)->CalcTextSizeA(size, 1e9F, 0, text.data(), text.data() + text.size());
}

void draw_text(const Frame& frame, ImDrawList& list, ImVec2 at, std::string_view text, const Color& color,
               Weight weight, float size) {
  std::string kept;
  text = drawn_text(frame, text, kept);
  const ImVec2 whole{std::round(at.x), std::round(at.y)};
  list.AddText(font_of(frame, weight), size, whole, packed(color), text.data(), text.data() + text.size());
}

std::vector<std::string_view> wrapped(const Frame& frame, std::string_view text, Weight weight, float size,
                                      float width) {
  ImFont* font = font_of(frame, weight);
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    // How much fits, and from there back to the last blank.
    const char* end = text.data() + text.size();
    const char* stop = nullptr;
    font->CalcTextSizeA(size, std::max(1.0F, width), 0, text.data(), end, &stop);
    auto taken = static_cast<std::size_t>(stop - text.data());
    if (taken < text.size()) {
      const std::size_t blank = text.rfind(' ', taken);
      const auto first = playground::code_point_at(text, 0);
      taken = blank != std::string_view::npos && blank > 0 ? blank : taken > 0 ? taken : (first ? first->bytes : 1);
    }
    lines.push_back(text.substr(0, taken));
    text.remove_prefix(taken);
    while (!text.empty() && text.front() == ' ') {
      text.remove_prefix(1);
    }
  }
  return lines;
}

void draw_text_in(const Frame& frame, ImDrawList& list, const Rect& rect, std::string_view text, const Color& color,
                  Weight weight, float size, Alignment alignment) {
  const ImVec2 extent = text_size(frame, text, weight, size);
  const float free_width = std::max(0.0F, rect.width - extent.x);
  const ImVec2 at{rect.x + free_width * alignment.x, rect.y + (rect.height - extent.y) * alignment.y};
  const bool fits = extent.x <= rect.width + 0.5F;
  if (!fits) {
    list.PushClipRect(upper_left(rect), lower_right(rect), true);
  }
  draw_text(frame, list, at, text, color, weight, size);
  if (!fits) {
    list.PopClipRect();
  }
}

void draw_turned_text(const Frame& frame, ImDrawList& list, ImVec2 at, float angle, std::string_view text,
                      const Color& color, Weight weight, float size) {
  // ImGui drops glyphs that it believes clipped, by their place before the turn: write the text at the corner of
  // the clip rectangle, where nothing is dropped, then turn it and carry it to its place.
  std::string kept;
  text = drawn_text(frame, text, kept);
  const ImVec2 start = list.GetClipRectMin();
  const int first = list.VtxBuffer.Size;
  list.AddText(font_of(frame, weight), size, start, packed(color), text.data(), text.data() + text.size());
  const float cosine = std::cos(angle);
  const float sine = std::sin(angle);
  for (int index = first; index < list.VtxBuffer.Size; ++index) {
    ImVec2& position = list.VtxBuffer[index].pos;
    const float x = position.x - start.x;
    const float y = position.y - start.y;
    position = {at.x + x * cosine + y * sine, at.y - x * sine + y * cosine};
  }
}

void fill(ImDrawList& list, const Rect& rect, const Color& color, float rounding) {
  list.AddRectFilled(upper_left(rect), lower_right(rect), packed(color), rounding);
}

void outline(ImDrawList& list, const Rect& rect, const Color& color, float thickness, float rounding) {
  list.AddRect(upper_left(rect), lower_right(rect), packed(color), rounding, 0, thickness);
}

void hatch(ImDrawList& list, const Rect& rect, const Color& color, float spacing) {
  // Lines are cut here, not by a clip rectangle: each change of that would be a draw call of its own.
  const float thickness = std::max(1.0F, spacing / 6);
  for (float offset = spacing / 2; offset < rect.width + rect.height; offset += spacing) {
    const float beyond_right = std::max(0.0F, offset - rect.width);
    const float beyond_left = std::max(0.0F, offset - rect.height);
    list.AddLine({rect.x + offset - beyond_right, rect.y + beyond_right},
                 {rect.x + beyond_left, rect.y + offset - beyond_left}, packed(color), thickness);
  }
}

std::string token_text(const Frame& frame, const std::string& token) {
  const std::string shown = visible_text(playground::shortened(token, kLongestToken));
  return frame.platform.whole_label ? frame.platform.whole_label(shown) : shown;
}

std::string fitting_text(const Frame& frame, const std::string& token, Weight weight, float size, float width) {
  std::size_t shown = kLongestToken;
  std::string text = token_text(frame, token);
  while (shown > 1 && text_size(frame, text, weight, size).x > width) {
    --shown;
    text = token_text(frame, playground::shortened(token, shown));
  }
  return text;
}

}  // namespace shell
