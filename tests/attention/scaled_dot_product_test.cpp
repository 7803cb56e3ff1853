#include "core/attention/scaled_dot_product.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "core/attention/mask.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::AttentionOptions;
using attention::AttentionTrace;
using attention::Index;
using attention::Matrix;
using attention::scaled_dot_product_attention;
using nlohmann::json;
using support::RandomAttention;
using support::worst_difference;

}  // namespace

TEST_CASE("every stage of attention is NumPy's on awkward shapes, masks and scales") {
  const json golden = support::golden("attention");
  const double tolerance = golden["tolerance"];
  for (const json& test : golden["scaled_dot_product"]) {
    INFO(test["name"].get<std::string>());
    AttentionOptions options;
    if (!test["scale"].is_null()) options.scale = test["scale"].get<double>();
    if (!test["mask"].is_null()) options.mask = support::mask_from(test["mask"]);
    const AttentionTrace trace =
        scaled_dot_product_attention(support::matrix_from(test["queries"]), support::matrix_from(test["keys"]),
                                     support::matrix_from(test["values"]), options);
    const json& expected = test["expected"];
    CHECK(worst_difference(trace.scores, support::matrix_from(expected["scores"])) <= tolerance);
    CHECK(worst_difference(trace.scaled_scores, support::matrix_from(expected["scaled_scores"])) <= tolerance);
    CHECK(worst_difference(trace.masked_scores, support::matrix_from(expected["masked_scores"])) <= tolerance);
    CHECK(worst_difference(trace.row_max, support::matrix_from(expected["row_max"])) <= tolerance);
    CHECK(worst_difference(trace.exponentials, support::matrix_from(expected["exponentials"])) <= tolerance);
    CHECK(worst_difference(trace.row_sum, support::matrix_from(expected["row_sum"])) <= tolerance);
    CHECK(worst_difference(trace.weights, support::matrix_from(expected["weights"])) <= tolerance);
    CHECK(worst_difference(trace.output, support::matrix_from(expected["output"])) <= tolerance);
  }
}

TEST_CASE("the trace keeps its inputs and the scale it used") {
  const RandomAttention inputs = support::random_attention(1);
  const AttentionTrace trace = support::attend(inputs, {.scale = 0.125});
  CHECK(worst_difference(trace.queries, inputs.queries) <= 0);
  CHECK(worst_difference(trace.keys, inputs.keys) <= 0);
  CHECK(worst_difference(trace.values, inputs.values) <= 0);
  CHECK(trace.scale == 0.125);
}

TEST_CASE("without a scale the scores are divided by the root of d_k") {
  const AttentionTrace trace =
      scaled_dot_product_attention<double>(Matrix::Ones(1, 16), Matrix::Ones(1, 16), Matrix(1, 1));
  CHECK(trace.scale == 0.25);
  CHECK(trace.scaled_scores(0, 0) == 4);
}

TEST_CASE("weights are 0 where the mask forbids and rows sum to 1 where it allows any") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const RandomAttention inputs = support::random_attention(seed);
    const Matrix weights = support::attend(inputs, {.mask = inputs.mask}).weights;
    Matrix forbidden = weights, sums(weights.rows(), 1);
    for (Index row = 0; row < weights.rows(); ++row) {
      for (Index key = 0; key < weights.cols(); ++key) {
        if (inputs.mask(row, key)) forbidden(row, key) = 0;
      }
      sums(row, 0) = inputs.mask.row(row).any() ? 1 : 0;
    }
    CHECK(worst_difference(forbidden, Matrix::Zero(weights.rows(), weights.cols())) <= 0);
    CHECK(worst_difference(Matrix(weights.rowwise().sum()), sums) <= 1e-15);
  }
}

TEST_CASE("keys permuted together with their values change no output") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const RandomAttention inputs = support::random_attention(seed);
    RandomAttention reversed = inputs;
    reversed.keys = inputs.keys.colwise().reverse();
    reversed.values = inputs.values.colwise().reverse();
    reversed.mask = inputs.mask.rowwise().reverse();
    const Matrix output = support::attend(inputs, {.mask = inputs.mask}).output;
    CHECK(worst_difference(support::attend(reversed, {.mask = reversed.mask}).output, output) <= 1e-12);
  }
}

TEST_CASE("a causal output does not move when the future changes") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const RandomAttention inputs = support::random_attention(seed);
    const Index S = inputs.keys.rows(), T = inputs.queries.rows();
    const AttentionOptions causal{.mask = attention::causal_mask(T, S)};
    const Matrix before = support::attend(inputs, causal).output;
    for (Index now = 0; now + 1 < S && now < T; ++now) {
      RandomAttention changed = inputs;
      changed.keys.bottomRows(S - now - 1).array() += 10;
      changed.values.bottomRows(S - now - 1).array() -= 1'000;
      const Matrix past = support::attend(changed, causal).output.topRows(now + 1);
      CHECK(worst_difference(past, Matrix(before.topRows(now + 1))) <= 0);
    }
  }
}

TEST_CASE("a causal output does move when the present changes") {
  const RandomAttention inputs = support::random_attention(3);
  RandomAttention changed = inputs;
  changed.values.row(0).array() += 1;
  const AttentionOptions causal{.mask = attention::causal_mask(inputs.queries.rows(), inputs.keys.rows())};
  const Matrix before = support::attend(inputs, causal).output.row(0);
  CHECK(worst_difference(Matrix(support::attend(changed, causal).output.row(0)), Matrix(before.array() + 1)) <= 1e-12);
}

TEST_CASE("a query with nothing to attend to has weights 0 and output 0") {
  const RandomAttention inputs = support::random_attention(4);
  const Index T = inputs.queries.rows(), S = inputs.keys.rows();
  const AttentionTrace trace = support::attend(inputs, {.mask = attention::padding_mask(T, S, 0)});
  CHECK(worst_difference(trace.weights, Matrix::Zero(T, S)) <= 0);
  CHECK(worst_difference(trace.output, Matrix::Zero(T, inputs.values.cols())) <= 0);
}

TEST_CASE("without keys every output is 0") {
  const AttentionTrace trace = scaled_dot_product_attention<double>(Matrix::Ones(2, 3), Matrix(0, 3), Matrix(0, 4));
  CHECK(worst_difference(trace.output, Matrix::Zero(2, 4)) <= 0);
}

TEST_CASE("shapes that do not fit are refused with both shapes") {
  const auto refused = [](const Matrix& q, const Matrix& k, const Matrix& v, const AttentionOptions& options,
                          const char* one, const char* other) {
    const std::string sentence = support::thrown_sentence([&] { scaled_dot_product_attention(q, k, v, options); });
    CHECK_MESSAGE(support::contains(sentence, one), sentence);
    CHECK_MESSAGE(support::contains(sentence, other), sentence);
  };
  const Matrix q = Matrix::Ones(2, 3), k = Matrix::Ones(4, 3), v = Matrix::Ones(4, 5);
  refused(q, Matrix::Ones(4, 2), v, {}, "2 x 3", "4 x 2");
  refused(q, k, Matrix::Ones(3, 5), {}, "4 x 3", "3 x 5");
  refused(Matrix(2, 0), Matrix(4, 0), v, {}, "2 x 0", "4 x 0");
  refused(q, k, v, {.mask = attention::full_mask(4, 2)}, "4 x 2", "2 x 4");
}
