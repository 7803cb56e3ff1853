// The lesson on softmax: overflow, shift, temperature and plain shares are NumPy's.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/playground/wording.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace lessons_softmax {
namespace {

using attention::Matrix;
using playground::Session;
using support::claim;
using support::figure;
using support::showing;
using support::shown;

const nlohmann::json& numbers() { return support::golden("lessons_bugs"); }

}  // namespace

TEST_SUITE("lessons") {
  TEST_CASE("softmax: where single precision breaks, what a shift leaves, what a temperature does") {
    for (const auto& [key, rows] : numbers()["overflow"].items()) {
      const std::string size = key;
      CAPTURE(size);
      const Session session = showing("softmax", "overflow", "size:" + size);
      const double exponential = claim(session, "naive_float_exponential");
      const double share = claim(session, "naive_float_share");
      if (rows[0][0].is_null()) {
        CHECK(std::isinf(exponential));
        CHECK(std::isnan(share));
      } else {
        CHECK(exponential == doctest::Approx(rows[0][0].get<double>()).epsilon(1e-6));
        CHECK(share == doctest::Approx(rows[1][0].get<double>()).epsilon(1e-6));
      }
      CHECK(claim(session, "safe_float_share") == doctest::Approx(rows[3][0].get<double>()).epsilon(1e-6));
      const auto sums = figure<playground::Instruments>(shown(session), "sums").readings;
      CHECK(sums[0].holds == !rows[0][0].is_null());
      CHECK(sums[1].holds);
    }
    for (const std::string by : {"-1000", "0", "10"}) {
      CHECK(claim(showing("softmax", "shift", "shift:" + by), "shift_difference") < 1e-12);
    }
    for (const auto& [temperature, row] : numbers()["temperatures"].items()) {
      const Session session = showing("softmax", "temperature", "temperature:" + temperature);
      CHECK(claim(session, "temperature_top") == doctest::Approx(support::matrix_from(row).maxCoeff()).epsilon(1e-11));
      double entropy = 0;
      for (const auto& weight : row.front()) entropy -= weight.get<double>() * std::log(weight.get<double>());
      CHECK(claim(session, "temperature_entropy") == doctest::Approx(entropy).epsilon(1e-10));
    }
  }

  TEST_CASE("softmax: along columns the rows add up to anything, as NumPy's do") {
    const Session session = showing("softmax", "axis");  // the cue turns the axis
    const Matrix sums = support::matrix_from(numbers()["along_columns"]);
    CHECK(claim(session, "least_row_by_columns") == doctest::Approx(sums.minCoeff()).epsilon(1e-12));
    CHECK(claim(session, "largest_row_by_columns") == doctest::Approx(sums.maxCoeff()).epsilon(1e-12));
    const auto bars = figure<playground::Bars>(session, "row_sums").bars;
    REQUIRE(bars.size() == 12);
    for (std::size_t word = 0; word < 12; ++word) {
      CHECK(bars[word].value == doctest::Approx(sums(0, static_cast<Eigen::Index>(word))).epsilon(1e-12));
    }
    const auto holds = [](const Session& one) {
      const auto readings = figure<playground::Instruments>(one, "axis").readings;
      REQUIRE(readings.size() == 2);
      return std::pair(readings[0].holds, readings[1].holds);
    };
    CHECK(holds(session) == std::pair(false, true));
    const Session rows = showing("softmax", "axis", "axis:rows");
    CHECK(holds(rows) == std::pair(true, false));
    CHECK(claim(rows, "least_row_by_columns") == claim(session, "least_row_by_columns"));
  }

  TEST_CASE("softmax: dividing plain scores by their sum gives shares below 0, and more than 1 to a low score") {
    const Session session = showing("softmax", "plain");
    const Matrix shares = support::matrix_from(numbers()["plain_shares"]);
    CHECK(claim(session, "naive_plain_least") == doctest::Approx(shares.minCoeff()).epsilon(1e-11));
    CHECK(claim(session, "naive_plain_largest") == doctest::Approx(shares.maxCoeff()).epsilon(1e-11));
    CHECK(shares.minCoeff() < 0);
    const auto rows = figure<playground::Ledger>(shown(session), "plain").rows;
    REQUIRE(rows.size() == 13);
    for (std::size_t key = 0; key < 12; ++key) {
      CHECK(rows[key][2] == playground::number_text(shares(0, static_cast<Eigen::Index>(key)), 3));
    }
    CHECK(rows[12][2] == "1.000");
    CHECK(rows[12][4] == "1.000");
    const Session large = playground::lesson_session("softmax", 4).value();
    CHECK(claim(large, "divided_top") == doctest::Approx(claim(session, "top_weight")).epsilon(1e-12));
    CHECK(claim(large, "top_weight") > 0.9);
    CHECK(claim(showing("softmax", "overflow", "size:400"), "size") == 400);
  }
}

}  // namespace lessons_softmax
