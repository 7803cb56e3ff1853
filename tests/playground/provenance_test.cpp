#include "core/playground/provenance.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/playground/random_sessions.hpp"

using namespace playground;

namespace {

constexpr double kTolerance = 1e-12;

double value_at(const Snapshot& snapshot, const Cell& cell) {
  return (*snapshot.tensor(cell.tensor, cell.head))(cell.row, cell.column);
}

bool is_masked(const Mask& mask, int tokens, const Cell& cell) {
  const int i = cell.row, j = cell.column;
  if (!mask.painted.empty()) return !mask.painted[static_cast<std::size_t>(i * tokens + j)];
  return (mask.causal && j > i) || (mask.padding && j >= tokens - *mask.padding) ||
         (mask.window && std::abs(i - j) > *mask.window) || (mask.prefix && j > i && j >= *mask.prefix);
}

bool is_empty_row(const Mask& mask, int tokens, int row) {
  for (int column = 0; column < tokens; ++column) {
    if (!is_masked(mask, tokens, {Tensor::kMaskedScores, row, column, 0})) return false;
  }
  return true;
}

/// What the terms of a cell make, and how large they are.
struct Made {
  double value = 0;
  double magnitude = 0;
};

Made made_of(const Snapshot& snapshot, const Provenance& provenance) {
  const auto& terms = provenance.terms;
  const int tokens = snapshot.token_count();
  Made made;
  switch (provenance.rule) {
    case Rule::kDot:
    case Rule::kSum:
    case Rule::kAdd:
    case Rule::kRotate:
    case Rule::kMean:
    case Rule::kVariance:
      for (const Term& term : terms) made.value += term.value, made.magnitude += std::abs(term.value);
      return made;
    case Rule::kScale:
      return {terms.at(0).value * terms.at(1).value, 0};
    case Rule::kMask:
      for (const Term& term : terms) made.value += term.value, made.magnitude += std::abs(term.value);
      if (is_masked(snapshot.model.mask, tokens, provenance.cell)) made.value = -INFINITY;
      return made;
    case Rule::kMax:
      return {
          std::max_element(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.value < b.value; })
              ->value,
          0};
    case Rule::kExponential:
      return {is_empty_row(snapshot.model.mask, tokens, provenance.cell.row)
                  ? 0
                  : std::exp(terms.at(0).value - terms.at(1).value),
              0};
    case Rule::kQuotient:
      return {
          is_empty_row(snapshot.model.mask, tokens, provenance.cell.row) ? 0 : terms.at(0).value / terms.at(1).value,
          0};
    case Rule::kCopy:
      return {terms.at(0).value, 0};
    case Rule::kNormalize:
      return {(terms.at(0).value - terms.at(1).value) / std::sqrt(terms.at(2).value + 1e-5),
              (std::abs(terms.at(0).value) + std::abs(terms.at(1).value)) / std::sqrt(terms.at(2).value + 1e-5)};
    case Rule::kRelu:
      return {std::max(0.0, terms.at(0).value), 0};
    case Rule::kSinusoid: {
      const int pair = provenance.cell.column / 2, width = snapshot.model.sizes.d_model;
      const double argument = provenance.cell.row * std::exp(-std::log(1e4) * 2 * pair / width);
      return {provenance.cell.column % 2 == 0 ? std::sin(argument) : std::cos(argument), 1};
    }
    case Rule::kSlope:  // slopes have a test of their own; here: equal steps away from the diagonal
      return {value_at(snapshot, {Tensor::kPositionBias, 0, std::min(1, tokens - 1), provenance.cell.head}) *
                  std::abs(provenance.cell.row - provenance.cell.column),
              0};
    case Rule::kDrawn:
    case Rule::kEdited:
      return {provenance.value, 0};
  }
  return made;
}

