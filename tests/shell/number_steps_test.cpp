#include "shell/number_steps.hpp"

#include <doctest/doctest.h>

#include <cmath>

using shell::NumberSteps;

namespace {

/// 0 stands for an end.
void check(const NumberSteps& steps, double less, double more) {
  CHECK(steps.less.value_or(0) == less);
  CHECK(steps.more.value_or(0) == more);
}

}  // namespace

TEST_CASE("sizes go through the powers of two within their limits") {
  check(shell::powers_of_two(64, 1, 1024), 32, 128);
  check(shell::powers_of_two(48, 1, 1024), 32, 64);
  check(shell::powers_of_two(1, 1, 1024), 0, 2);
  check(shell::powers_of_two(1024, 1, 1024), 512, 0);
  check(shell::powers_of_two(1000, 1, 1024), 512, 1024);
  check(shell::powers_of_two(0.25, 1.0 / 1024, 1024), 0.125, 0.5);
  check(shell::powers_of_two(1 / std::sqrt(10.0), 1.0 / 1024, 1024), 0.25, 0.5);
  check(shell::powers_of_two(0, 1.0 / 1024, 1024), 0, 1.0 / 1024);
  check(shell::powers_of_two(-3, 1.0 / 1024, 1024), 0, 1.0 / 1024);
}

TEST_CASE("heads go through the divisors") {
  check(shell::divisors(64, 4, 16), 2, 8);
  check(shell::divisors(64, 16, 16), 8, 0);
  check(shell::divisors(12, 4, 16), 3, 6);
  check(shell::divisors(12, 5, 16), 4, 6);
  check(shell::divisors(1, 1, 16), 0, 0);
}

TEST_CASE("counts go one by one") {
  check(shell::whole_numbers(2, 12), 1, 3);
  check(shell::whole_numbers(12, 12), 11, 0);
  CHECK_FALSE(shell::whole_numbers(0, 12).less.has_value());
}
