#include "core/playground/wording.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

using playground::grouped;
using playground::number_text;

TEST_SUITE("wording") {
  TEST_CASE("numbers have a real minus sign and so many digits") {
    CHECK(number_text(-2.42914, 4) == "\u22122.4291");
    CHECK(number_text(0.285, 2) == "0.28");  // the double is below 0.285
    CHECK(number_text(12, 0) == "12");
  }

  TEST_CASE("numbers are rounded as printf rounds them, ties and their neighbours too") {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> exponent(-8, 9);
    for (int round = 0; round < 20'000; ++round) {
      const int digits = round % 8;
      double value = std::pow(10.0, exponent(random));
      if (round % 3 == 0) {
        const double half = (std::floor(value) + 0.5) / std::pow(10.0, digits);
        value = round % 2 == 0 ? half : std::nextafter(half, round % 5 == 0 ? 0.0 : 1e9);
      }
      std::array<char, 64> printed{};
      std::snprintf(printed.data(), printed.size(), "%.*f", digits, value);
      REQUIRE(number_text(value, digits) == std::string(printed.data()));
    }
  }

  TEST_CASE("what rounds to zero has no sign") {
    CHECK(number_text(-0.004, 2) == "0.00");
    CHECK(number_text(-0.0, 2) == "0.00");
    CHECK(number_text(-0.006, 2) == "\u22120.01");
  }

  TEST_CASE("infinities and NaN have their own signs") {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    CHECK(number_text(-kInfinity, 2) == "\u2212\u221E");
    CHECK(number_text(kInfinity, 2) == "\u221E");
    CHECK(number_text(std::numeric_limits<double>::quiet_NaN(), 2) == "NaN");
  }

  TEST_CASE("huge numbers stay short") {
    CHECK(number_text(1.23456e12, 4) == "1.2346e12");
    CHECK(number_text(-1e100, 2) == "\u22121.00e100");
    CHECK(number_text(999999999, 1) == "999999999.0");
  }

  TEST_CASE("whole numbers are grouped by thousands") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(2'147'483'648) == "2,147,483,648");
    CHECK(grouped(-1234) == "\u22121,234");
    CHECK(grouped(-123) == "\u2212123");
  }

  TEST_CASE("lists read as English") {
    CHECK(playground::listed(std::array{"a"}) == "a");
    CHECK(playground::listed(std::array{"a", "b"}) == "a or b");
    CHECK(playground::listed(std::array{"a", "b", "c"}) == "a, b or c");
  }
}
