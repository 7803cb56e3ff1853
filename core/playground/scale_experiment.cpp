#include "core/playground/scale_experiment.hpp"

#include <cmath>
#include <cstdint>

#include "core/attention/random.hpp"
#include "core/attention/softmax.hpp"

namespace playground {
namespace {

using attention::Matrix;

double mean_top_weight(const Matrix& weights) { return weights.rowwise().maxCoeff().mean(); }

}  // namespace

double mean_entropy(const Matrix& weights) {
  const auto entropy = weights.array().unaryExpr([](double share) { return share > 0 ? -share * std::log(share) : 0; });
  return entropy.sum() / static_cast<double>(weights.rows());
}

double mean_gradient_size(const Matrix& weights) { return 2 * (1 - weights.rowwise().squaredNorm().mean()); }

double deviation_of(const Matrix& numbers) {
  const double mean = numbers.mean();
  return std::sqrt((numbers.array() - mean).square().mean());
}

Matrix random_scores(std::string_view seed, int d_k, int queries, std::optional<int> draw) {
  attention::Entropy entropy = attention::entropy_from_decimal(seed).value_or(attention::Entropy{});
  attention::append_entropy(entropy, static_cast<std::uint64_t>(d_k));
  if (draw) attention::append_entropy(entropy, static_cast<std::uint64_t>(*draw));
  attention::Generator rng(entropy);
  const Matrix asked = rng.standard_normal(queries, d_k);
  const Matrix keys = rng.standard_normal(kManyKeys, d_k);
  return asked * keys.transpose();
}

ScaleExperiment scale_experiment(const Matrix& scores, int d_k) {
  const Matrix raw = attention::softmax_rows(scores).weights;
  const Matrix scaled = attention::softmax_rows(Matrix(scores / std::sqrt(static_cast<double>(d_k)))).weights;
  return {.deviation = deviation_of(scores),
          .top_weight = mean_top_weight(raw),
          .entropy = mean_entropy(raw),
          .gradient = mean_gradient_size(raw),
          .scaled_top_weight = mean_top_weight(scaled),
          .scaled_entropy = mean_entropy(scaled),
          .scaled_gradient = mean_gradient_size(scaled)};
}

ScaleExperiment scale_experiment(std::string_view seed, int d_k) {
  return scale_experiment(random_scores(seed, d_k), d_k);
}

}  // namespace playground
