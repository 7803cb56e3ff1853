#include "shell/legend.hpp"

#include <array>
#include <cmath>

#include "core/playground/equation.hpp"
#include "core/playground/wording.hpp"
#include "shell/hiding.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

constexpr int kMostDigits = 6;

// Sizes in em.
constexpr float kLegendText = 0.85F;
constexpr float kGap = 0.5F;

std::optional<playground::Tensor> shown_tensor(const Frame& frame) {
  return frame.view.legend ? frame.view.legend : playground::result_of(frame.session.step, frame.session.model);
}

std::string digits_label(const playground::Session& session) {
  return say(Word::kDigits, {session.digits ? std::to_string(*session.digits) : label(Word::kAuto)});
}

/// The popup behind the button: as many digits as suit each matrix, or 0 to 6.
void draw_digit_choices(Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.6F * frame.em, 0.6F * frame.em});
  if (ImGui::BeginPopup("digits.choices")) {
    paragraph(frame, say(Word::kDigitsHint), frame.theme.muted_ink);
    frame.transcript.label(say(Word::kDigitsHint), "digits");
    std::vector<Choice> options{{"digits[auto]", label(Word::kAuto), !frame.session.digits}};
    for (int digits = 0; digits <= kMostDigits; ++digits) {
      const std::string text = std::to_string(digits);
      options.push_back({"digits[" + text + "]", text, frame.session.digits == digits});
    }
    if (const int pressed = choices(frame, options); pressed >= 0) {
      frame.request(playground::SetView{.digits = pressed == 0 ? std::nullopt : std::optional(pressed - 1)});
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace

float legend_name_width(const Frame& frame) {
  float widest = 0;
  for (const playground::Operand& operand : playground::equation_of(frame.session.step, frame.session.model)) {
    const float name =
        text_size(frame, symbol_of(operand.tensor, false, frame.snapshot.model), Weight::kBold, kLegendText * frame.em)
            .x;
    widest = std::max(widest, name + kGap * frame.em);
  }
  return widest;
}

void draw_legend(Frame& frame, const Rect& area) {
  const std::optional<playground::Tensor> tensor = shown_tensor(frame);
  if (!tensor || is_hidden(frame, "legend")) {
    return;
  }
  const double limit = frame.limits[static_cast<std::size_t>(*tensor)];
  const double low = role_of(*tensor) == Role::kWeight ? 0 : -limit;
  const float small = kLegendText * frame.em;
  const int digits = limit < 10 ? 2 : 1;
  const std::string high_text = (low < 0 ? "+" : "") + playground::number_text(limit, digits);
  const std::string low_text = playground::number_text(low, low < 0 ? digits : 0);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float high_width = text_size(frame, high_text, Weight::kRegular, small).x;
  const float low_width = text_size(frame, low_text, Weight::kRegular, small).x;
  const float gap = kGap * frame.em;
  // Each matrix has colours of its own: the legend says whose it shows, and follows the pointer.
  const float name_width = legend_name_width(frame);
  draw_text_in(frame, list, {area.x - name_width, area.y, name_width - gap, area.height},
               symbol_of(*tensor, false, frame.snapshot.model),
               role_of(*tensor) == Role::kNone ? frame.theme.ink : role_color(frame.theme, role_of(*tensor)),
               Weight::kBold, small, {0, 0.5F});
  const Rect bar{area.x + low_width + gap, area.y + (area.height - 0.7F * frame.em) / 2,
                 area.width - low_width - high_width - 2 * gap, 0.7F * frame.em};
  constexpr int kParts = 24;
  for (int part = 0; part < kParts; ++part) {
    const double value = low + (limit - low) * (part + 0.5) / kParts;
    const float left = std::round(bar.x + bar.width * static_cast<float>(part) / kParts);
    const float right = std::round(bar.x + bar.width * static_cast<float>(part + 1) / kParts);
    fill(list, {left, bar.y, right - left, bar.height}, data_color(frame.theme, value, limit, frame.session.colors));
  }
  outline(list, bar, frame.theme.control_border, 1);
  draw_text_in(frame, list, {area.x, area.y, low_width, area.height}, low_text, frame.theme.muted_ink, Weight::kRegular,
               small, {0, 0.5F});
  draw_text_in(frame, list, {area.right() - high_width, area.y, high_width, area.height}, high_text,
               frame.theme.muted_ink, Weight::kRegular, small, {1, 0.5F});
  anchor(frame, "legend", area);
}

float scale_tools_width(const Frame& frame) {
  return button_width(frame, say(Word::kLinear)) + button_width(frame, say(Word::kLogarithmic)) +
         button_width(frame, digits_label(frame.session)) + 0.7F * frame.em;
}

void draw_scale_tools(Frame& frame) {
  frame.transcript.label(say(Word::kColours), "legend");
  const bool logarithmic = frame.session.colors == ColorScale::kLogarithmic;
  const std::array options{Choice{"legend.linear", label(Word::kLinear), !logarithmic},
                           Choice{"legend.log", label(Word::kLogarithmic), logarithmic}};
  if (const int pressed = choices(frame, options); pressed >= 0) {
    frame.request(playground::SetView{.colors = pressed == 1 ? ColorScale::kLogarithmic : ColorScale::kLinear});
  }
  ImGui::SameLine(0, 0.5F * frame.em);
  if (button(frame, "digits", digits_label(frame.session))) {
    ImGui::OpenPopup("digits.choices");
  }
  draw_digit_choices(frame);
}

}  // namespace shell
