#include "core/attention/multi_head.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/attention/mask.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::HeadCounts;
using attention::Index;
using attention::Matrix;
using attention::MultiHeadTrace;
using attention::MultiHeadWeights;
using nlohmann::json;
using support::worst_difference;

struct RandomHeads {
  HeadCounts counts;
  Index d = 1;  ///< width of a head
  Matrix x;     ///< [T x D]
  MultiHeadWeights weights;
};

RandomHeads random_heads(std::uint64_t seed) {
  attention::Pcg64 bits{attention::SeedSequence(support::entropy_of(seed))};
  attention::Generator normals(support::entropy_of(seed));
  RandomHeads random;
  random.counts.kv_heads = support::random_size(bits, 3);
  random.counts.heads = random.counts.kv_heads * support::random_size(bits, 3);
  random.d = support::random_size(bits, 5);
  const Index D = support::random_size(bits, 8);
  random.x = normals.standard_normal(support::random_size(bits, 7), D);
  random.weights.wq = normals.standard_normal(D, random.counts.heads * random.d);
  random.weights.wk = normals.standard_normal(D, random.counts.kv_heads * random.d);
  random.weights.wv = normals.standard_normal(D, random.counts.kv_heads * random.d);
  random.weights.wo = normals.standard_normal(random.counts.heads * random.d, D);
  return random;
}

}  // namespace

TEST_CASE("multi-head attention is NumPy's for grouped and equal head counts") {
  const json golden = support::golden("attention");
  const double tolerance = golden["tolerance"];
  for (const json& test : golden["multi_head"]) {
    INFO(test["name"].get<std::string>());
    MultiHeadWeights weights{.wq = support::matrix_from(test["wq"]),
                             .wk = support::matrix_from(test["wk"]),
                             .wv = support::matrix_from(test["wv"]),
                             .wo = std::nullopt};
    if (!test["wo"].is_null()) weights.wo = support::matrix_from(test["wo"]);
    attention::AttentionOptions options;
    if (!test["mask"].is_null()) options.mask = support::mask_from(test["mask"]);
    const HeadCounts counts{.heads = test["heads"], .kv_heads = test["kv_heads"]};
    const MultiHeadTrace trace =
        attention::multi_head_attention(support::matrix_from(test["x"]), weights, counts, options);

    const json& expected = test["expected"];
    CHECK(worst_difference(trace.queries, support::matrix_from(expected["queries"])) <= tolerance);
    CHECK(worst_difference(trace.keys, support::matrix_from(expected["keys"])) <= tolerance);
    CHECK(worst_difference(trace.values, support::matrix_from(expected["values"])) <= tolerance);
    REQUIRE(trace.heads.size() == expected["weights"].size());
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
      INFO("head ", h);
      CHECK(worst_difference(trace.heads[h].weights, support::matrix_from(expected["weights"][h])) <= tolerance);
      CHECK(worst_difference(trace.heads[h].output, support::matrix_from(expected["head_output"][h])) <= tolerance);
    }
    CHECK(worst_difference(trace.concatenated, support::matrix_from(expected["concatenated"])) <= tolerance);
    CHECK(worst_difference(trace.output, support::matrix_from(expected["output"])) <= tolerance);
  }
}

TEST_CASE("H heads are H separate attentions on their own columns") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const auto [counts, d, x, weights] = random_heads(seed);
    const MultiHeadTrace together = attention::multi_head_attention(x, weights, counts);
    Matrix output = Matrix::Zero(x.rows(), x.cols());
    for (Index h = 0; h < counts.heads; ++h) {
      const Index g = h * counts.kv_heads / counts.heads;
      const MultiHeadWeights own{.wq = weights.wq.middleCols(h * d, d),
                                 .wk = weights.wk.middleCols(g * d, d),
                                 .wv = weights.wv.middleCols(g * d, d),
                                 .wo = weights.wo->middleRows(h * d, d)};
      // W_o is a stack of one block of rows for each head, so the output is the sum of what each head adds.
      output += attention::multi_head_attention(x, own, {.heads = 1, .kv_heads = 1}).output;
    }
    CHECK(worst_difference(together.output, output) <= 1e-12);
  }
}

