// Backward passes of the softmax and of scaled dot-product attention.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/attention/scaled_dot_product.hpp"
#include "core/attention/softmax.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/random_draw.hpp"

namespace {

using attention::AttentionGradientsOf;
using attention::AttentionOptions;
using attention::Index;
using attention::Matrix;
using support::worst_difference;

struct RandomCall {
  support::RandomAttention inputs;
  AttentionOptions options;
  Matrix d_output;

  explicit RandomCall(std::uint64_t seed) : inputs(support::random_attention(seed)) {
    support::RandomDraw draw(seed + 500);
    const Index T = inputs.queries.rows(), S = inputs.keys.rows();
    if (seed % 2 == 0) options.mask = inputs.mask;  // some rows are empty
    if (seed % 3 == 0) options.bias = draw.matrix<double>(T, S);
    if (seed % 5 == 0) options.softcap = 2;
    if (seed % 7 == 0) options.scale = 0.5;
    d_output = draw.matrix<double>(T, inputs.values.cols());
  }
  Matrix forward() const {
    return attention::scaled_dot_product_attention(inputs.queries, inputs.keys, inputs.values, options).output;
  }
  template <typename Scalar>
  AttentionGradientsOf<Scalar> backward() const {
    const auto trace = attention::scaled_dot_product_attention<Scalar>(
        inputs.queries.cast<Scalar>(), inputs.keys.cast<Scalar>(), inputs.values.cast<Scalar>(), options);
    return attention::scaled_dot_product_attention_backward<Scalar>(trace, d_output.cast<Scalar>(), options);
  }
};

}  // namespace

TEST_CASE("gradients of attention with a bias and a softcap are PyTorch's") {
  for (const nlohmann::json& test : support::torch_cases("scaled_dot_product")) {
    const support::TorchCase torch{test};
    INFO(torch.name());
    AttentionOptions options;
    options.bias = support::matrix_from(test["bias"]);
    if (!test["softcap"].is_null()) options.softcap = test["softcap"].get<double>();
    const auto trace = attention::scaled_dot_product_attention(torch.input("queries"), torch.input("keys"),
                                                               torch.input("values"), options);
    torch.check_output(trace.output);
    const auto back = attention::scaled_dot_product_attention_backward(trace, torch.d_output(), options);
    torch.check_gradient("queries", back.d_queries);
    torch.check_gradient("keys", back.d_keys);
    torch.check_gradient("values", back.d_values);
  }
}

TEST_CASE("gradients of attention are central differences, in float as in double") {
  support::Worst worst, worst_float;
  for (std::uint64_t seed = 0; seed < 2 * support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    RandomCall call(seed);
    AttentionGradientsOf<double> back = call.backward<double>();
    support::check_gradients(worst, {&call.inputs.queries, &call.inputs.keys, &call.inputs.values},
                             {&back.d_queries, &back.d_keys, &back.d_values},
                             [&] { return support::weighted_total(call.forward(), call.d_output); });
    AttentionGradientsOf<float> f = call.backward<float>();
    // Relative to 1 where all of them are less: a saturated softmax leaves gradients of rounding alone.
    for (const auto& [narrow, wide] : {std::pair{&f.d_queries, &back.d_queries}, std::pair{&f.d_keys, &back.d_keys},
                                       std::pair{&f.d_values, &back.d_values}}) {
      const double magnitude = std::max(1.0, wide->size() > 0 ? wide->cwiseAbs().maxCoeff() : 0);
      const support::Difference difference = worst_difference(narrow->cast<double>() / magnitude, *wide / magnitude);
      CHECK(worst_float.add(difference) <= 1e-5);
    }
  }
  MESSAGE("worst ", worst.of_all, ", in float ", worst_float.of_all);
}

TEST_CASE("gradients of a softmax are central differences, and add up to 0 in each row") {
  support::Worst worst;
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    support::RandomDraw draw(seed);
    const Index T = draw.size(5), S = draw.size(7);
    Matrix logits = draw.matrix<double>(T, S);
    const Matrix d_weights = draw.matrix<double>(T, S);
    Matrix d_logits = attention::softmax_rows_backward(attention::softmax_rows(logits).weights, d_weights);
    support::check_gradients(worst, {&logits}, {&d_logits}, [&] {
      return support::weighted_total(attention::softmax_rows(logits).weights, d_weights);
    });
    CHECK(worst_difference(Matrix(d_logits.rowwise().sum()), Matrix::Zero(T, 1)) <= 1e-14);
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("a masked pair and an empty row pass no gradient on") {
  const Matrix q{{1, 2}, {3, 4}}, k{{1, 0}, {0, 1}}, v{{1, 2}, {3, 4}};
  AttentionOptions options;
  options.mask = attention::BoolMatrix{{true, false}, {false, false}};
  const auto trace = attention::scaled_dot_product_attention(q, k, v, options);
  const auto back = attention::scaled_dot_product_attention_backward<double>(trace, Matrix{{1, 1}, {1, 1}}, options);
  // The only allowed pair has weight 1, which no score can change.
  CHECK(worst_difference(back.d_queries, Matrix::Zero(2, 2)) <= 0);
  CHECK(worst_difference(back.d_keys, Matrix::Zero(2, 2)) <= 0);
  CHECK(worst_difference(back.d_values, Matrix{{1, 1}, {0, 0}}) <= 0);
}
