// Softcap, additive bias and mask: the stages' order, their gradients, floats, NaN and infinity.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/attention/mask.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/not_finite.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::AttentionOptions;
using attention::AttentionTrace;
using attention::FloatMatrix;
using attention::Index;
using attention::Matrix;
using attention::scaled_dot_product_attention;
using attention::scaled_dot_product_attention_backward;
using nlohmann::json;
using support::matrix_from;
using support::RandomAttention;
using support::worst_difference;

using support::kInfinity;
using support::kNan;

AttentionOptions options_of(const json& test) {
  AttentionOptions options;
  if (!test["scale"].is_null()) options.scale = test["scale"].get<double>();
  if (!test["softcap"].is_null()) options.softcap = test["softcap"].get<double>();
  if (!test["bias"].is_null()) options.bias = matrix_from(test["bias"]);
  if (!test["mask"].is_null()) options.mask = support::mask_from(test["mask"]);
  return options;
}

}  // namespace

TEST_CASE("softcap, bias and mask are NumPy's, stage by stage") {
  const json golden = support::golden("variants");
  const double tolerance = golden["tolerance"];
  for (const json& test : golden["cases"]) {
    INFO(test["name"].get<std::string>());
    const AttentionTrace trace = scaled_dot_product_attention(matrix_from(test["queries"]), matrix_from(test["keys"]),
                                                              matrix_from(test["values"]), options_of(test));
    const json& expected = test["expected"];
    CHECK(worst_difference(trace.scaled_scores, matrix_from(expected["scaled_scores"])) <= tolerance);
    CHECK(trace.softcapped_scores.has_value() == !expected["softcapped_scores"].is_null());
    if (trace.softcapped_scores) {
      CHECK(worst_difference(*trace.softcapped_scores, matrix_from(expected["softcapped_scores"])) <= tolerance);
    }
    CHECK(worst_difference(trace.masked_scores, matrix_from(expected["masked_scores"])) <= tolerance);
    CHECK(worst_difference(trace.weights, matrix_from(expected["weights"])) <= tolerance);
    CHECK(worst_difference(trace.output, matrix_from(expected["output"])) <= tolerance);
  }
}

TEST_CASE("gradients through softcap, bias and mask are PyTorch's, and those of floats are near") {
  const json golden = support::golden("variants");
  double worst_float = 0;
  for (const json& test : golden["cases"]) {
    INFO(test["name"].get<std::string>());
    const AttentionOptions options = options_of(test);
    const Matrix q = matrix_from(test["queries"]), k = matrix_from(test["keys"]), v = matrix_from(test["values"]);
    const Matrix d_output = matrix_from(test["d_output"]);
    const auto gradients =
        scaled_dot_product_attention_backward(scaled_dot_product_attention(q, k, v, options), d_output, options);
    const json& expected = test["gradients"];
    CHECK(worst_difference(gradients.d_queries, matrix_from(expected["d_queries"])) <= 1e-12);
    CHECK(worst_difference(gradients.d_keys, matrix_from(expected["d_keys"])) <= 1e-12);
    CHECK(worst_difference(gradients.d_values, matrix_from(expected["d_values"])) <= 1e-12);
    const auto of_float = scaled_dot_product_attention_backward<float>(
        scaled_dot_product_attention<float>(q.cast<float>(), k.cast<float>(), v.cast<float>(), options),
        d_output.cast<float>(), options);
    const Matrix d_queries = of_float.d_queries.cast<double>();
    const support::Difference difference = worst_difference(d_queries, gradients.d_queries);
    CHECK(difference <= 1e-5);
    worst_float = std::max(worst_float, difference.size);
  }
  MESSAGE("the gradients of floats differ from those of doubles by at most ", worst_float);
}

TEST_CASE("gradients through softcap and bias are the central differences") {
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    INFO("seed ", seed);
    RandomAttention inputs = support::random_attention(seed);
    attention::Generator normals(support::entropy_of(seed + 1'000));
    const Index T = inputs.queries.rows(), S = inputs.keys.rows();
    const AttentionOptions options{
        .scale = 0.8, .softcap = 1.5, .bias = normals.standard_normal(T, S), .mask = inputs.mask};
    const Matrix d_output = normals.standard_normal(T, inputs.values.cols());
    const auto loss = [&] { return support::attend(inputs, options).output.cwiseProduct(d_output).sum(); };
    const auto gradients = scaled_dot_product_attention_backward(support::attend(inputs, options), d_output, options);
    for (const support::Difference& difference :
         {worst_difference(support::central_differences(inputs.queries, loss), gradients.d_queries),
          worst_difference(support::central_differences(inputs.keys, loss), gradients.d_keys),
          worst_difference(support::central_differences(inputs.values, loss), gradients.d_values)}) {
      CHECK(difference <= 1e-7);
      worst = std::max(worst, difference.size);
    }
  }
  MESSAGE("gradients differ from central differences by at most ", worst);
}

TEST_CASE("the softcap comes before bias and mask: it never softens minus infinity") {
  const Matrix one = Matrix::Ones(1, 1), keys{{1}, {1}};
  const AttentionTrace trace = scaled_dot_product_attention<double>(
      one, keys, Matrix{{1}, {2}}, {.scale = 100, .softcap = 3, .bias = Matrix{{5, -kInfinity}}});
  CHECK(trace.masked_scores(0, 0) == doctest::Approx(8).epsilon(1e-12));  // 3 tanh(33) + 5, above the cap
  CHECK(trace.weights(0, 1) == 0);
  CHECK(trace.output(0, 0) == 1);
}

TEST_CASE("the scale comes before the softcap") {
  const AttentionTrace trace =
      scaled_dot_product_attention<double>(Matrix{{4}}, Matrix{{1}}, Matrix{{1}}, {.scale = 0.5, .softcap = 2});
  CHECK((*trace.softcapped_scores)(0, 0) == doctest::Approx(2 * std::tanh(1.0)).epsilon(1e-15));
}

TEST_CASE("a bias of minus infinity does what the mask does") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const RandomAttention inputs = support::random_attention(seed);
    const Matrix zeros = Matrix::Zero(inputs.queries.rows(), inputs.keys.rows());
    const AttentionTrace masked = support::attend(inputs, {.mask = inputs.mask});
    const AttentionTrace biased = support::attend(inputs, {.bias = attention::apply_mask(zeros, inputs.mask)});
    CHECK(worst_difference(biased.weights, masked.weights) <= 0);
    CHECK(worst_difference(biased.output, masked.output) <= 0);
  }
}