TEST_CASE("one head without W_o is plain attention") {
  const support::RandomAttention inputs = support::random_attention(5);
  const MultiHeadTrace trace =
      attention::attend_heads(inputs.queries, inputs.keys, inputs.values, std::nullopt, {}, {.mask = inputs.mask});
  const Matrix expected =
      attention::scaled_dot_product_attention(inputs.queries, inputs.keys, inputs.values, {.mask = inputs.mask}).output;
  CHECK(worst_difference(trace.concatenated, expected) <= 0);
  CHECK(worst_difference(trace.output, expected) <= 0);
}

TEST_CASE("the mask holds in every head") {
  const auto [counts, d, x, weights] = random_heads(6);
  const attention::AttentionOptions causal{.mask = attention::causal_mask(x.rows(), x.rows())};
  REQUIRE(counts.heads > 1);
  REQUIRE(x.rows() > 1);
  const MultiHeadTrace trace = attention::multi_head_attention(x, weights, counts, causal);
  for (const attention::AttentionTrace& head : trace.heads) {
    const Matrix future = head.weights.triangularView<Eigen::StrictlyUpper>();
    CHECK(worst_difference(future, Matrix::Zero(x.rows(), x.rows())) <= 0);
  }
}

TEST_CASE("neighbouring query heads share a key/value head") {
  const HeadCounts counts{.heads = 8, .kv_heads = 2};
  std::string groups;
  for (Index head = 0; head < counts.heads; ++head) groups += std::to_string(attention::kv_head_of(head, counts));
  CHECK(groups == "00001111");
}

TEST_CASE("key/value heads that do not divide the query heads are refused with both numbers") {
  for (const HeadCounts& counts : {HeadCounts{.heads = 4, .kv_heads = 3}, HeadCounts{.heads = 2, .kv_heads = 4},
                                   HeadCounts{.heads = 1, .kv_heads = 0}, HeadCounts{.heads = 0, .kv_heads = 1}}) {
    const std::string sentence = support::thrown_sentence([&] { attention::kv_head_of(0, counts); });
    CHECK_MESSAGE(support::contains(sentence, std::to_string(counts.heads) + " query"), sentence);
    CHECK_MESSAGE(support::contains(sentence, std::to_string(counts.kv_heads) + " key/value"), sentence);
  }
}

TEST_CASE("projections that do not split or do not fit are refused with the shapes") {
  const auto refused = [](const Matrix& q, const Matrix& k, const Matrix& v, const std::optional<Matrix>& wo,
                          const char* one, const char* other) {
    const std::string sentence =
        support::thrown_sentence([&] { attention::attend_heads(q, k, v, wo, {.heads = 2, .kv_heads = 2}); });
    CHECK_MESSAGE(support::contains(sentence, one), sentence);
    CHECK_MESSAGE(support::contains(sentence, other), sentence);
  };
  const Matrix q = Matrix::Ones(3, 4), k = Matrix::Ones(5, 4), v = Matrix::Ones(5, 6);
  refused(Matrix::Ones(3, 5), k, v, {}, "3 x 5", "2 heads");
  refused(q, Matrix::Ones(5, 3), v, {}, "5 x 3", "2 heads");
  refused(q, k, Matrix::Ones(5, 7), {}, "5 x 7", "2 heads");
  refused(q, Matrix::Ones(5, 6), v, {}, "3 x 4", "5 x 6");
  refused(q, k, Matrix::Ones(6, 6), {}, "5 x 2", "6 x 3");
  refused(q, k, v, Matrix::Ones(4, 4), "3 x 6", "4 x 4");
}

