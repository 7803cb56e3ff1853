#include "shell/plot_axis.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/playground/wording.hpp"

namespace shell {
namespace {

using playground::Plot;
using playground::PlotAxis;
using playground::Series;

/// 1, 2 or 5 times a power of ten, about `count` of them.
double round_step(double span, int count) {
  const double raw = span / count;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double share = raw / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

/// Without the digits after the point that say nothing.
std::string without_zeros(std::string text) {
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

/// "1e-5", "2.5e7".
std::string with_power(double value, int digits) {
  const int power = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
  const std::string share = without_zeros(playground::number_text(value / std::pow(10, power), digits));
  return share + "e" + std::to_string(power);
}

}  // namespace

Reach reach_of(const PlotAxis& axis, const Plot& plot, bool is_x) {
  Reach reach{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), axis.logarithmic};
  for (const Series& series : plot.series) {
    const std::vector<double>& values = is_x ? series.x : series.y;
    for (const double value : values) {
      if (reach.has(value)) {
        reach.whole = reach.whole && value == std::round(value);
        reach.from = std::min(reach.from, value);
        reach.to = std::max(reach.to, value);
      }
    }
    // Bars stand on 0, and reach half a step beyond their middles.
    if (series.mark == playground::Mark::kBars && !values.empty()) {
      const double half = values.size() > 1 ? (series.x[1] - series.x[0]) / 2 : 0.5;
      reach.from = is_x ? std::min(reach.from, values.front() - half) : std::min(0.0, reach.from);
      reach.to = is_x ? std::max(reach.to, values.back() + half) : reach.to;
    }
  }
  if (reach.from > reach.to) {
    reach.from = axis.logarithmic ? 1 : 0;
    reach.to = axis.logarithmic ? 10 : 1;
  }
  if (!is_x && !axis.logarithmic) {
    const double room = 0.06 * std::max(reach.to - reach.from, 1e-9);
    reach.to += room;
    reach.from = reach.from >= 0 && reach.from < 0.5 * reach.to ? 0 : reach.from - room;
  } else if (!is_x) {
    reach.from /= 1.3;
    reach.to *= 1.3;
  }
  reach.from = axis.from.value_or(reach.from);
  reach.to = axis.to.value_or(reach.to);
  if (!(reach.to > reach.from)) {
    reach.to = axis.logarithmic ? reach.from * 2 : reach.from + 1;
  }
  return reach;
}

std::vector<double> ticks_of(const Reach& reach, int count) {
  std::vector<double> ticks;
  if (!reach.logarithmic) {
    const double round = round_step(reach.to - reach.from, count);
    const double step = reach.whole ? std::max(1.0, round) : round;
    for (double tick = std::ceil(reach.from / step) * step; tick <= reach.to + 1e-9 * step; tick += step) {
      ticks.push_back(std::abs(tick) < 1e-9 * step ? 0 : tick);
    }
    return ticks;
  }
  const double decades = std::log10(reach.to / reach.from);
  const int between = decades < 1.5 ? 3 : 1;  // 1, 2 and 5, or the powers alone
  const double stride = std::max(1.0, std::ceil(decades / count));
  // From a multiple of the stride on, so that 1 is among them.
  const double first = std::floor(std::log10(reach.from) / stride) * stride;
  for (double power = first; power <= std::log10(reach.to); power += stride) {
    for (int part = 0; part < between; ++part) {
      const double tick = std::pow(10, power) * (part == 0 ? 1 : part == 1 ? 2 : 5);
      if (tick >= reach.from * 0.999 && tick <= reach.to * 1.001) {
        ticks.push_back(tick);
      }
    }
  }
  return ticks;
}

std::vector<double> ticks_at(const Plot& plot, const Reach& reach, int count) {
  constexpr std::size_t kFew = 12;
  if (reach.logarithmic && !plot.series.empty() && plot.series.front().x.size() <= kFew &&
      plot.series.front().x.size() > 1) {
    return plot.series.front().x;
  }
  return ticks_of(reach, count);
}

std::string number_of(double value, int digits) {
  const double magnitude = std::abs(value);
  constexpr double kMostGrouped = 1e15;
  if (magnitude >= 1e3 && magnitude < kMostGrouped) {
    return playground::grouped(static_cast<std::int64_t>(std::round(value)));
  }
  if (magnitude != 0 && (magnitude >= kMostGrouped || magnitude < 1e-3)) {
    return with_power(value, digits);
  }
  return playground::number_text(value, value == std::round(value) ? 0 : digits);
}

std::string tick_text(double value) {
  const double magnitude = std::abs(value);
  if (magnitude >= 1e6 || (magnitude != 0 && magnitude < 1e-3)) {
    return with_power(value, 2);
  }
  const int digits = magnitude > 0 && magnitude < 0.1 ? 2 + static_cast<int>(std::ceil(-std::log10(magnitude))) : 3;
  return without_zeros(number_of(value, digits));
}

}  // namespace shell
