// The key/value cache of one attention layer: decode one position after the other without computing the past again.
//
// Keys are turned by their rotary angle once, when they are appended, and never again; queries when they ask.
// Attention over the cache equals causal attention over the whole sequence. Past queries are not kept: nobody reads
// them again.
//
// H query heads, G key/value heads (G divides H), d_k and d_v their widths, n new positions. Scalar: double, float.
#pragma once

#include <optional>

#include "core/attention/matrix.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/rotary.hpp"
#include "core/attention/scaled_dot_product.hpp"

namespace attention {

struct KvCacheShape {
  HeadCounts heads;                                    ///< H and G
  Index key_width = 1;                                 ///< d_k, at least 1
  Index value_width = 1;                               ///< d_v, at least 1
  std::optional<RotaryOptions> rotary = std::nullopt;  ///< no rotation where not given
};

template <typename Scalar>
class KvCacheOf {
 public:
  /// An empty cache. Throws std::invalid_argument where G does not divide H, or a width is below 1.
  explicit KvCacheOf(const KvCacheShape& shape);

  const KvCacheShape& shape() const { return shape_; }

  /// Positions held; the next one appended gets this number.
  Index length() const { return length_; }

  /// The keys held [length x G*d_k], rotated already.
  MatrixOf<Scalar> keys() const { return keys_.topRows(length_); }

  /// The values held [length x G*d_v].
  MatrixOf<Scalar> values() const { return values_.topRows(length_); }

  /// length * G * (d_k + d_v) numbers. Room kept free for later positions is not counted.
  Index bytes_held() const;

  /// Adds n positions: keys [n x G*d_k], not yet rotated, and values [n x G*d_v].
  /// Throws std::invalid_argument naming both shapes where they do not fit.
  void append(const MatrixOf<Scalar>& keys, const MatrixOf<Scalar>& values);

  /// Queries [n x H*d_k], not yet rotated, of the last n positions held attend to all positions up to their own:
  /// the heads' outputs side by side [n x H*d_v]. A mask or bias in `options` is [n x length].
  MatrixOf<Scalar> attend(const MatrixOf<Scalar>& queries, const AttentionOptions& options = {}) const;

  /// append, then attend: one call a decoded position (or a prompt of n).
  MatrixOf<Scalar> decode(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys, const MatrixOf<Scalar>& values,
                          const AttentionOptions& options = {});

 private:
  KvCacheShape shape_;
  Index length_ = 0;
  MatrixOf<Scalar> keys_;    ///< [capacity x G*d_k], the first `length_` rows in use
  MatrixOf<Scalar> values_;  ///< [capacity x G*d_v]
};
using KvCache = KvCacheOf<double>;

extern template class KvCacheOf<double>;
extern template class KvCacheOf<float>;

}  // namespace attention