TEST_CASE("a projection that does not fit X is refused by name with both shapes") {
  const Matrix fits = Matrix::Ones(4, 2), wrong = Matrix::Ones(3, 2);
  for (const char* name : {"W_q", "W_k", "W_v"}) {
    MultiHeadWeights weights{.wq = fits, .wk = fits, .wv = fits, .wo = std::nullopt};
    (name[2] == 'q' ? weights.wq : name[2] == 'k' ? weights.wk : weights.wv) = wrong;
    const std::string sentence =
        support::thrown_sentence([&] { attention::multi_head_attention<double>(Matrix::Ones(5, 4), weights, {}); });
    CHECK_MESSAGE(support::contains(sentence, "5 x 4"), sentence);
    CHECK_MESSAGE(support::contains(sentence, std::string(name) + " is 3 x 2"), sentence);
  }
}

TEST_CASE("columns of a head that is not there are refused") {
  const std::string sentence =
      support::thrown_sentence([] { attention::head_columns<double>(Matrix::Ones(2, 6), 3, 2); });
  CHECK_MESSAGE(support::contains(sentence, "head 3 of width 2"), sentence);
  CHECK_MESSAGE(support::contains(sentence, "2 x 6"), sentence);
}

namespace {

/// Cross-attention of any shape: values from a matrix of their own, d_v apart from d_k, options of each head.
template <typename Scalar>
struct RandomCross {
  HeadCounts counts;
  attention::MatrixOf<Scalar> query_source, key_source, value_source;
  attention::MultiHeadWeightsOf<Scalar> weights;
  std::vector<attention::AttentionOptions> options;
  attention::MatrixOf<Scalar> d_output;
};

/// One seed gives the same numbers for double and for float, where they are rounded.
template <typename Scalar>
RandomCross<Scalar> random_cross(std::uint64_t seed) {
  attention::Pcg64 bits{attention::SeedSequence(support::entropy_of(seed))};
  attention::Generator normals(support::entropy_of(seed));
  const auto draw = [&](Index rows, Index columns) {
    return attention::MatrixOf<Scalar>(normals.standard_normal(rows, columns).cast<Scalar>());
  };
  RandomCross<Scalar> random;
  random.counts.kv_heads = support::random_size(bits, 3);
  random.counts.heads = random.counts.kv_heads * support::random_size(bits, 3);
  const Index T = support::random_size(bits, 5), S = support::random_size(bits, 5);
  const Index D = support::random_size(bits, 5), D_c = support::random_size(bits, 5),
              D_v = support::random_size(bits, 5);
  const Index d = support::random_size(bits, 4), d_v = support::random_size(bits, 4);
  random.query_source = draw(T, D);
  random.key_source = draw(S, D_c);
  random.value_source = draw(S, D_v);
  random.weights.wq = draw(D, random.counts.heads * d);
  random.weights.wk = draw(D_c, random.counts.kv_heads * d);
  random.weights.wv = draw(D_v, random.counts.kv_heads * d_v);
  if (seed % 4 != 0) random.weights.wo = draw(random.counts.heads * d_v, D);
  for (Index head = 0; head < random.counts.heads; ++head) {
    attention::AttentionOptions options;
    options.bias = normals.standard_normal(T, S);
    if (seed % 2 != 0) options.softcap = 1.5;
    if (seed % 3 != 0) options.mask = attention::causal_mask(T, S);
    random.options.push_back(options);
  }
  random.d_output = draw(T, random.weights.wo ? D : random.counts.heads * d_v);
  return random;
}

template <typename Scalar>
attention::MultiHeadTraceOf<Scalar> forward(const RandomCross<Scalar>& c) {
  return attention::multi_head_attention<Scalar>(c.query_source, c.key_source, c.value_source, c.weights, c.counts,
                                                 c.options);
}

template <typename Scalar>
attention::MultiHeadGradientsOf<Scalar> backward(const RandomCross<Scalar>& c) {
  return attention::multi_head_attention_backward<Scalar>(forward(c), c.query_source, c.key_source, c.value_source,
                                                          c.weights, c.d_output, c.options);
}

constexpr std::uint64_t kGradientCases = 24;

}  // namespace