/// How many terms a cell must have.
std::size_t term_count(const Snapshot& snapshot, const Provenance& provenance) {
  const Sizes& sizes = snapshot.model.sizes;
  if (provenance.rule == Rule::kEdited) return 0;
  const auto count = [&]() -> int {
    switch (provenance.cell.tensor) {
      case Tensor::kQueries:
      case Tensor::kKeys:
      case Tensor::kValues:
        return sizes.d_model;
      case Tensor::kScores:
        return sizes.d_k;
      case Tensor::kRowMax:
      case Tensor::kRowSum:
      case Tensor::kHeadOutput:
        return snapshot.token_count();
      case Tensor::kScaledScores:  // the score and the scale
      case Tensor::kExponentials:
      case Tensor::kWeights:
        return 2;
      case Tensor::kInputs:
      case Tensor::kResidual1:
      case Tensor::kResidual2:
        return 2;
      case Tensor::kRotatedQueries:
      case Tensor::kRotatedKeys:
        return provenance.cell.column == sizes.d_k / 2 * 2 ? 1 : 2;
      case Tensor::kMaskedScores:
        return snapshot.model.positions == Positions::kAlibi ? 2 : 1;
      case Tensor::kConcatenated:
      case Tensor::kActivated:
        return 1;
      case Tensor::kOutput:
        return has_projection(sizes) ? sizes.heads * sizes.d_k : 1;
      case Tensor::kMean1:
      case Tensor::kMean2:
      case Tensor::kVariance1:
      case Tensor::kVariance2:
      case Tensor::kHidden:
        return sizes.d_model;
      case Tensor::kNorm1:
      case Tensor::kNorm2:
        return 3;
      case Tensor::kFeedForward:
        return sizes.d_ff;
      default:
        return 0;
    }
  };
  return static_cast<std::size_t>(count());
}

std::string where(const Cell& cell) {
  return std::string(info(cell.tensor).name) + "[" + std::to_string(cell.row) + "," + std::to_string(cell.column) +
         "] of head " + std::to_string(cell.head);
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// What is wrong with a term; empty where it reads what it says.
std::string complaint_about(const Snapshot& snapshot, Rule rule, const Term& term) {
  if (term.label.empty()) return "a term without a label";
  if (term.sources.size() != term.factors.size()) return "not as many factors as sources in " + term.label;
  double product = 1;
  for (std::size_t index = 0; index < term.sources.size(); ++index) {
    const Cell& source = term.sources[index];
    const auto missing = missing_cell(source, snapshot.model, snapshot.token_count());
    if (missing) return *missing;
    if (!same(term.factors[index], value_at(snapshot, source))) return "a factor is not " + where(source);
    product *= term.factors[index];
  }
  return rule != Rule::kDot || same(term.value, product) ? "" : "the value is not that of the factors in " + term.label;
}

/// What is wrong with the explanation of a cell; empty where it holds.
std::string complaint_about(const Snapshot& snapshot, const Cell& cell) {
  const Result<Provenance> result = provenance(snapshot, cell);
  if (!result) return result.sentence();
  const Provenance& explained = result.value();
  if (explained.cell != cell) return "it explains " + where(explained.cell);
  if (!same(explained.value, value_at(snapshot, cell))) return "the value is not the tensor's";
  if (explained.terms.size() != term_count(snapshot, explained)) {
    return "it has " + std::to_string(explained.terms.size()) + " terms";
  }
  if (explained.formula.find(" = ") == std::string::npos) return "no formula: " + explained.formula;
  for (const Term& term : explained.terms) {
    if (const std::string complaint = complaint_about(snapshot, explained.rule, term); !complaint.empty())
      return complaint;
  }
  const Made made = made_of(snapshot, explained);
  if (made.value == explained.value) return "";
  const double error = std::abs(made.value - explained.value);
  if (error <= kTolerance * std::max(made.magnitude, std::abs(explained.value))) return "";
  return "its terms are off by " + std::to_string(error);
}

/// Formula of a cell that exists.
std::string formula(const Model& model, const Cell& cell) {
  const Result<Provenance> result = provenance(*derive(model), cell);
  REQUIRE_MESSAGE(result.ok(), result.sentence());
  return result.value().formula;
}

}  // namespace

