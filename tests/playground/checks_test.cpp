#include <doctest/doctest.h>

#include <limits>

#include "core/playground/checks.hpp"

using attention::Matrix;
using playground::Check;
using playground::Model;
using playground::Session;
using playground::Step;

namespace {

Session session_at(Step step, const Model& model) {
  Session session;
  session.model = model;
  session.step = step;
  return session;
}

bool says(const std::vector<Check>& checks, const std::string& part, bool holds) {
  for (const Check& check : checks) {
    if (check.sentence.find(part) != std::string::npos) {
      return check.holds == holds;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("the standard deviation is that of the population") {
  Matrix matrix(1, 8);
  matrix << 2, 4, 4, 4, 5, 5, 7, 9;
  CHECK(playground::standard_deviation(matrix) == doctest::Approx(2).epsilon(1e-15));
}

TEST_CASE("row sums count exact and empty rows and the largest error") {
  Matrix weights(3, 2);
  weights << 0.5, 0.5, 0, 0, 0.5, 0.4;
  const playground::RowSums sums = playground::row_sums(weights);
  CHECK(sums.rows == 3);
  CHECK(sums.exact_rows == 1);
  CHECK(sums.empty_rows == 1);
  CHECK(sums.largest_error == doctest::Approx(0.1));
}

TEST_CASE("the spread of the opening experiment's scores is the one that NumPy gives") {
  // numpy.std of golden/article.json's scores is 3.3118, of the scaled ones a quarter of it.
  const auto snapshot = playground::derive(Model{});
  const std::vector<Check> checks = playground::checks(session_at(Step::kScaled, Model{}), *snapshot);
  CHECK(says(checks, "spread 3.31 × 0.2500 = 0.83", true));
}

TEST_CASE("the causal mask's checks hold, and fail for numbers that leak") {
  Model model;
  model.mask.causal = true;
  const auto snapshot = playground::derive(model);
  CHECK(says(playground::checks(session_at(Step::kMasked, model), *snapshot), "future is exactly −∞", true));
  CHECK(says(playground::checks(session_at(Step::kMasked, model), *snapshot), "66 of 144 cells masked", true));
  CHECK(says(playground::checks(session_at(Step::kSoftmax, model), *snapshot), "future is exactly 0", true));

  playground::Snapshot leaking = *snapshot;
  leaking.trace.heads[0].masked_scores(0, 5) = 0;
  leaking.trace.heads[0].weights(0, 5) = 1e-9;
  CHECK(says(playground::checks(session_at(Step::kMasked, model), leaking), "future is exactly −∞", false));
  CHECK(says(playground::checks(session_at(Step::kSoftmax, model), leaking), "future is exactly 0", false));
  CHECK(says(playground::checks(session_at(Step::kSoftmax, model), leaking), "every row sums to 1", false));
}

TEST_CASE("an output outside its values' range fails its check") {
  const auto snapshot = playground::derive(Model{});
  CHECK(says(playground::checks(session_at(Step::kOutput, Model{}), *snapshot), "each output lies between", true));
  playground::Snapshot wrong = *snapshot;
  wrong.trace.heads[0].output(3, 3) = 1e3;
  CHECK(says(playground::checks(session_at(Step::kOutput, Model{}), wrong), "each output lies between", false));
}

TEST_CASE("a NaN is seen at the step that makes it") {
  const auto snapshot = playground::derive(Model{});
  playground::Snapshot wrong = *snapshot;
  wrong.trace.heads[0].scores(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(says(playground::checks(session_at(Step::kScores, Model{}), wrong), "no NaN", false));
  CHECK(says(playground::checks(session_at(Step::kScores, Model{}), *snapshot), "no NaN", true));
}