TEST_CASE("cross-attention asks with X and answers with the context") {
  for (std::uint64_t seed = 0; seed < kGradientCases; ++seed) {
    INFO("seed ", seed);
    const RandomCross<double> cross = random_cross<double>(seed);
    const MultiHeadTrace trace = forward(cross);
    CHECK(worst_difference(trace.queries, Matrix(cross.query_source * cross.weights.wq)) <= 0);
    CHECK(worst_difference(trace.keys, Matrix(cross.key_source * cross.weights.wk)) <= 0);
    CHECK(worst_difference(trace.values, Matrix(cross.value_source * cross.weights.wv)) <= 0);
    const Index d_v = cross.weights.wv.cols() / cross.counts.kv_heads, d = trace.heads[0].queries.cols();
    for (Index h = 0; h < cross.counts.heads; ++h) {
      const Index g = h * cross.counts.kv_heads / cross.counts.heads;
      const Matrix alone = attention::scaled_dot_product_attention<double>(
                               trace.queries.middleCols(h * d, d), trace.keys.middleCols(g * d, d),
                               trace.values.middleCols(g * d_v, d_v), cross.options[static_cast<std::size_t>(h)])
                               .output;
      CHECK(worst_difference(Matrix(trace.concatenated.middleCols(h * d_v, d_v)), alone) <= 1e-13);
    }
  }
}

TEST_CASE("cross-attention and its gradients are PyTorch's") {
  for (const json& test : support::torch_cases("cross_attention")) {
    const support::TorchCase torch{test};
    INFO(torch.name());
    const MultiHeadWeights weights{
        .wq = torch.input("wq"), .wk = torch.input("wk"), .wv = torch.input("wv"), .wo = torch.input("wo")};
    const HeadCounts counts{.heads = test["heads"], .kv_heads = test["heads"]};
    attention::AttentionOptions options;
    if (!test["mask"].is_null()) options.mask = support::mask_from(test["mask"]);
    const Matrix q = torch.input("query_source"), k = torch.input("key_source"), v = torch.input("value_source");
    const MultiHeadTrace trace = attention::multi_head_attention(q, k, v, weights, counts, options);
    torch.check_output(trace.output);
    const attention::MultiHeadGradientsOf<double> gradients =
        attention::multi_head_attention_backward(trace, q, k, v, weights, torch.d_output(), {&options, 1});
    torch.check_gradient("query_source", gradients.d_query_source);
    torch.check_gradient("key_source", gradients.d_key_source);
    torch.check_gradient("value_source", gradients.d_value_source);
    torch.check_gradient("wq", gradients.d_weights.wq);
    torch.check_gradient("wk", gradients.d_weights.wk);
    torch.check_gradient("wv", gradients.d_weights.wv);
    torch.check_gradient("wo", gradients.d_weights.wo);
  }
}

