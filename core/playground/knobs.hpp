// Knobs: what can be changed in a lesson and nowhere else: the width of an experiment, the tip of an arrow, a repair.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/result.hpp"

namespace playground {

/// The values of knobs that are not as their lesson has them, by the knob's id.
using Knobs = std::map<std::string, std::string, std::less<>>;

struct Knob {
  enum class Kind {
    kChoice,  ///< one of the words in `range`, all in sight
    kSlider,  ///< one of the numbers in `range`, from the least to the largest
    kNumber,  ///< any whole number between the two in `range`
    kPoint,   ///< a place in the plane, "1.5;-2", both between the two numbers in `range`, in steps of 0.05
  };
  std::string_view id;
  Kind kind = Kind::kChoice;
  std::string_view range;   ///< "off on", "1 2 4 8", "1 4096", "-3 3"
  std::string_view preset;  ///< its value until it is turned
};

struct Point {
  double x = 0, y = 0;
};

/// The words of a knob's range.
std::vector<std::string_view> stops_of(const Knob& knob);

/// The knob of this id; null where there is none.
const Knob* find_knob(std::span<const Knob> knobs, std::string_view id);

/// The value as the knob writes it (a point is put on its raster), or a sentence that says what is allowed.
Result<std::string> knob_value(const Knob& knob, std::string_view text);

/// `values` with this one changed; a value that is the preset is left out.
Knobs with_knob(Knobs values, const Knob& knob, const std::string& value);

/// The value of a knob now.
std::string_view value_of(const Knob& knob, const Knobs& values);

/// "form:plain~width:64" as a link has it.
std::string text_of(const Knobs& values);
/// Reads that; the sentence is about the first knob that is unknown or has a bad value.
Result<Knobs> knobs_from_text(std::span<const Knob> knobs, std::string_view text);

/// "1.5;-2" and back. Precondition of point_of: a value that a knob of that kind has.
std::string point_text(Point point);
Point point_of(std::string_view text);

}  // namespace playground
