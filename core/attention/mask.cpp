#include "core/attention/mask.hpp"

#include <limits>
#include <string>

namespace attention {
namespace {

void require_sizes(Index queries, Index keys) {
  require(queries >= 0 && keys >= 0, "a mask of " + shape_text(queries, keys) + " cannot be");
}

void require_prefix(Index prefix, Index queries, Index keys, const char* name) {
  require(prefix >= 0 && prefix <= keys, std::to_string(prefix) + " " + name + " keys in a mask of " +
                                             shape_text(queries, keys) + ": allowed are 0 to " + std::to_string(keys));
}

/// nullopt for "no bound".
std::optional<Index> window_bound(std::optional<Index> bound, const char* side) {
  require(!bound || *bound >= -1, "a window of " + std::to_string(bound.value_or(0)) + " keys to the " + side +
                                      " cannot be: it is 0 or more, or -1 for no bound");
  return bound == Index{-1} ? std::nullopt : bound;
}

void require_equal_masks(const BoolMatrix& one, const BoolMatrix& other) {
  require(same_shape(one, other),
          "one mask is " + shape_text(one) + " and the other is " + shape_text(other) + ": they need the same shape");
}

}  // namespace

BoolMatrix full_mask(Index queries, Index keys) {
  require_sizes(queries, keys);
  return BoolMatrix::Constant(queries, keys, true);
}

BoolMatrix causal_mask(Index queries, Index keys, Index offset) {
  require_sizes(queries, keys);
  BoolMatrix allowed(queries, keys);
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < keys; ++j) allowed(i, j) = j <= i + offset;
  }
  return allowed;
}

BoolMatrix padding_mask(Index queries, Index keys, Index valid_keys) {
  require_sizes(queries, keys);
  require_prefix(valid_keys, queries, keys, "valid");
  BoolMatrix allowed = BoolMatrix::Constant(queries, keys, false);
  allowed.leftCols(valid_keys).setConstant(true);
  return allowed;
}

BoolMatrix sliding_window_mask(Index queries, Index keys, std::optional<Index> left, std::optional<Index> right,
                               Index offset) {
  require_sizes(queries, keys);
  left = window_bound(left, "left");
  right = window_bound(right, "right");
  BoolMatrix allowed(queries, keys);
  for (Index i = 0; i < queries; ++i) {
    const Index position = i + offset;
    for (Index j = 0; j < keys; ++j) {
      // As distances: position - left would overflow for a very large bound.
      allowed(i, j) = (!left || position - j <= *left) && (!right || j - position <= *right);
    }
  }
  return allowed;
}

BoolMatrix prefix_mask(Index queries, Index keys, Index prefix, Index offset) {
  BoolMatrix allowed = causal_mask(queries, keys, offset);
  require_prefix(prefix, queries, keys, "prefix");
  allowed.leftCols(prefix).setConstant(true);
  return allowed;
}

BoolMatrix mask_intersection(const BoolMatrix& one, const BoolMatrix& other) {
  require_equal_masks(one, other);
  return one.array() && other.array();
}

BoolMatrix mask_union(const BoolMatrix& one, const BoolMatrix& other) {
  require_equal_masks(one, other);
  return one.array() || other.array();
}

std::vector<Index> empty_rows(const BoolMatrix& allowed) {
  std::vector<Index> rows;
  for (Index row = 0; row < allowed.rows(); ++row) {
    if (!allowed.row(row).any()) rows.push_back(row);
  }
  return rows;
}

template <typename Scalar>
MatrixOf<Scalar> apply_mask(const MatrixOf<Scalar>& logits, const BoolMatrix& allowed) {
  require(logits.rows() == allowed.rows() && logits.cols() == allowed.cols(),
          "the mask is " + shape_text(allowed) + " and the scores are " + shape_text(logits) +
              ": they need the same shape");
  return allowed.select(logits, -std::numeric_limits<Scalar>::infinity());
}

template MatrixOf<double> apply_mask(const MatrixOf<double>&, const BoolMatrix&);
template MatrixOf<float> apply_mask(const MatrixOf<float>&, const BoolMatrix&);

}  // namespace attention