TEST_CASE("gradients of multi-head attention are central differences") {
  support::Worst worst;
  for (std::uint64_t seed = 0; seed < kGradientCases; ++seed) {
    INFO("seed ", seed);
    RandomCross<double> cross = random_cross<double>(seed);
    attention::MultiHeadGradientsOf<double> gradients = backward(cross);
    const auto loss = [&] { return support::weighted_total(forward(cross).output, cross.d_output); };
    const auto holds = [&](const Matrix& gradient, Matrix& at) {
      CHECK(worst.add(support::relative_difference(gradient, support::central_differences(at, loss))) <= 1e-6);
    };
    holds(gradients.d_query_source, cross.query_source);
    holds(gradients.d_key_source, cross.key_source);
    holds(gradients.d_value_source, cross.value_source);
    const auto weights = attention::parameters(cross.weights), d_weights = attention::parameters(gradients.d_weights);
    REQUIRE(weights.size() == d_weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) holds(*d_weights[i], *weights[i]);
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("the gradient by X of self-attention sums what queries, keys and values pass on") {
  auto [counts, d, x, weights] = random_heads(9);
  Matrix& at = x;
  const MultiHeadWeights& with = weights;
  const HeadCounts heads = counts;
  const Matrix d_output = attention::Generator(support::entropy_of(10)).standard_normal(x.rows(), x.cols());
  const MultiHeadTrace trace = attention::multi_head_attention(x, weights, counts);
  const auto loss = [&] {
    return support::weighted_total(attention::multi_head_attention(at, with, heads).output, d_output);
  };
  const Matrix d_x = attention::multi_head_attention_backward(trace, x, x, x, weights, d_output).d_x();
  CHECK(support::relative_difference(d_x, support::central_differences(at, loss)) <= 1e-6);
}

TEST_CASE("multi-head attention in float is that in double") {
  support::Worst worst;
  const auto holds = [&](const attention::FloatMatrix& in_float, const Matrix& in_double) {
    CHECK(worst.add(support::relative_difference(in_float.cast<double>(), in_double)) <= 1e-5);
  };
  for (std::uint64_t seed = 0; seed < kGradientCases; ++seed) {
    INFO("seed ", seed);
    const RandomCross<double> in_double = random_cross<double>(seed);
    const RandomCross<float> in_float = random_cross<float>(seed);
    holds(forward(in_float).output, forward(in_double).output);
    attention::MultiHeadGradientsOf<float> f = backward(in_float);
    attention::MultiHeadGradientsOf<double> d = backward(in_double);
    holds(f.d_query_source, d.d_query_source);
    holds(f.d_key_source, d.d_key_source);
    holds(f.d_value_source, d.d_value_source);
    for (std::size_t i = 0; i < attention::parameters(d.d_weights).size(); ++i) {
      holds(*attention::parameters(f.d_weights)[i], *attention::parameters(d.d_weights)[i]);
    }
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("options that are neither one for all nor one for each head are refused with both numbers") {
  const std::vector<attention::AttentionOptions> three(3);
  const std::string sentence = support::thrown_sentence([&] {
    attention::attend_heads<double>(Matrix::Ones(3, 4), Matrix::Ones(3, 4), Matrix::Ones(3, 4), {},
                                    {.heads = 2, .kv_heads = 2}, three);
  });
  CHECK_MESSAGE(support::contains(sentence, "3 options for 2 heads"), sentence);
}

TEST_CASE("gradients by sources that were not one matrix are not added up") {
  const attention::MultiHeadGradientsOf<double> gradients{.d_query_source = Matrix::Zero(3, 4),
                                                          .d_key_source = Matrix::Zero(5, 4),
                                                          .d_value_source = Matrix::Zero(5, 4),
                                                          .d_weights = {}};
  CHECK(worst_difference(gradients.d_context(), Matrix::Zero(5, 4)) <= 0);
  const std::string sentence = support::thrown_sentence([&] { gradients.d_x(); });
  CHECK_MESSAGE(support::contains(sentence, "3 x 4 and 5 x 4"), sentence);
}

TEST_CASE("a gradient of another shape than the output is refused with both shapes") {
  const auto [counts, d, x, weights] = random_heads(3);
  const MultiHeadTrace trace = attention::multi_head_attention(x, weights, counts);
  const std::optional<Matrix>& wo = weights.wo;
  const std::string sentence =
      support::thrown_sentence([&] { attention::attend_heads_backward<double>(trace, wo, Matrix::Zero(99, 98)); });
  CHECK_MESSAGE(support::contains(sentence, "99 x 98"), sentence);
  CHECK_MESSAGE(support::contains(sentence, attention::shape_text(trace.output)), sentence);
}