TEST_CASE("a row that the bias empties has weights 0, output 0 and passes no gradient on") {
  const RandomAttention inputs = support::random_attention(4);
  const Index T = inputs.queries.rows(), S = inputs.keys.rows();
  const AttentionOptions options{.bias = Matrix::Constant(T, S, -kInfinity)};
  const AttentionTrace trace = support::attend(inputs, options);
  CHECK(worst_difference(trace.weights, Matrix::Zero(T, S)) <= 0);
  CHECK(worst_difference(trace.output, Matrix::Zero(T, inputs.values.cols())) <= 0);
  const auto gradients =
      scaled_dot_product_attention_backward<double>(trace, Matrix::Ones(T, inputs.values.cols()), options);
  CHECK(gradients.d_queries.cwiseAbs().maxCoeff() == 0);
  CHECK(gradients.d_keys.cwiseAbs().maxCoeff() == 0);
  CHECK(gradients.d_values.cwiseAbs().maxCoeff() == 0);
}

TEST_CASE("a masked key adds nothing, even where its value is NaN or infinite") {
  for (const double poison : {kNan, kInfinity, -kInfinity}) {
    RandomAttention inputs = support::random_attention(7);
    const Index T = inputs.queries.rows(), S = inputs.keys.rows();
    const AttentionOptions options{.mask = attention::padding_mask(T, S, S - 1)};
    inputs.values.row(S - 1).setZero();
    const Matrix expected = support::attend(inputs, options).output;
    inputs.values.row(S - 1).setConstant(poison);
    CHECK(worst_difference(support::attend(inputs, options).output, expected) <= 1e-15);
    inputs.keys.row(S - 1).setConstant(poison);  // NaN scores, masked
    CHECK(worst_difference(support::attend(inputs, options).output, expected) <= 1e-15);
    const AttentionOptions biased{.bias = attention::apply_mask<double>(Matrix::Zero(T, S), *options.mask)};
    CHECK(worst_difference(support::attend(inputs, biased).output, expected) <= 1e-15);
  }
}

TEST_CASE("NaN and infinity that may be attended to are seen in their row, and only there") {
  const Matrix k{{1}, {1}}, v{{1}, {2}};
  const Matrix nan_query = scaled_dot_product_attention<double>(Matrix{{kNan}, {1}}, k, v).output;
  CHECK(std::isnan(nan_query(0, 0)));
  CHECK(nan_query(1, 0) == 1.5);
  const Matrix nan_value = scaled_dot_product_attention<double>(Matrix{{1}, {1}}, k, Matrix{{1}, {kNan}},
                                                                {.mask = attention::causal_mask(2, 2)})
                               .output;
  CHECK(nan_value(0, 0) == 1);
  CHECK(std::isnan(nan_value(1, 0)));
  // A score of plus infinity: infinity minus itself. NumPy has NaN there too.
  CHECK(std::isnan(scaled_dot_product_attention<double>(Matrix{{kInfinity}}, k, v).output(0, 0)));
  // With a softcap it is a finite score.
  CHECK(scaled_dot_product_attention<double>(Matrix{{kInfinity}}, k, v, {.softcap = 2}).output(0, 0) == 1.5);
}

TEST_CASE("the float path is within 1e-5 of double") {
  double worst = 0;
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const RandomAttention inputs = support::random_attention(seed);
    const AttentionOptions options{.softcap = seed % 2 == 0 ? std::optional<double>(5) : std::nullopt,
                                   .mask = inputs.mask};
    const FloatMatrix output =
        scaled_dot_product_attention<float>(inputs.queries.cast<float>(), inputs.keys.cast<float>(),
                                            inputs.values.cast<float>(), options)
            .output;
    const support::Difference difference =
        worst_difference(output.cast<double>(), support::attend(inputs, options).output);
    CHECK(difference <= 1e-5);
    worst = std::max(worst, difference.size);
  }
  MESSAGE("attention: the float path differs from double by at most ", worst);
}

TEST_CASE("a softcap that is not above 0 and a bias of another shape are refused") {
  const Matrix one = Matrix::Ones(2, 2);
  for (const double softcap : {0.0, -1.0, kNan}) {
    const std::string sentence =
        support::thrown_sentence([&] { scaled_dot_product_attention(one, one, one, {.softcap = softcap}); });
    CHECK_MESSAGE(support::contains(sentence, "above 0"), sentence);
  }
  const std::string sentence =
      support::thrown_sentence([&] { scaled_dot_product_attention(one, one, one, {.bias = Matrix::Zero(2, 3)}); });
  CHECK_MESSAGE(support::contains(sentence, "2 x 3"), sentence);
  CHECK_MESSAGE(support::contains(sentence, "2 x 2"), sentence);
}
