// Plots: axes with round numbers, lines, dots and bars, and the numbers under the pointer.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shell/draw.hpp"
#include "shell/figures.hpp"
#include "shell/plot_axis.hpp"
#include "shell/plot_marks.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Plot;
using playground::Series;

// Sizes in em.
constexpr float kTickSize = 0.85F;
constexpr float kHighest = 17;

int pattern_of(const Plot& plot, std::size_t index) {
  return plot.series[index].pattern.value_or(static_cast<int>(index));
}

class PlotPainter {
 public:
  PlotPainter(Frame& frame, const Plot& plot, const Rect& area)
      : frame_(frame),
        plot_(plot),
        list_(*ImGui::GetWindowDrawList()),
        area_(area),
        x_(reach_of(plot.x, plot, true)),
        y_(reach_of(plot.y, plot, false)) {}

  void paint() {
    axes();
    for (std::size_t index = 0; index < plot_.series.size(); ++index) {
      draw_series(plot_.series[index], pattern_of(plot_, index));
    }
  }

  ImVec2 place(double x, double y) const {
    return {area_.x + static_cast<float>(x_.share(x)) * area_.width,
            area_.bottom() - static_cast<float>(y_.share(y)) * area_.height};
  }

  /// The place of x under the pointer that any series has.
  std::optional<double> nearest(float pixel) const {
    std::optional<double> best;
    float distance = 1e9F;
    for (const Series& series : plot_.series) {
      for (std::size_t index = 0; index < series.x.size(); ++index) {
        if (!shown(series, index)) {
          continue;
        }
        const float away = std::abs(place(series.x[index], series.y[index]).x - pixel);
        if (away < distance) {
          distance = away;
          best = series.x[index];
        }
      }
    }
    return best;
  }

 private:
  bool shown(const Series& series, std::size_t index) const {
    return x_.has(series.x[index]) && y_.has(series.y[index]);
  }

  void axes() {
    const float size = kTickSize * frame_.em;
    const Color line = frame_.theme.hairline;
    const auto count = [&](float pixels, float each) {
      return std::max(2, static_cast<int>(pixels / (each * frame_.em)));
    };
    for (const double tick : ticks_of(y_, count(area_.height, 3))) {
      const float y = place(x_.from, tick).y;
      list_.AddLine({area_.x, y}, {area_.right(), y}, packed(line));
      const std::string text = tick_text(tick);
      draw_text_in(frame_, list_, {area_.x - 6 * frame_.em, y - size, 5.6F * frame_.em, 2 * size}, text,
                   frame_.theme.muted_ink, Weight::kRegular, size, {1, 0.5F});
    }
    float free_from = area_.x - 10 * frame_.em;
    for (const double tick : ticks_at(plot_, x_, count(area_.width, 4.5F))) {
      if (!x_.has(tick) || tick < x_.from || tick > x_.to) {
        continue;
      }
      const float x = place(tick, y_.to).x;
      list_.AddLine({x, area_.bottom()}, {x, area_.bottom() + 0.3F * frame_.em}, packed(frame_.theme.control_border));
      const std::string text = tick_text(tick);
      const float width = text_size(frame_, text, Weight::kRegular, size).x;
      if (x - width / 2 < free_from) {
        continue;
      }
      draw_text(frame_, list_, {x - width / 2, area_.bottom() + 0.4F * frame_.em}, text, frame_.theme.muted_ink,
                Weight::kRegular, size);
      free_from = x + width / 2 + 0.5F * frame_.em;
    }
    list_.AddLine({area_.x, area_.bottom()}, {area_.right(), area_.bottom()}, packed(frame_.theme.control_border));
    list_.AddLine({area_.x, area_.y}, {area_.x, area_.bottom()}, packed(frame_.theme.control_border));
  }

  void draw_series(const Series& series, int pattern) {
    const Color color = hue_color(frame_.theme, series.hue);
    // A line may lead beyond the axes' limits; a mark on an edge is whole.
    list_.PushClipRect({area_.x - 1, area_.y - 1}, {area_.right() + 1, area_.bottom() + 1}, true);
    if (series.mark == playground::Mark::kBars) {
      draw_histogram(series, color);
    } else if (series.mark != playground::Mark::kDots) {
      Stroke stroke(frame_, list_, color, pattern);
      for (std::size_t index = 0; index < series.x.size(); ++index) {
        if (shown(series, index)) {
          stroke.to(place(series.x[index], series.y[index]));
        } else {
          stroke.lift();
        }
      }
    }
    list_.PopClipRect();
    if (series.mark == playground::Mark::kDots || series.mark == playground::Mark::kLineAndDots) {
      draw_dots(series, color, pattern);
    }
  }

  /// Where they would touch each other along a line, some of them alone; the first and the last always.
  void draw_dots(const Series& series, const Color& color, int pattern) {
    const bool on_line = series.mark == playground::Mark::kLineAndDots;
    const float apart = 3 * kDot * frame_.em;
    std::optional<ImVec2> before;
    for (std::size_t index = 0; index < series.x.size(); ++index) {
      if (!shown(series, index) || !x_.reaches(series.x[index]) || !y_.reaches(series.y[index])) {
        continue;
      }
      const ImVec2 at = place(series.x[index], series.y[index]);
      const bool last = index + 1 == series.x.size();
      if (on_line && before && !last && std::hypot(at.x - before->x, at.y - before->y) < apart) {
        continue;
      }
      draw_dot(frame_, list_, at, color, pattern);
      before = at;
    }
  }

