#include "core/attention/kv_cache.hpp"

#include <algorithm>
#include <string>

#include "core/attention/mask.hpp"

namespace attention {

template <typename Scalar>
KvCacheOf<Scalar>::KvCacheOf(const KvCacheShape& shape) : shape_(shape) {
  require_counts(shape.heads);
  require(shape.key_width >= 1 && shape.value_width >= 1, "heads of widths " + std::to_string(shape.key_width) +
                                                              " and " + std::to_string(shape.value_width) +
                                                              " cannot be: both are at least 1");
  keys_.resize(0, shape.heads.kv_heads * shape.key_width);
  values_.resize(0, shape.heads.kv_heads * shape.value_width);
}

template <typename Scalar>
Index KvCacheOf<Scalar>::bytes_held() const {
  return length_ * (keys_.cols() + values_.cols()) * static_cast<Index>(sizeof(Scalar));
}

template <typename Scalar>
void KvCacheOf<Scalar>::append(const MatrixOf<Scalar>& keys, const MatrixOf<Scalar>& values) {
  require(keys.cols() == keys_.cols() && values.cols() == values_.cols(),
          "keys are " + shape_text(keys) + " and values " + shape_text(values) + "; the cache holds rows of " +
              std::to_string(keys_.cols()) + " and " + std::to_string(values_.cols()));
  require(keys.rows() == values.rows(),
          "keys are " + shape_text(keys) + " and values are " + shape_text(values) + ": each key needs one value");
  const Index longer = length_ + keys.rows();
  if (longer > keys_.rows()) {  // twice the room, so that appending one by one copies each row a few times only
    const Index capacity = std::max(longer, 2 * keys_.rows());
    keys_.conservativeResize(capacity, Eigen::NoChange);
    values_.conservativeResize(capacity, Eigen::NoChange);
  }
  if (shape_.rotary) {
    keys_.middleRows(length_, keys.rows()) =
        rotary(keys, consecutive_positions(keys.rows(), length_), shape_.key_width, *shape_.rotary);
  } else {
    keys_.middleRows(length_, keys.rows()) = keys;
  }
  values_.middleRows(length_, values.rows()) = values;
  length_ = longer;
}

template <typename Scalar>
MatrixOf<Scalar> KvCacheOf<Scalar>::attend(const MatrixOf<Scalar>& queries, const AttentionOptions& options) const {
  const Index heads = shape_.heads.heads, n = queries.rows();
  require(queries.cols() == heads * shape_.key_width, "queries are " + shape_text(queries) + "; " +
                                                          std::to_string(heads) + " heads need rows of " +
                                                          std::to_string(heads * shape_.key_width));
  require(n <= length_, "queries are " + shape_text(queries) + ", more than the " + std::to_string(length_) +
                            " positions of the cache");
  const Index first = length_ - n;
  MatrixOf<Scalar> turned = queries;
  if (shape_.rotary) turned = rotary(queries, consecutive_positions(n, first), shape_.key_width, *shape_.rotary);
  AttentionOptions causal = options;
  causal.mask = causal_mask(n, length_, first);
  if (options.mask) causal.mask = mask_intersection(*causal.mask, *options.mask);
  MatrixOf<Scalar> output(n, heads * shape_.value_width);
  for (Index head = 0; head < heads; ++head) {
    const Index group = kv_head_of(head, shape_.heads), d_k = shape_.key_width, d_v = shape_.value_width;
    output.middleCols(head * d_v, d_v) =
        scaled_dot_product_attention<Scalar>(turned.middleCols(head * d_k, d_k),
                                             keys_.block(0, group * d_k, length_, d_k),
                                             values_.block(0, group * d_v, length_, d_v), causal)
            .output;
  }
  return output;
}

template <typename Scalar>
MatrixOf<Scalar> KvCacheOf<Scalar>::decode(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                           const MatrixOf<Scalar>& values, const AttentionOptions& options) {
  require(queries.rows() == keys.rows(), "queries are " + shape_text(queries) + " and keys are " + shape_text(keys) +
                                             ": each new position has one of both");
  append(keys, values);
  return attend(queries, options);
}

template class KvCacheOf<double>;
template class KvCacheOf<float>;

}  // namespace attention
