// The opening experiment: "the animal did not cross the street because it was too tired", drawn and attended to.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "core/attention/mask.hpp"
#include "core/attention/random.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"

namespace {

using attention::AttentionTrace;
using attention::Index;
using attention::Matrix;
using nlohmann::json;
using support::worst_difference;

constexpr Index kTokens = 12;
constexpr Index kModelWidth = 64;
constexpr Index kHeadWidth = 16;

struct Experiment {
  Matrix x, wq, wk, wv;
  AttentionTrace trace;
};

Experiment experiment(const std::string& seed, bool causal) {
  attention::Generator generator(*attention::entropy_from_decimal(seed));
  const double root = std::sqrt(static_cast<double>(kModelWidth));
  Experiment result;
  result.x = generator.standard_normal(kTokens, kModelWidth);
  result.wq = generator.standard_normal(kModelWidth, kHeadWidth) / root;
  result.wk = generator.standard_normal(kModelWidth, kHeadWidth) / root;
  result.wv = generator.standard_normal(kModelWidth, kHeadWidth) / root;
  attention::AttentionOptions options;
  if (causal) options.mask = attention::causal_mask(kTokens, kTokens);
  result.trace = attention::scaled_dot_product_attention<double>(result.x * result.wq, result.x * result.wk,
                                                                 result.x * result.wv, options);
  return result;
}

/// Where the shared folder of the project lies beside the checkout.
std::string shared_article() {
#ifdef AP_SHARED_DIR
  return std::string(AP_SHARED_DIR) + "/golden/article.json";
#else
  return "golden/article.json";
#endif
}

bool lacks(const std::string& path) { return !std::ifstream(path).good(); }

}  // namespace

TEST_CASE("the drawn vectors and matrices of the article are NumPy's bit for bit") {
  const json expected = support::golden("article")["cases"][0]["expected"];
  const Experiment drawn = experiment("7", false);
  CHECK(worst_difference(drawn.x, support::matrix_from(expected["embeddings"])) <= 0);
  CHECK(worst_difference(drawn.wq, support::matrix_from(expected["wq"])) <= 0);
  CHECK(worst_difference(drawn.wk, support::matrix_from(expected["wk"])) <= 0);
  CHECK(worst_difference(drawn.wv, support::matrix_from(expected["wv"])) <= 0);
}

TEST_CASE("every stage of the article's experiment is NumPy's") {
  const json golden = support::golden("article");
  const double tolerance = golden["tolerance"];
  for (const json& test : golden["cases"]) {
    INFO("seed ", test["seed"].get<std::string>(), ", mask ", test["mask"].get<std::string>());
    const AttentionTrace trace = experiment(test["seed"], test["mask"] == "causal").trace;
    const json& expected = test["expected"];
    int stages = 0;
    const auto met = [&](const char* name, const Matrix& actual) {
      INFO(name);
      if (!expected.contains(name)) return;
      ++stages;
      CHECK(worst_difference(actual, support::matrix_from(expected[name])) <= tolerance);
    };
    met("queries", trace.queries);
    met("keys", trace.keys);
    met("values", trace.values);
    met("scores", trace.scores);
    met("scaled_scores", trace.scaled_scores);
    met("masked_scores", trace.masked_scores);
    met("row_max", trace.row_max);
    met("exponentials", trace.exponentials);
    met("row_sum", trace.row_sum);
    met("weights", trace.weights);
    met("output", trace.output);
    CHECK(stages >= 6);  // the file leaves out what another mask does not change
  }
}

TEST_CASE("the row of 'it' reads as the article prints it") {
  const Matrix printed{
      {.07, .04, .08, .04, .04, .10, .04, .13, .09, .02, .05, .29},
      {.12, .06, .13, .06, .06, .15, .07, .20, .14, 0, 0, 0},  // the article has .15 for the .14; it is .14497
  };
  Matrix computed(2, 12);
  computed.row(0) = experiment("7", false).trace.weights.row(8);
  computed.row(1) = experiment("7", true).trace.weights.row(8);
  CHECK(worst_difference(computed, printed) <= 0.005);
}

TEST_CASE("the project's shared article.json is met" *
          doctest::description("needs golden/article.json in the shared folder beside the checkout") *
          doctest::skip(lacks(shared_article()))) {
  const json shared = support::load_json(shared_article());
  for (const json& expected : shared["experiments"]) {
    const std::string seed = std::to_string(expected["seed"].get<std::uint64_t>());
    INFO("seed ", seed);
    const Experiment full = experiment(seed, false), causal = experiment(seed, true);
    const Matrix first = full.x.reshaped<Eigen::RowMajor>(1, full.x.size()).leftCols(20);
    CHECK(worst_difference(first, support::matrix_from(expected["first_normals"])) <= 0);
    CHECK(worst_difference(Matrix(full.trace.queries.row(8)), support::matrix_from(expected["query_of_it"])) <= 1e-12);
    CHECK(worst_difference(full.trace.scores, support::matrix_from(expected["full"]["scores"])) <= 1e-12);
    CHECK(worst_difference(full.trace.scaled_scores, support::matrix_from(expected["full"]["scaled_scores"])) <= 1e-12);
    CHECK(worst_difference(full.trace.weights, support::matrix_from(expected["full"]["weights"])) <= 1e-12);
    CHECK(worst_difference(full.trace.output, support::matrix_from(expected["full"]["output"])) <= 1e-12);
    CHECK(worst_difference(causal.trace.weights, support::matrix_from(expected["causal"]["weights"])) <= 1e-12);
    CHECK(worst_difference(causal.trace.output, support::matrix_from(expected["causal"]["output"])) <= 1e-12);
  }
}
