#include "core/playground/knobs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

constexpr char kBetweenKnobs = '~';
constexpr char kAfterId = ':';
constexpr char kBetweenCoordinates = ';';
constexpr double kRaster = 20;  ///< steps of a point's coordinate in 1

double number_of(std::string_view text) { return std::atof(std::string(text).c_str()); }

Result<std::string> point_value(const Knob& knob, std::string_view text) {
  const std::vector<std::string_view> parts = split(text, kBetweenCoordinates);
  const std::vector<std::string_view> limits = stops_of(knob);
  const Problem problem{say(Word::kKnobPoint, {knob.id, in_quotes(text), limits.front(), limits.back()})};
  if (parts.size() != 2) return problem;
  Point point;
  for (double* coordinate : {&point.x, &point.y}) {
    const Result<double> number = number_from_text(parts[coordinate == &point.x ? 0 : 1]);
    if (!number || number.value() < number_of(limits.front()) || number.value() > number_of(limits.back())) {
      return problem;
    }
    *coordinate = std::round(number.value() * kRaster) / kRaster + 0.0;  // no −0
  }
  return point_text(point);
}

}  // namespace

std::vector<std::string_view> stops_of(const Knob& knob) { return split(knob.range, ' '); }

const Knob* find_knob(std::span<const Knob> knobs, std::string_view id) {
  const auto found = std::find_if(knobs.begin(), knobs.end(), [&](const Knob& knob) { return knob.id == id; });
  return found == knobs.end() ? nullptr : &*found;
}

Result<std::string> knob_value(const Knob& knob, std::string_view text) {
  const std::vector<std::string_view> stops = stops_of(knob);
  switch (knob.kind) {
    case Knob::Kind::kPoint:
      return point_value(knob, text);
    case Knob::Kind::kNumber: {
      const Result<int> number = int_from_text(text);
      if (!number) return number.problem();
      const auto lowest = static_cast<int>(number_of(stops.front()));
      const auto highest = static_cast<int>(number_of(stops.back()));
      if (number.value() < lowest || number.value() > highest) {
        return Problem{range_sentence(knob.id, number.value(), lowest, highest)};
      }
      return std::to_string(number.value());
    }
    case Knob::Kind::kChoice:
    case Knob::Kind::kSlider:
      break;
  }
  if (std::find(stops.begin(), stops.end(), text) != stops.end()) return std::string(text);
  return Problem{say(Word::kKnobStops, {knob.id, in_quotes(text), listed(stops)})};
}

Knobs with_knob(Knobs values, const Knob& knob, const std::string& value) {
  if (value == knob.preset) {
    values.erase(std::string(knob.id));
  } else {
    values[std::string(knob.id)] = value;
  }
  return values;
}

std::string_view value_of(const Knob& knob, const Knobs& values) {
  const auto found = values.find(knob.id);
  return found == values.end() ? knob.preset : std::string_view(found->second);
}

std::string text_of(const Knobs& values) {
  std::string text;
  for (const auto& [id, value] : values) {
    if (!text.empty()) text += kBetweenKnobs;
    text += id + kAfterId + value;
  }
  return text;
}

Result<Knobs> knobs_from_text(std::span<const Knob> knobs, std::string_view text) {
  Knobs values;
  if (text.empty()) return values;
  for (const std::string_view item : split(text, kBetweenKnobs)) {
    const std::size_t colon = std::min(item.find(kAfterId), item.size());
    const std::string_view id = item.substr(0, colon);
    const Knob* knob = find_knob(knobs, id);
    if (knob == nullptr) {
      std::vector<std::string_view> ids;
      for (const Knob& one : knobs) ids.push_back(one.id);
      return Problem{ids.empty() ? say(Word::kNoKnobs, {in_quotes(id)})
                                 : say(Word::kNotKnown, {in_quotes(id), listed(ids)})};
    }
    const Result<std::string> value = knob_value(*knob, item.substr(std::min(colon + 1, item.size())));
    if (!value) return value.problem();
    values = with_knob(std::move(values), *knob, value.value());
  }
  return values;
}

std::string point_text(Point point) { return exact_text(point.x) + kBetweenCoordinates + exact_text(point.y); }

Point point_of(std::string_view text) {
  const std::size_t between = std::min(text.find(kBetweenCoordinates), text.size());
  return {number_of(text.substr(0, between)), number_of(text.substr(std::min(between + 1, text.size())))};
}

}  // namespace playground
