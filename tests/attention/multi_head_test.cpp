#include "core/attention/multi_head.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/attention/mask.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
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
        support::thrown_sentence([&] { attention::multi_head_attention(Matrix::Ones(5, 4), weights, {}); });
    CHECK_MESSAGE(support::contains(sentence, "5 x 4"), sentence);
    CHECK_MESSAGE(support::contains(sentence, std::string(name) + " is 3 x 2"), sentence);
  }
}

TEST_CASE("columns of a head that is not there are refused") {
  const std::string sentence = support::thrown_sentence([] { attention::head_columns(Matrix::Ones(2, 6), 3, 2); });
  CHECK_MESSAGE(support::contains(sentence, "head 3 of width 2"), sentence);
  CHECK_MESSAGE(support::contains(sentence, "2 x 6"), sentence);
}