  void draw_histogram(const Series& series, const Color& color) {
    for (std::size_t index = 0; index < series.x.size(); ++index) {
      if (!shown(series, index)) {
        continue;
      }
      const double half = series.x.size() > 1 ? (series.x[1] - series.x[0]) / 2 : 0.5;
      const ImVec2 left = place(series.x[index] - half, series.y[index]);
      const ImVec2 right = place(series.x[index] + half, y_.logarithmic ? y_.from : 0);
      fill(list_, {left.x + 0.5F, left.y, std::max(1.0F, right.x - left.x - 1), right.y - left.y},
           with_alpha(color, 0.75F));
    }
  }

  Frame& frame_;
  const Plot& plot_;
  ImDrawList& list_;
  Rect area_;
  Reach x_;
  Reach y_;
};

/// What a series is drawn with: a piece of its line, one of its dots, or a block for its bars.
void draw_sample(const Frame& frame, const Series& series, int pattern, const Rect& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Color color = hue_color(frame.theme, series.hue);
  const ImVec2 middle{area.x + area.width / 2, area.y + area.height / 2};
  if (series.mark == playground::Mark::kBars) {
    const float size = 0.8F * frame.em;
    fill(list, {middle.x - size / 2, middle.y - size / 2, size, size}, with_alpha(color, 0.75F));
    return;
  }
  if (series.mark != playground::Mark::kDots) {
    Stroke stroke(frame, list, color, pattern);
    stroke.to({area.x, middle.y});
    stroke.to({area.right(), middle.y});
  }
  if (series.mark != playground::Mark::kLine) {
    draw_dot(frame, list, middle, color, pattern);
  }
}

/// A sample of each series and its name, as far as they fit in a line.
void draw_keys(Frame& frame, const Plot& plot) {
  bool first = true;
  for (std::size_t index = 0; index < plot.series.size(); ++index) {
    const Series& series = plot.series[index];
    if (series.label.empty()) {
      continue;
    }
    const float sample = 1.8F * frame.em, gap = 0.5F * frame.em, size = 0.9F * frame.em;
    const float width = sample + gap + text_size(frame, series.label, Weight::kRegular, size).x;
    if (!std::exchange(first, false)) {
      same_line_if_fits(frame, width, 1.2F * frame.em);
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = 1.3F * frame.em;
    draw_sample(frame, series, pattern_of(plot, index), {at.x, at.y, sample, line});
    draw_text_in(frame, *ImGui::GetWindowDrawList(), {at.x + sample + gap, at.y, width - sample - gap, line},
                 series.label, frame.theme.ink, Weight::kRegular, size, {0, 0.5F});
    ImGui::Dummy({width, line});
  }
}

void show_numbers(const Plot& plot, double x) {
  std::string text = plot.x.label + " " + number_of(x, 2);
  for (const Series& series : plot.series) {
    const auto at = std::find(series.x.begin(), series.x.end(), x);
    if (at != series.x.end()) {
      const double y = series.y[static_cast<std::size_t>(at - series.x.begin())];
      text += "\n" + (series.label.empty() ? plot.y.label : series.label) + ": " + number_of(y, 3);
    }
  }
  ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

Color hue_color(const Theme& theme, playground::Hue hue) {
  switch (hue) {
    case playground::Hue::kMuted:
      return theme.muted_ink;
    case playground::Hue::kQuery:
      return theme.query;
    case playground::Hue::kKey:
      return theme.key;
    case playground::Hue::kValue:
      return theme.value;
    case playground::Hue::kWeight:
      return theme.weight;
    case playground::Hue::kAccent:
      return theme.accent;
    case playground::Hue::kInk:
      break;
  }
  return theme.ink;
}

void draw_plot(Frame& frame, const std::string& name, const Plot& plot, float width) {
  const float size = kTickSize * frame.em;
  draw_keys(frame, plot);
  if (!plot.y.label.empty()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_text(frame, *ImGui::GetWindowDrawList(), at, plot.y.label, frame.theme.muted_ink, Weight::kRegular, size);
    ImGui::Dummy({width, 1.3F * size});
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float left = 3.6F * frame.em;
  const float below = (plot.x.label.empty() ? 1.6F : 2.8F) * frame.em;
  const float height = std::min(0.62F * width, kHighest * frame.em);
  const Rect area{start.x + left, start.y + 0.4F * frame.em, width - left - 0.8F * frame.em, height - below};
  PlotPainter painter(frame, plot, area);
  painter.paint();
  draw_text_in(frame, *ImGui::GetWindowDrawList(),
               {area.x, area.bottom() + 1.5F * frame.em, area.width, 1.3F * frame.em}, plot.x.label,
               frame.theme.muted_ink, Weight::kRegular, size, {1, 0.5F});
  ImGui::Dummy({width, height + 0.3F * frame.em});
  const ImVec2 mouse = ImGui::GetMousePos();
  anchor(frame, name + ".area", area);
  if (ImGui::IsItemHovered() && area.contains(mouse.x, mouse.y)) {
    if (const std::optional<double> x = painter.nearest(mouse.x)) {
      const float at = painter.place(*x, 1).x;
      ImGui::GetWindowDrawList()->AddLine({at, area.y}, {at, area.bottom()}, packed(frame.theme.control_border));
      show_numbers(plot, *x);
    }
  }
}

}  // namespace shell
