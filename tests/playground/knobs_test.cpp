#include <doctest/doctest.h>

#include <array>

#include "core/playground/knobs.hpp"

using playground::Knob;
using playground::Knobs;

namespace {

constexpr std::array kKnobs{
    Knob{"form", Knob::Kind::kChoice, "plain odd", "plain"}, Knob{"width", Knob::Kind::kSlider, "1 4 16", "4"},
    Knob{"layers", Knob::Kind::kNumber, "1 96", "6"}, Knob{"tip", Knob::Kind::kPoint, "-3 3", "1;2"}};

std::string refused(const Knob& knob, std::string_view text) {
  const auto value = playground::knob_value(knob, text);
  return value.ok() ? "" : value.sentence();
}

}  // namespace

TEST_SUITE("knobs") {
  TEST_CASE("a knob takes what its range has, and says what that is") {
    CHECK(playground::knob_value(kKnobs[0], "odd").value() == "odd");
    CHECK(refused(kKnobs[0], "even") == "form is “even”: plain or odd are allowed.");
    CHECK(refused(kKnobs[1], "5") == "width is “5”: 1, 4 or 16 are allowed.");
    CHECK(playground::knob_value(kKnobs[2], "96").value() == "96");
    CHECK(refused(kKnobs[2], "97") == "layers is 97: 1 to 96 are allowed.");
    CHECK_FALSE(refused(kKnobs[2], "many").empty());
    CHECK(playground::knob_value(kKnobs[3], "1.234;-0.01").value() == "1.25;0");
    CHECK(refused(kKnobs[3], "1").find("semicolon") != std::string::npos);
    CHECK_FALSE(refused(kKnobs[3], "1;4").empty());
    CHECK_FALSE(refused(kKnobs[3], "nan;1").empty());
    CHECK(playground::point_of("1.25;-2").y == -2);
  }

  TEST_CASE("knobs are written for a link and read back; those at their preset are left out") {
    const Knobs values = playground::with_knob(playground::with_knob({}, kKnobs[1], "16"), kKnobs[3], "0;1.5");
    CHECK(playground::text_of(values) == "tip:0;1.5~width:16");
    CHECK(playground::knobs_from_text(kKnobs, playground::text_of(values)).value() == values);
    CHECK(playground::with_knob(values, kKnobs[1], "4").size() == 1);
    CHECK(playground::value_of(kKnobs[1], values) == "16");
    CHECK(playground::value_of(kKnobs[0], values) == "plain");
    CHECK(playground::knobs_from_text(kKnobs, "").value().empty());
    CHECK(playground::knobs_from_text(kKnobs, "width:7").sentence() == "width is “7”: 1, 4 or 16 are allowed.");
    CHECK(playground::knobs_from_text(kKnobs, "wide:4").sentence() ==
          "“wide” is not known: form, width, layers or tip are allowed.");
    CHECK(playground::knobs_from_text({}, "wide:4").sentence().find("no such knob") != std::string::npos);
    CHECK_FALSE(playground::knobs_from_text(kKnobs, "width").ok());
    CHECK_FALSE(playground::knobs_from_text(kKnobs, "~~").ok());
  }
}
