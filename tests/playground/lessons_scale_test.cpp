// The lesson on the scale: its experiment, draws and wrong divisors are NumPy's.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/attention/softmax.hpp"
#include "core/playground/scale_experiment.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace lessons_scale {
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
  TEST_CASE("the experiment on the scale is NumPy's, its gradient by the whole Jacobian") {
    for (const auto& row : numbers()["spread"]) {
      const std::string seed = std::to_string(row[0].get<int>());
      const int d_k = row[1].get<int>();
      CAPTURE(seed);
      CAPTURE(d_k);
      Session session = showing("scale", "spread", "width:" + std::to_string(d_k));
      session.model.seed = seed;
      CHECK(claim(session, "score_deviation") == doctest::Approx(row[2].get<double>()).epsilon(1e-12));
      CHECK(claim(session, "top_weight_unscaled") == doctest::Approx(row[3].get<double>()).epsilon(1e-12));
      CHECK(claim(session, "entropy_unscaled") == doctest::Approx(row[4].get<double>()).epsilon(1e-12));
      CHECK(claim(session, "gradient_unscaled") == doctest::Approx(row[5].get<double>()).epsilon(1e-11));
      CHECK(claim(session, "top_weight_scaled") == doctest::Approx(row[6].get<double>()).epsilon(1e-12));
      CHECK(claim(session, "entropy_scaled") == doctest::Approx(row[7].get<double>()).epsilon(1e-12));
      CHECK(claim(session, "gradient_scaled") == doctest::Approx(row[8].get<double>()).epsilon(1e-11));
      CHECK(claim(session, "d_k") == d_k);
    }
  }

  TEST_CASE("the size of softmax's gradient is the sum of what its backward pass gives for each weight") {
    Matrix logits(2, 4);
    logits << 0.3, -1, 2, 0.1, 5, 0, 0, 0;
    const Matrix weights = attention::softmax_rows(logits).weights;
    double sum = 0;
    for (Eigen::Index weight = 0; weight < 4; ++weight) {
      Matrix one = Matrix::Zero(2, 4);
      one.col(weight).setOnes();
      sum += attention::softmax_rows_backward(weights, one).cwiseAbs().sum() / 2;
    }
    CHECK(playground::mean_gradient_size(weights) == doctest::Approx(sum).epsilon(1e-14));
  }

  TEST_CASE("the histogram counts the scores that are NumPy's, and the division moves them together") {
    for (const std::string scale : {"off", "on"}) {
      const auto plot = figure<playground::Plot>(shown(showing("scale", "spread", "scale:" + scale)), "histogram");
      const Matrix expected = support::matrix_from(numbers()["histogram"]);
      REQUIRE(plot.series.front().y.size() == 64);
      for (std::size_t bin = 0; bin < 64; ++bin) {
        CHECK(plot.series.front().y[bin] ==
              doctest::Approx(expected(scale == "on" ? 1 : 0, static_cast<Eigen::Index>(bin))).epsilon(1e-12));
      }
    }
  }

  TEST_CASE("eight draws give NumPy's least, median and largest") {
    for (const auto& [d_k, expected] : numbers()["draws"].items()) {
      const Session session = showing("scale", "draws", "width:" + d_k);
      CHECK(claim(session, "least_top_weight") == doctest::Approx(expected[1][0].get<double>()).epsilon(1e-12));
      CHECK(claim(session, "largest_top_weight") == doctest::Approx(expected[1][2].get<double>()).epsilon(1e-12));
      CHECK(claim(session, "middle_gradient_unscaled") == doctest::Approx(expected[3][1].get<double>()).epsilon(1e-11));
      CHECK(claim(session, "middle_gradient_scaled") == doctest::Approx(expected[6][1].get<double>()).epsilon(1e-11));
      const auto plot = figure<playground::Plot>(shown(session), "gradient");
      for (std::size_t at = 0; at < plot.series[0].x.size(); ++at) {
        if (plot.series[0].x[at] != std::stod(d_k)) {
          continue;
        }
        CHECK(plot.series[0].y[at] == doctest::Approx(expected[3][1].get<double>()).epsilon(1e-11));
        CHECK(plot.series[1].y[at] == doctest::Approx(expected[6][1].get<double>()).epsilon(1e-11));
      }
    }
    // The deviation follows √d_k from 1 to 1,024.
    const auto plot = figure<playground::Plot>(shown(showing("scale", "spread")), "deviation");
    REQUIRE(plot.series[1].x.size() == 11);
    for (std::size_t at = 0; at < 11; ++at) {
      CHECK(plot.series[1].y[at] == doctest::Approx(std::sqrt(plot.series[1].x[at])).epsilon(0.1));
      CHECK(plot.series[2].y[at] == doctest::Approx(1).epsilon(0.1));
    }
  }

  TEST_CASE("dividing by another number, or after the softmax, is wrong as NumPy has it") {
    const Session session = showing("scale", "wrong");
    const auto& expected = numbers()["divided"];
    CHECK(claim(session, "sum_after") == doctest::Approx(0.125).epsilon(1e-14));
    CHECK(claim(session, "extra_temperature") == doctest::Approx(2.8284271247461903));
    CHECK(claim(session, "d_model") == 512);
    CHECK(claim(session, "top_by_d_k") ==
          doctest::Approx(support::matrix_from(expected["width"]).maxCoeff()).epsilon(1e-12));
    CHECK(claim(session, "top_by_d_model") ==
          doctest::Approx(support::matrix_from(expected["model"]).maxCoeff()).epsilon(1e-12));
    for (const std::string divisor : {"width", "model", "after"}) {
      const Matrix row = support::matrix_from(expected[divisor]);
      const auto bars = figure<playground::Bars>(shown(showing("scale", "wrong", "divisor:" + divisor)), "row").bars;
      REQUIRE(bars.size() == 12);
      for (std::size_t key = 0; key < 12; ++key) {
        CHECK(bars[key].value == doctest::Approx(row(0, static_cast<Eigen::Index>(key))).epsilon(1e-12));
      }
    }
  }
}

}  // namespace lessons_scale
