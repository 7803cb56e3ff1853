// The controls: seed, sizes, heads, scale, mask, and how vectors are drawn.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/playground/values.hpp"
#include "shell/hiding.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Scale;
using playground::Vectors;

void label(Frame& frame, std::string_view text) {
  ImGui::AlignTextToFramePadding();
  paragraph(frame, text, frame.theme.muted_ink);
  ImGui::SameLine(0, 0.4F * frame.em);
}

float label_width(const Frame& frame, std::string_view text) {
  return text_size(frame, text, Weight::kRegular, frame.em).x + 0.4F * frame.em;
}

/// A label with a field; starts a new line where it would not fit.
void labelled_field(Frame& frame, std::string_view text, const std::string& name, const std::string& value,
                    float width_em, bool first = false) {
  if (is_hidden(frame, name)) {
    return;
  }
  const float width = width_em * frame.em;
  if (!first) {
    same_line_if_fits(frame, label_width(frame, text) + width);
  }
  label(frame, text);
  field(frame, name, value, width, true);
}

void scale_choice(Frame& frame) {
  if (is_hidden(frame, "scale")) {
    return;
  }
  const Scale& scale = frame.session.model.scale;
  const int d_k = frame.session.model.sizes.d_k;
  const std::string by_root = "÷ √" + std::to_string(d_k);
  const std::array options{Choice{"scale.on", by_root, scale.kind == Scale::Kind::kOn},
                           Choice{"scale.off", "off", scale.kind == Scale::Kind::kOff}};
  same_line_if_fits(
      frame, label_width(frame, "scale") + button_width(frame, by_root) + button_width(frame, "off") + 5 * frame.em);
  label(frame, "scale");
  switch (choices(frame, options)) {
    case 0:
      frame.request(playground::SetScale{{Scale::Kind::kOn, 1}});
      break;
    case 1:
      frame.request(playground::SetScale{{Scale::Kind::kOff, 1}});
      break;
    default:
      break;
  }
  ImGui::SameLine(0, 0.2F * frame.em);
  const double factor = playground::scale_factor(scale, d_k);
  char text[32];
  std::snprintf(text, sizeof text, "× %.4g", factor);
  field(frame, "scale", text, 4.6F * frame.em, true);
}

void mask_choice(Frame& frame) {
  if (is_hidden(frame, "mask")) {
    return;
  }
  const playground::Mask& mask = frame.session.model.mask;
  const bool padding = mask.padding.has_value();
  const std::array options{Choice{"mask.none", "none", mask.is_none()}, Choice{"mask.causal", "causal", mask.causal},
                           Choice{"mask.padding", "padding", padding}};
  float width = label_width(frame, "mask") + (padding ? 3.2F * frame.em : 0);
  for (const Choice& option : options) {
    width += button_width(frame, option.label) + 0.2F * frame.em;
  }
  same_line_if_fits(frame, width);
  label(frame, "mask");
  switch (choices(frame, options)) {
    case 0:
      frame.request(playground::SetMask{});
      break;
    case 1:
      frame.request(playground::SetMask{{.causal = true}});
      break;
    case 2:
      // One padded token in a sentence of one would leave nothing: then none.
      frame.request(playground::SetMask{{.padding = std::min(2, frame.snapshot.token_count() - 1)}});
      break;
    default:
      break;
  }
  if (padding) {
    ImGui::SameLine(0, 0.2F * frame.em);
    field(frame, "mask.padding.count", std::to_string(*mask.padding), 3.0F * frame.em, true);
  }
}

void vectors_choice(Frame& frame) {
  if (is_hidden(frame, "vectors")) {
    return;
  }
  const Vectors vectors = frame.session.model.vectors;
  const std::array options{Choice{"vectors.article", "by place", vectors == Vectors::kArticle},
                           Choice{"vectors.word", "by word", vectors == Vectors::kWord}};
  same_line_if_fits(frame,
                    label_width(frame, "vectors") + button_width(frame, "by place") + button_width(frame, "by word"));
  label(frame, "vectors");
  switch (choices(frame, options)) {
    case 0:
      frame.request(playground::SetVectors{Vectors::kArticle});
      break;
    case 1:
      frame.request(playground::SetVectors{Vectors::kWord});
      break;
    default:
      break;
  }
}

}  // namespace

void draw_controls(Frame& frame) {
  if (is_hidden(frame, "controls")) {
    return;
  }
  const playground::Sizes& sizes = frame.session.model.sizes;
  labelled_field(frame, "seed", "seed", frame.session.model.seed, 4, true);
  labelled_field(frame, "d_model", "d_model", std::to_string(sizes.d_model), 3.4F);
  labelled_field(frame, "d_k", "d_k", std::to_string(sizes.d_k), 3);
  labelled_field(frame, "heads", "heads", std::to_string(sizes.heads), 2.6F);
  labelled_field(frame, "kv heads", "kv_heads", std::to_string(sizes.kv_heads), 2.6F);
  scale_choice(frame);
  mask_choice(frame);
  vectors_choice(frame);
}

void draw_controls_bar(Frame& frame, const WindowLayout& layout) {
  const Rect& rect = layout.controls;
  if (rect.height <= 0) {
    return;
  }
  ChildWindow window("controls", rect, frame.theme.surface, {frame.em, 0}, false);
  if (window) {
    const float margin = 0.35F * frame.em;
    ImGui::SetCursorPosY(margin);
    draw_controls(frame);
    // The lines that the controls took decide the height of the bar in the next frame.
    frame.view.controls_height = last_item().bottom() - ImGui::GetWindowPos().y + margin;
  }
  fill(*ImGui::GetWindowDrawList(), {rect.x, rect.bottom() - 1, rect.width, 1}, frame.theme.hairline);
}

}  // namespace shell
