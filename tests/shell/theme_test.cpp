#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "shell/color.hpp"
#include "shell/theme.hpp"

using shell::Color;
using shell::contrast;
using shell::Theme;

TEST_CASE("contrast is that of the published examples of WCAG") {
  CHECK(contrast(shell::rgb(0x000000), shell::rgb(0xffffff)) == doctest::Approx(21).epsilon(1e-4));
  // #777777 on white is the well-known near miss: 4.48 to 1; #767676 passes with 4.54.
  CHECK(contrast(shell::rgb(0x777777), shell::rgb(0xffffff)) == doctest::Approx(4.48).epsilon(0.002));
  CHECK(contrast(shell::rgb(0x767676), shell::rgb(0xffffff)) == doctest::Approx(4.54).epsilon(0.002));
}

TEST_CASE("text of every role is readable on every ground of both themes") {
  for (const Theme* theme : {&shell::light_theme(), &shell::dark_theme()}) {
    for (const Color& ground : {theme->background, theme->surface, theme->sunken}) {
      CHECK(contrast(theme->ink, ground) >= 7);
      CHECK(contrast(theme->muted_ink, ground) >= 4.5);
      for (const Color& ink : {theme->query, theme->key, theme->value, theme->weight, theme->warning}) {
        CHECK(contrast(ink, ground) >= 4.5);
      }
    }
    CHECK(contrast(theme->on_accent, theme->accent) >= 4.5);
    CHECK(contrast(theme->control_border, theme->surface) >= 3);
    CHECK(contrast(theme->control_border, theme->background) >= 3);
  }
}

TEST_CASE("who asks for more contrast gets text and lines as strong as the ink") {
  for (const Theme* theme : {&shell::light_theme(true), &shell::dark_theme(true)}) {
    for (const Color& line : {theme->ink, theme->muted_ink, theme->hairline, theme->control_border}) {
      CHECK(contrast(line, theme->surface) >= 7);
      CHECK(contrast(line, theme->background) >= 7);
    }
  }
}

TEST_CASE("a number in a cell is readable on every colour of the data scale") {
  for (const Theme* theme : {&shell::light_theme(), &shell::dark_theme()}) {
    for (int step = -100; step <= 100; ++step) {
      const Color ground = shell::data_color(*theme, step, 100);
      CAPTURE(step);
      CHECK(contrast(ground, shell::readable_ink(ground, theme->dark_ink, theme->light_ink)) >= 4.5);
    }
  }
}

TEST_CASE("the data scale is neutral at 0 and full at its limit, to both sides, and nowhere for NaN") {
  const Theme& theme = shell::light_theme();
  CHECK(shell::data_color(theme, 0, 5) == theme.neutral);
  CHECK(shell::data_color(theme, 5, 5) == theme.positive);
  CHECK(shell::data_color(theme, -7, 5) == theme.negative);
  CHECK(shell::data_color(theme, 1, 0) == theme.neutral);
}

TEST_CASE("role colours are not the ends of the data scale") {
  for (const Theme* theme : {&shell::light_theme(), &shell::dark_theme()}) {
    for (const Color& role : {theme->query, theme->key, theme->value, theme->weight}) {
      for (const Color& end : {theme->negative, theme->positive}) {
        const float distance =
            std::abs(role.red - end.red) + std::abs(role.green - end.green) + std::abs(role.blue - end.blue);
        CHECK(distance > 0.3F);
      }
    }
  }
}
