#include "core/playground/signal_experiment.hpp"

#include <cmath>

#include "core/attention/initialise.hpp"
#include "core/attention/product.hpp"
#include "core/attention/random.hpp"

namespace playground {
namespace {

using attention::Index;
using attention::Matrix;

constexpr std::uint64_t kSignalStream = 2;  ///< default_rng([seed, 2])

Matrix with_orthonormal_rows(Matrix rows) {
  for (Index row = 0; row < rows.rows(); ++row) {
    for (Index before = 0; before < row; ++before) {
      rows.row(row) -= rows.row(row).dot(rows.row(before)) * rows.row(before);
    }
    rows.row(row).normalize();
  }
  return rows;
}

std::vector<double> shares(const std::vector<Matrix>& jacobians) {
  std::vector<double> left;
  for (const Matrix& jacobian : jacobians) left.push_back(jacobian.norm() / jacobians.front().norm());
  return left;
}

}  // namespace

SignalDraw draw_signal(std::string_view seed) {
  attention::Entropy entropy = attention::entropy_from_decimal(seed).value_or(attention::Entropy{});
  attention::append_entropy(entropy, kSignalStream);
  attention::Generator rng(entropy);
  SignalDraw draw;
  draw.x = rng.standard_normal(kSignalSteps, kSignalWidth);
  draw.cell.wx = attention::normal_by_fan_in<double>(rng, kSignalWidth, kSignalWidth);
  draw.cell.wh = with_orthonormal_rows(rng.standard_normal(kSignalWidth, kSignalWidth));
  for (Matrix* weights : {&draw.wq, &draw.wk, &draw.wv}) {
    *weights = attention::normal_by_fan_in<double>(rng, kSignalWidth, kSignalWidth);
  }
  return draw;
}

std::vector<Matrix> state_jacobians(const SignalDraw& draw, double gain, bool squashed) {
  attention::RecurrentWeights cell = draw.cell;
  cell.wh *= gain;
  Matrix slopes = Matrix::Ones(draw.x.rows(), kSignalWidth);
  if (squashed) slopes = 1 - attention::recurrent<double>(draw.x, cell).states.array().square();
  std::vector<Matrix> jacobians;
  for (Index word = 0; word < draw.x.rows(); ++word) {
    // h_t = tanh(x_t W_x + h_t-1 W_h), and only h_t-1 knows of the first word after it.
    const Matrix inner = word == 0 ? cell.wx : attention::product(jacobians.back(), cell.wh);
    jacobians.push_back(inner.array().rowwise() * slopes.row(word).array());
  }
  return jacobians;
}

Matrix attention_jacobian(const SignalDraw& draw, int word) {
  const Matrix seen = draw.x.topRows(word + 1);
  const Matrix query = attention::product<double>(draw.x.row(word), draw.wq);
  const Matrix keys = attention::product(seen, draw.wk), values = attention::product(seen, draw.wv);
  const auto trace = attention::scaled_dot_product_attention<double>(query, keys, values);
  Matrix jacobian(kSignalWidth, kSignalWidth);
  for (Index number = 0; number < kSignalWidth; ++number) {
    const Matrix d_output = Matrix::Identity(kSignalWidth, kSignalWidth).row(number);
    const auto gradients = attention::scaled_dot_product_attention_backward<double>(trace, d_output);
    Matrix d_first = attention::product_with_transposed<double>(gradients.d_keys.row(0), draw.wk) +
                     attention::product_with_transposed<double>(gradients.d_values.row(0), draw.wv);
    if (word == 0) d_first += attention::product_with_transposed<double>(gradients.d_queries.row(0), draw.wq);
    jacobian.col(number) = d_first.row(0).transpose();
  }
  return jacobian;
}

std::vector<double> left_in_state(const SignalDraw& draw, double gain, bool squashed) {
  return shares(state_jacobians(draw, gain, squashed));
}

std::vector<double> left_in_attention(const SignalDraw& draw) {
  std::vector<Matrix> jacobians;
  for (int word = 0; word < kSignalSteps; ++word) jacobians.push_back(attention_jacobian(draw, word));
  return shares(jacobians);
}

}  // namespace playground
