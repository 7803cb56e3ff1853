#include "core/attention/alibi.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

namespace attention {
namespace {

/// Slope number `head` of `heads`, a power of two: 2^(-8 (head + 1) / heads).
double geometric_slope(Index head, Index heads) {
  return std::exp2(-8.0 * static_cast<double>(head + 1) / static_cast<double>(heads));
}

}  // namespace

std::vector<double> alibi_slopes(Index heads) {
  require(heads >= 1, std::to_string(heads) + " heads cannot be: there is at least one");
  Index power = 1;
  while (power <= heads / 2) power *= 2;
  std::vector<double> slopes;
  for (Index head = 0; head < power; ++head) slopes.push_back(geometric_slope(head, power));
  for (Index extra = 0; extra < heads - power; ++extra) slopes.push_back(geometric_slope(2 * extra, 2 * power));
  return slopes;
}

Matrix alibi_bias(Index queries, Index keys, double slope, Index offset) {
  require(queries >= 0 && keys >= 0, "a bias of " + shape_text(queries, keys) + " cannot be");
  Matrix bias(queries, keys);
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < keys; ++j) bias(i, j) = -slope * static_cast<double>(std::abs(i + offset - j));
  }
  return bias;
}

}  // namespace attention
