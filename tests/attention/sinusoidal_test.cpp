#include "core/attention/sinusoidal.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::Index;
using attention::Matrix;
using attention::sinusoidal_positions;
using support::worst_difference;

}  // namespace

TEST_CASE("sinusoidal positions are the paper's formula, also for an odd width") {
  const nlohmann::json golden = support::golden("positions");
  for (const nlohmann::json& test : golden["sinusoidal"]) {
    const Index first = test["first"].get<Index>(), d_model = test["d_model"].get<Index>();
    INFO("first position ", first, ", d_model ", d_model);
    const Matrix expected = support::matrix_from(test["rows"]);
    const Matrix actual = sinusoidal_positions(expected.rows(), d_model, {.first_position = first});
    CHECK(worst_difference(actual, expected) <= golden["tolerance"].get<double>());
  }
}

TEST_CASE("the layout in halves holds the same numbers, sines first") {
  const Matrix interleaved = sinusoidal_positions(5, 7);
  const Matrix halves = sinusoidal_positions(5, 7, {.layout = attention::SinusoidLayout::kHalves});
  Matrix reordered(5, 7);
  const Index order[] = {0, 2, 4, 6, 1, 3, 5};
  for (Index column = 0; column < 7; ++column) reordered.col(column) = interleaved.col(order[column]);
  CHECK(worst_difference(halves, reordered) <= 0);
}

TEST_CASE("the dot product of two sinusoidal positions depends on their distance only") {
  const Matrix table = sinusoidal_positions(60, 16);
  for (const Index distance : {0, 1, 7, 40}) {
    const double expected = table.row(0).dot(table.row(distance));
    for (Index position = 0; position + distance < 60; ++position) {
      CHECK(table.row(position).dot(table.row(position + distance)) == doctest::Approx(expected).epsilon(1e-12));
    }
  }
}

TEST_CASE("sizes and bases that cannot be are refused") {
  CHECK(support::contains(support::thrown_sentence([] { sinusoidal_positions(-1, 4); }), "-1 x 4"));
  CHECK(support::contains(support::thrown_sentence([] { sinusoidal_positions(1, 4, {.base = 0}); }), "above 0"));
}
