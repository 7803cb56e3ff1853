// The axes of a plot: what they reach over, and the round numbers beside them.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/playground/exhibit.hpp"

namespace shell {

/// What an axis reaches over, and where a number lies on it, 0 to 1.
struct Reach {
  double from = 0, to = 1;
  bool logarithmic = false;
  bool whole = true;  ///< all that there is are whole numbers
  double share(double value) const {
    if (logarithmic) {
      return std::log(value / from) / std::log(to / from);
    }
    return (value - from) / (to - from);
  }
  bool reaches(double value) const { return share(value) > -1e-6 && share(value) < 1 + 1e-6; }
  bool has(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }
};

Reach reach_of(const playground::PlotAxis& axis, const playground::Plot& plot, bool is_x);

/// About `count` round numbers, whole ones where there are no others.
std::vector<double> ticks_of(const Reach& reach, int count);

/// On a logarithmic x axis the numbers that are measured are the ticks, where they are few.
std::vector<double> ticks_at(const playground::Plot& plot, const Reach& reach, int count);

/// With so many digits after the point; whole from a thousand on, and what is very small with a power of ten.
std::string number_of(double value, int digits);

/// A tick's number: no digit that says nothing.
std::string tick_text(double value);

}  // namespace shell
