#include "core/attention/mask.hpp"

#include <limits>

namespace attention {
namespace {

void require_sizes(Index queries, Index keys) {
  require(queries >= 0 && keys >= 0, "a mask of " + shape_text(queries, keys) + " cannot be");
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
  require(valid_keys >= 0 && valid_keys <= keys, std::to_string(valid_keys) + " valid keys in a mask of " +
                                                     shape_text(queries, keys) + ": allowed are 0 to " +
                                                     std::to_string(keys));
  BoolMatrix allowed = BoolMatrix::Constant(queries, keys, false);
  allowed.leftCols(valid_keys).setConstant(true);
  return allowed;
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
