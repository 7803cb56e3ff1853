#include "core/attention/multi_head.hpp"

#include <string>
#include <utility>

namespace attention {
namespace {

/// `heads` columns of equal width, at least 1 wide.
template <typename Scalar>
void require_split(const MatrixOf<Scalar>& projected, Index heads, const char* name) {
  require(projected.cols() >= heads && projected.cols() % heads == 0,
          std::string(name) + " are " + shape_text(projected) + ": the columns do not split into " +
              std::to_string(heads) + " heads");
}

template <typename Scalar>
void require_projection(const MatrixOf<Scalar>& source, const MatrixOf<Scalar>& projection, const char* name) {
  require(source.cols() == projection.rows(), "the source is " + shape_text(source) + " and " + name + " is " +
                                                  shape_text(projection) +
                                                  ": the columns of the source must be the "
                                                  "rows of " +
                                                  name);
}

const AttentionOptions& options_of(Index head, std::span<const AttentionOptions> options) {
  static const AttentionOptions defaults{};
  if (options.empty()) return defaults;
  return options[options.size() == 1 ? 0 : static_cast<std::size_t>(head)];
}

void require_options(std::span<const AttentionOptions> options, Index heads) {
  require(options.size() <= 1 || static_cast<Index>(options.size()) == heads,
          std::to_string(options.size()) + " options for " + std::to_string(heads) +
              " heads: allowed are none, one for all, or one each");
}

}  // namespace

void require_counts(const HeadCounts& counts) {
  require(counts.heads >= 1 && counts.kv_heads >= 1 && counts.heads % counts.kv_heads == 0,
          std::to_string(counts.kv_heads) + " key/value heads do not divide " + std::to_string(counts.heads) +
              " query heads");
}

Index kv_head_of(Index head, const HeadCounts& counts) {
  require_counts(counts);
  return head / (counts.heads / counts.kv_heads);
}

template <typename Scalar>
ParametersOf<Scalar> parameters(MultiHeadWeightsOf<Scalar>& weights) {
  ParametersOf<Scalar> list{&weights.wq, &weights.wk, &weights.wv};
  if (weights.wo) list.push_back(&*weights.wo);
  return list;
}

template <typename Scalar>
MatrixOf<Scalar> head_columns(const MatrixOf<Scalar>& projected, Index head, Index head_width) {
  require(head >= 0 && head_width >= 0 && (head + 1) * head_width <= projected.cols(),
          "head " + std::to_string(head) + " of width " + std::to_string(head_width) + " is not in a matrix of " +
              shape_text(projected));
  return projected.middleCols(head * head_width, head_width);
}

template <typename Scalar>
MatrixOf<Scalar> concatenate_heads(const std::vector<AttentionTraceOf<Scalar>>& heads) {
  if (heads.empty()) return MatrixOf<Scalar>();
  const MatrixOf<Scalar>& first = heads.front().output;
  const Index width = first.cols();
  MatrixOf<Scalar> joined(first.rows(), static_cast<Index>(heads.size()) * width);
  Index column = 0;
  for (const AttentionTraceOf<Scalar>& head : heads) {
    require(head.output.rows() == first.rows() && head.output.cols() == width,
            "heads of " + shape_text(first) + " and " + shape_text(head.output) + " cannot stand side by side");
    joined.middleCols(column, width) = head.output;
    column += width;
  }
  return joined;
}

template <typename Scalar>
MultiHeadTraceOf<Scalar> attend_heads(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                      const MatrixOf<Scalar>& values,
                                      const std::type_identity_t<std::optional<MatrixOf<Scalar>>>& wo,
                                      const HeadCounts& counts, std::span<const AttentionOptions> options) {
  require_counts(counts);
  require_options(options, counts.heads);
  require_split(queries, counts.heads, "queries");
  require_split(keys, counts.kv_heads, "keys");
  require_split(values, counts.kv_heads, "values");
  const Index d_k = queries.cols() / counts.heads;
  const Index d_v = values.cols() / counts.kv_heads;
  require(keys.cols() == counts.kv_heads * d_k,
          "queries are " + shape_text(queries) + " for " + std::to_string(counts.heads) + " heads and keys are " +
              shape_text(keys) + " for " + std::to_string(counts.kv_heads) + ": a head needs the same width in both");
  require(!wo || wo->rows() == counts.heads * d_v,
          "the heads side by side are " + shape_text(queries.rows(), counts.heads * d_v) + " and W_o is " +
              (wo ? shape_text(*wo) : "") + ": the columns of the first must be the rows of W_o");

  MultiHeadTraceOf<Scalar> trace;
  trace.counts = counts;
  trace.queries = queries;
  trace.keys = keys;
  trace.values = values;
  trace.heads.reserve(static_cast<std::size_t>(counts.heads));
  for (Index head = 0; head < counts.heads; ++head) {
    const Index group = kv_head_of(head, counts);
    trace.heads.push_back(
        scaled_dot_product_attention<Scalar>(head_columns(queries, head, d_k), head_columns(keys, group, d_k),
                                             head_columns(values, group, d_v), options_of(head, options)));
  }
  trace.concatenated = concatenate_heads(trace.heads);
  trace.output = trace.concatenated;
  if (wo) trace.output = trace.concatenated * *wo;
  return trace;
}

template <typename Scalar>
MultiHeadTraceOf<Scalar> multi_head_attention(const MatrixOf<Scalar>& query_source, const MatrixOf<Scalar>& key_source,
                                              const MatrixOf<Scalar>& value_source,
                                              const MultiHeadWeightsOf<Scalar>& weights, const HeadCounts& counts,
                                              std::span<const AttentionOptions> options) {
  require_projection(query_source, weights.wq, "W_q");
  require_projection(key_source, weights.wk, "W_k");
  require_projection(value_source, weights.wv, "W_v");
  return attend_heads<Scalar>(query_source * weights.wq, key_source * weights.wk, value_source * weights.wv, weights.wo,
                              counts, options);
}

template <typename Scalar>
HeadsGradientsOf<Scalar> attend_heads_backward(const MultiHeadTraceOf<Scalar>& trace,
                                               const std::type_identity_t<std::optional<MatrixOf<Scalar>>>& wo,
                                               const MatrixOf<Scalar>& d_output,
                                               std::span<const AttentionOptions> options) {
  require_options(options, trace.counts.heads);
  require(same_shape(d_output, trace.output), "the output is " + shape_text(trace.output) + " and its gradient is " +
                                                  shape_text(d_output) + ": they need the same shape");
  HeadsGradientsOf<Scalar> gradients;
  MatrixOf<Scalar> d_concatenated = d_output;
  if (wo) {
    // output = concatenated W_o
    d_concatenated = d_output * wo->transpose();
    gradients.d_wo = trace.concatenated.transpose() * d_output;
  }
  gradients.d_queries = MatrixOf<Scalar>::Zero(trace.queries.rows(), trace.queries.cols());
  gradients.d_keys = MatrixOf<Scalar>::Zero(trace.keys.rows(), trace.keys.cols());
  gradients.d_values = MatrixOf<Scalar>::Zero(trace.values.rows(), trace.values.cols());
  const Index d_k = trace.queries.cols() / trace.counts.heads;
  const Index d_v = trace.values.cols() / trace.counts.kv_heads;
  for (Index head = 0; head < trace.counts.heads; ++head) {
    const Index group = kv_head_of(head, trace.counts);
    // concatenated = head_0 | head_1 | ...
    const MatrixOf<Scalar> d_head = d_concatenated.middleCols(head * d_v, d_v);
    const AttentionGradientsOf<Scalar> of_head = scaled_dot_product_attention_backward(
        trace.heads[static_cast<std::size_t>(head)], d_head, options_of(head, options));
    gradients.d_queries.middleCols(head * d_k, d_k) = of_head.d_queries;
    // Heads of one group read the same columns, so what each adds to the gradient adds up.
    gradients.d_keys.middleCols(group * d_k, d_k) += of_head.d_keys;
    gradients.d_values.middleCols(group * d_v, d_v) += of_head.d_values;
  }
  return gradients;
}

template <typename Scalar>
MultiHeadGradientsOf<Scalar> multi_head_attention_backward(
    const MultiHeadTraceOf<Scalar>& trace, const MatrixOf<Scalar>& query_source, const MatrixOf<Scalar>& key_source,
    const MatrixOf<Scalar>& value_source, const MultiHeadWeightsOf<Scalar>& weights, const MatrixOf<Scalar>& d_output,
    std::span<const AttentionOptions> options) {
  require_projection(query_source, weights.wq, "W_q");
  require_projection(key_source, weights.wk, "W_k");
  require_projection(value_source, weights.wv, "W_v");
  HeadsGradientsOf<Scalar> heads = attend_heads_backward(trace, weights.wo, d_output, options);
  MultiHeadGradientsOf<Scalar> gradients;
  // queries = X W_q, and alike for keys and values
  gradients.d_query_source = heads.d_queries * weights.wq.transpose();
  gradients.d_key_source = heads.d_keys * weights.wk.transpose();
  gradients.d_value_source = heads.d_values * weights.wv.transpose();
  gradients.d_weights.wq = query_source.transpose() * heads.d_queries;
  gradients.d_weights.wk = key_source.transpose() * heads.d_keys;
  gradients.d_weights.wv = value_source.transpose() * heads.d_values;
  gradients.d_weights.wo = std::move(heads.d_wo);
  return gradients;
}

#define AP_INSTANTIATE(Scalar)                                                                                      \
  template ParametersOf<Scalar> parameters(MultiHeadWeightsOf<Scalar>&);                                            \
  template MatrixOf<Scalar> head_columns(const MatrixOf<Scalar>&, Index, Index);                                    \
  template MatrixOf<Scalar> concatenate_heads(const std::vector<AttentionTraceOf<Scalar>>&);                        \
  template MultiHeadTraceOf<Scalar> attend_heads<Scalar>(                                                           \
      const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, const MatrixOf<Scalar>&,                                    \
      const std::optional<MatrixOf<Scalar>>&, const HeadCounts&, std::span<const AttentionOptions>);                \
  template MultiHeadTraceOf<Scalar> multi_head_attention<Scalar>(                                                   \
      const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, const MultiHeadWeightsOf<Scalar>&, \
      const HeadCounts&, std::span<const AttentionOptions>);                                                        \
  template HeadsGradientsOf<Scalar> attend_heads_backward<Scalar>(                                                  \
      const MultiHeadTraceOf<Scalar>&, const std::optional<MatrixOf<Scalar>>&, const MatrixOf<Scalar>&,             \
      std::span<const AttentionOptions>);                                                                           \
  template MultiHeadGradientsOf<Scalar> multi_head_attention_backward(                                              \
      const MultiHeadTraceOf<Scalar>&, const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, const MatrixOf<Scalar>&,   \
      const MultiHeadWeightsOf<Scalar>&, const MatrixOf<Scalar>&, std::span<const AttentionOptions>);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
