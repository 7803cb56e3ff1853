#include "core/playground/exercise.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/attention/initialise.hpp"
#include "core/attention/mask.hpp"
#include "core/attention/random.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/attention/softmax.hpp"

namespace playground {

using attention::Matrix;

Exercise exercise_of(const Session& session, int draw) {
  constexpr std::size_t kLeastWords = 4;
  constexpr std::size_t kMostWords = 16;
  Exercise made;
  made.words = tokenize(session.model.text);
  if (made.words.size() < kLeastWords) made.words = tokenize(Model{}.text);
  made.words.resize(std::min(made.words.size(), kMostWords));
  attention::Entropy entropy = attention::entropy_from_decimal(session.model.seed).value_or(attention::Entropy{});
  attention::append_entropy(entropy, static_cast<std::uint64_t>(draw));
  attention::Generator rng(entropy);
  made.x = rng.standard_normal(static_cast<attention::Index>(made.words.size()), kExerciseWidth);
  for (Matrix* weight : {&made.wq, &made.wk, &made.wv}) {
    *weight = attention::normal_by_fan_in<double>(rng, kExerciseWidth, kExerciseWidth);
  }
  return made;
}

std::vector<double> moved_by(const Exercise& exercise, attention::Index word, const Attend& attend) {
  const Matrix before = attend(exercise);
  Exercise changed = exercise;
  changed.x.row(word) *= -1;
  const Matrix after = attend(changed);
  std::vector<double> moved;
  for (attention::Index row = 0; row < before.rows(); ++row) {
    moved.push_back((after.row(row) - before.row(row)).cwiseAbs().maxCoeff());
  }
  return moved;
}

double error_of_swap(const Exercise& exercise, const Attend& attend) {
  Matrix expected = attend(exercise);
  expected.row(0).swap(expected.row(exercise.tokens() - 1));
  Exercise changed = exercise;
  changed.x.row(0).swap(changed.x.row(exercise.tokens() - 1));
  return (attend(changed) - expected).cwiseAbs().maxCoeff();
}

Matrix causal_weights(const Exercise& exercise, std::string_view way) {
  const attention::BoolMatrix past = attention::causal_mask(exercise.tokens(), exercise.tokens());
  attention::AttentionOptions options;
  if (way == "infinity") options.mask = past;
  if (way == "small") options.bias = past.select(Matrix::Zero(past.rows(), past.cols()), -1e-9);
  const attention::AttentionTrace trace =
      attention::scaled_dot_product_attention<double>(exercise.queries(), exercise.keys(), exercise.values(), options);
  if (way == "zero") return attention::softmax_rows(Matrix(past.select(trace.scaled_scores, 0.0))).weights;
  if (way != "after" && way != "renormalised") return trace.weights;
  Matrix left = past.select(trace.weights, 0.0);
  if (way == "renormalised") {
    for (attention::Index row = 0; row < left.rows(); ++row) left.row(row) /= left.row(row).sum();
  }
  return left;
}

double weight_on_the_future(const Matrix& weights) {
  return weights.triangularView<Eigen::StrictlyUpper>().toDenseMatrix().sum();
}

double error_of_sums(const Matrix& weights) { return (weights.rowwise().sum().array() - 1).abs().maxCoeff(); }

}  // namespace playground