TEST_SUITE("provenance") {
  TEST_CASE("every cell of every tensor explains itself") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      INFO("seed ", seed);
      support::Dice dice(seed);
      const auto snapshot = derive(support::random_model(dice));
      const Sizes& sizes = snapshot->model.sizes;
      for (int index = 0; index < kTensorCount; ++index) {
        const auto tensor = static_cast<Tensor>(index);
        if (!has_tensor(tensor, snapshot->model)) continue;
        const Shape shape = shape_of(tensor, sizes, snapshot->token_count());
        for (int head = 0; head < (info(tensor).per_head ? sizes.heads : 1); ++head) {
          for (int place = 0; place < shape.rows * shape.columns; ++place) {
            const Cell cell{tensor, place / shape.columns, place % shape.columns, head};
            const std::string complaint = complaint_about(*snapshot, cell);
            CHECK_MESSAGE(complaint.empty(), where(cell), ": ", complaint);
          }
        }
      }
    }
  }

  TEST_CASE("a query reads its token's vector and its column of W_q") {
    Model model;
    model.sizes = {.d_model = 5, .d_k = 3, .heads = 4, .kv_heads = 2};
    const auto snapshot = derive(model);
    const Provenance query = provenance(*snapshot, {Tensor::kQueries, 8, 2, 3}).value();
    for (int each = 0; each < 5; ++each) {
      const Term& term = query.terms[static_cast<std::size_t>(each)];
      CHECK(term.sources == std::vector<Cell>{{Tensor::kEmbeddings, 8, each, 0}, {Tensor::kWq, each, 11, 0}});
      CHECK(term.label == "X[8," + std::to_string(each) + "] · W_q[" + std::to_string(each) + ",11]");
    }
    const Provenance key = provenance(*snapshot, {Tensor::kKeys, 8, 2, 3}).value();
    CHECK(key.terms[4].sources == std::vector<Cell>{{Tensor::kEmbeddings, 8, 4, 0}, {Tensor::kWk, 4, 5, 0}});
    const Provenance score = provenance(*snapshot, {Tensor::kScores, 8, 1, 3}).value();
    CHECK(score.terms[2].sources == std::vector<Cell>{{Tensor::kQueries, 8, 2, 3}, {Tensor::kKeys, 1, 2, 3}});
    CHECK(score.terms[2].label == "Q₃[8,2] · K₃[1,2]");
    const Provenance joined = provenance(*snapshot, {Tensor::kConcatenated, 8, 7, 0}).value();
    CHECK(joined.terms[0].sources == std::vector<Cell>{{Tensor::kHeadOutput, 8, 1, 2}});
    const Provenance output = provenance(*snapshot, {Tensor::kOutput, 8, 4, 0}).value();
    CHECK(output.terms[11].sources == std::vector<Cell>{{Tensor::kConcatenated, 8, 11, 0}, {Tensor::kWo, 11, 4, 0}});
  }

  TEST_CASE("formulas show the numbers of the opening experiment") {
    // The numbers are those of tests/golden/article.json; the score of "it" and "animal" stands in DESIGN.md's mockups.
    const Model model;
    CHECK(formula(model, {Tensor::kEmbeddings, 8, 1, 0}) ==
          "X[8,1] = draw 513 (from 0) of default_rng(7).standard_normal = −0.0663");
    CHECK(formula(model, {Tensor::kWq, 8, 1, 0}) ==
          "W_q[8,1] = draw 897 (from 0) of default_rng(7).standard_normal / √64 = −0.1337");
    CHECK(formula(model, {Tensor::kScores, 8, 1, 0}) ==
          "scores[8,1] = Q[8,:] · K[1,:] = (−0.3479) × (−0.0042) + (−0.6386) × 1.1255 + 0.3904 × (−2.1974) + … "
          "(16 products) = −2.4291");
    CHECK(formula(model, {Tensor::kScaledScores, 8, 1, 0}) ==
          "scaled[8,1] = scores[8,1] × 1/√16 = (−2.4291) × 0.2500 = −0.6073");
    CHECK(formula(model, {Tensor::kMaskedScores, 8, 1, 0}) ==
          "masked[8,1] = scaled[8,1] (query 8 may attend to key 1) = −0.6073");
    CHECK(formula(model, {Tensor::kRowMax, 8, 0, 0}) == "max[8,0] = largest of masked[8,:] = 1.3884");
    CHECK(formula(model, {Tensor::kExponentials, 8, 1, 0}) ==
          "exp[8,1] = exp(masked[8,1] − max[8,0]) = exp(−0.6073 − 1.3884) = 0.1359");
    CHECK(formula(model, {Tensor::kWeights, 8, 1, 0}) ==
          "weights[8,1] = exp[8,1] / sum[8,0] = 0.1359 / 3.4542 = 0.0394");
    CHECK(formula(model, {Tensor::kOutput, 8, 1, 0}).starts_with("output[8,1] = head[8,1] = "));
  }

  TEST_CASE("a short sum is shown whole") {
    Model model;
    model.text = "a b";
    model.mask.causal = true;
    CHECK(formula(model, {Tensor::kRowSum, 0, 0, 0}) == "sum[0,0] = exp[0,0] + exp[0,1] = 1.0000 + 0 = 1.0000");
  }

  TEST_CASE("a masked score says why") {
    Model model;
    model.mask.causal = true;
    CHECK(formula(model, {Tensor::kMaskedScores, 1, 8, 0}) ==
          "masked[1,8] = −∞: query 1 may not attend to key 8, which comes later");
    model.mask = {.padding = 12};
    CHECK(formula(model, {Tensor::kMaskedScores, 1, 8, 0}) ==
          "masked[1,8] = −∞: query 1 may not attend to key 8, which is padding");
    CHECK(formula(model, {Tensor::kRowMax, 1, 0, 0}) == "max[1,0] = −∞: query 1 has nothing to attend to");
    CHECK(formula(model, {Tensor::kExponentials, 1, 8, 0}) == "exp[1,8] = 0: query 1 has nothing to attend to");
    CHECK(formula(model, {Tensor::kWeights, 1, 8, 0}) == "weights[1,8] = 0: query 1 has nothing to attend to");
  }

  TEST_CASE("a scale that is off or a number is named") {
    Model model;
    model.scale = {Scale::Kind::kOff, 1};
    CHECK(formula(model, {Tensor::kScaledScores, 8, 1, 0}) ==
          "scaled[8,1] = scores[8,1] × 1 (scale off) = (−2.4291) × 1.0000 = −2.4291");
    model.scale = {Scale::Kind::kNumber, -2};
    CHECK(formula(model, {Tensor::kScaledScores, 8, 1, 0}) ==
          "scaled[8,1] = scores[8,1] × (−2) = (−2.4291) × (−2.0000) = 4.8582");
  }

  TEST_CASE("a typed cell says so, and what would be there, by any name of it") {
    Model model;
    model.sizes = {.d_model = 2, .d_k = 1, .heads = 2, .kv_heads = 1};
    model.edits = {{Tensor::kEmbeddings, 0, 0, 0, 2},
                   {Tensor::kEmbeddings, 0, 1, 0, 3},
                   {Tensor::kWk, 0, 0, 0, 4},
                   {Tensor::kWk, 1, 0, 0, 5},
                   {Tensor::kKeys, 0, 0, 0, 7}};
    for (const int head : {0, 1}) {
      const Provenance typed = provenance(*derive(model), {Tensor::kKeys, 0, 0, head}).value();
      CHECK(typed.rule == Rule::kEdited);
      CHECK(typed.value == 7);
      CHECK(typed.terms.empty());
      CHECK(typed.formula == std::string(head == 0 ? "K₀" : "K₁") +
                                 "[0,0] = 7.0000, typed in place of X[0,:] · W_k[:,0] = 2.0000 × 4.0000 + 3.0000 × "
                                 "5.0000 = 23.0000");
    }
    CHECK(formula(model, {Tensor::kWk, 1, 0, 0}) ==
          "W_k[1,0] = 5.0000, typed in place of draw 29 (from 0) of default_rng(7).standard_normal / √2");
  }

  TEST_CASE("a cell that does not exist is refused with the range") {
    const auto snapshot = derive(Model{});
    CHECK(provenance(*snapshot, {Tensor::kWeights, 12, 0, 0}).sentence() ==
          "weights has no row 12: rows 0 to 11 are allowed.");
    CHECK(provenance(*snapshot, {Tensor::kWeights, 0, 0, 1}).sentence() ==
          "weights has no head 1: heads 0 to 0 are allowed.");
    CHECK(provenance(*snapshot, {Tensor::kRowSum, 0, 1, 0}).sentence() ==
          "row_sum has no column 1: columns 0 to 0 are allowed.");
    CHECK(provenance(*snapshot, {Tensor::kWo, 0, 0, 0}).sentence() ==
          "There is no wo with one head: it joins two or more.");
  }

  TEST_CASE("the head of a tensor without heads is not read") {
    CHECK(provenance(*derive(Model{}), {Tensor::kEmbeddings, 0, 0, 9}).value().cell ==
          Cell{Tensor::kEmbeddings, 0, 0, 0});
  }

  TEST_CASE("numbers of edited cells of any size make formulas of readable length") {
    Model model;
    for (int column = 0; column < 16; ++column) model.edits.push_back({Tensor::kQueries, 0, column, 0, 1e6});
    for (int column = 0; column < 16; ++column) model.edits.push_back({Tensor::kKeys, 0, column, 0, 1e6});
    CHECK(formula(model, {Tensor::kScores, 0, 0, 0}).size() < 200);
  }
}
