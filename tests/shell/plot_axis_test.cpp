#include "shell/plot_axis.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

std::vector<std::string> texts(const std::vector<double>& ticks) {
  std::vector<std::string> all;
  for (const double tick : ticks) all.push_back(shell::tick_text(tick));
  return all;
}

playground::Plot plot_of(std::vector<double> x, std::vector<double> y) {
  playground::Plot plot;
  plot.series.push_back({.label = "a", .x = std::move(x), .y = std::move(y)});
  return plot;
}

}  // namespace

TEST_CASE("ticks have as many digits as tell them apart") {
  CHECK(texts({0, 0.005, 0.01, 0.015, 0.02}) == std::vector<std::string>{"0", "0.005", "0.01", "0.015", "0.02"});
  CHECK(texts({0, 0.5, 1, 1.5}) == std::vector<std::string>{"0", "0.5", "1", "1.5"});
  CHECK(texts({512, 1024}) == std::vector<std::string>{"512", "1,024"});
  CHECK(texts({1, 0.01, 0.0001}) == std::vector<std::string>{"1", "0.01", "1e-4"});
}

TEST_CASE("large ticks have a power of ten; under the pointer a number is whole") {
  CHECK(texts({1e6, 1.5e6, 2e6}) == std::vector<std::string>{"1e6", "1.5e6", "2e6"});
  CHECK(shell::number_of(4456448, 3) == "4,456,448");
  CHECK(shell::number_of(0.00046, 2) == "4.6e-4");
  CHECK(shell::number_of(0.4321, 3) == "0.432");
}

TEST_CASE("whole numbers have whole ticks") {
  const playground::Plot layers = plot_of({0, 1, 2, 3}, {0.5, 0.25, 0.1, 0});
  for (const double tick : shell::ticks_of(shell::reach_of(layers.x, layers, true), 12)) {
    CHECK(tick == static_cast<int>(tick));
  }
  CHECK(shell::ticks_of(shell::reach_of(layers.y, layers, false), 5).at(1) < 1);
}

TEST_CASE("ticks of a logarithmic axis are powers of ten, and where some are left out 1 is not") {
  const shell::Reach reach{.from = 3e-8, .to = 500, .logarithmic = true};
  const std::vector<double> ticks = shell::ticks_of(reach, 5);
  CHECK(texts(ticks) == std::vector<std::string>{"1e-6", "0.001", "1"});
}

TEST_CASE("an axis reaches over all numbers, and a mark at its end is on it") {
  const playground::Plot plot = plot_of({1, 8}, {2, 64});
  const shell::Reach x = shell::reach_of(plot.x, plot, true);
  CHECK(x.share(1) == 0);
  CHECK(x.share(8) == 1);
  CHECK(x.reaches(8));
  CHECK_FALSE(x.reaches(8.1));
  CHECK_FALSE(shell::reach_of({.label = "", .logarithmic = true}, plot, true).has(-1));
}
