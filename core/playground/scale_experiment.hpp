// What dividing by √d_k does to many random queries.
#pragma once

#include <optional>
#include <string_view>

#include "core/attention/matrix.hpp"

namespace playground {

inline constexpr int kManyQueries = 2000;
inline constexpr int kManyKeys = 32;

/// What many random queries do on 32 random keys of width d_k: spread of the scores, and the means over all queries of
/// the largest weight, of the entropy in nats and of the size of softmax's gradient, without and with the division by
/// √d_k (Vaswani et al. 2017, section 3.2.1).
struct ScaleExperiment {
  double deviation = 0;
  double top_weight = 0;
  double entropy = 0;
  double gradient = 0;
  double scaled_top_weight = 0;
  double scaled_entropy = 0;
  double scaled_gradient = 0;
};

/// Scores [queries x 32] of queries and keys that are standard normal from default_rng([seed, d_k]), or from
/// default_rng([seed, d_k, draw]) where a draw is given; the queries are drawn first.
attention::Matrix random_scores(std::string_view seed, int d_k, int queries = kManyQueries,
                                std::optional<int> draw = std::nullopt);

ScaleExperiment scale_experiment(const attention::Matrix& scores, int d_k);
ScaleExperiment scale_experiment(std::string_view seed, int d_k);

/// Mean over the rows of −Σ p ln p, in nats.
double mean_entropy(const attention::Matrix& weights);

/// Mean over the rows of the sum of magnitudes of softmax's Jacobian, diag(p) − p pᵀ: 2 (1 − Σ p²). Near 2 where many
/// keys share, 0 where one has everything.
double mean_gradient_size(const attention::Matrix& weights);

double deviation_of(const attention::Matrix& numbers);

}  // namespace playground
