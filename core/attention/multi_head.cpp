#include "core/attention/multi_head.hpp"

#include <string>

namespace attention {
namespace {

void require_counts(const HeadCounts& counts) {
  require(counts.heads >= 1 && counts.kv_heads >= 1 && counts.heads % counts.kv_heads == 0,
          std::to_string(counts.kv_heads) + " key/value heads do not divide " + std::to_string(counts.heads) +
              " query heads");
}

/// `heads` columns of equal width, at least 1 wide.
void require_split(const Matrix& projected, Index heads, const char* name) {
  require(projected.cols() >= heads && projected.cols() % heads == 0,
          std::string(name) + " are " + shape_text(projected) + ": the columns do not split into " +
              std::to_string(heads) + " heads");
}

void require_projection(const Matrix& x, const Matrix& projection, const char* name) {
  require(x.cols() == projection.rows(), "X is " + shape_text(x) + " and " + name + " is " + shape_text(projection) +
                                             ": the columns of X must be the rows of " + name);
}

}  // namespace

Index kv_head_of(Index head, const HeadCounts& counts) {
  require_counts(counts);
  return head / (counts.heads / counts.kv_heads);
}

Matrix head_columns(const Matrix& projected, Index head, Index head_width) {
  require(head >= 0 && head_width >= 0 && (head + 1) * head_width <= projected.cols(),
          "head " + std::to_string(head) + " of width " + std::to_string(head_width) + " is not in a matrix of " +
              shape_text(projected));
  return projected.middleCols(head * head_width, head_width);
}

Matrix concatenate_heads(const std::vector<AttentionTrace>& heads) {
  if (heads.empty()) return Matrix();
  const Matrix& first = heads.front().output;
  const Index width = first.cols();
  Matrix joined(first.rows(), static_cast<Index>(heads.size()) * width);
  Index column = 0;
  for (const AttentionTrace& head : heads) {
    require(head.output.rows() == first.rows() && head.output.cols() == width,
            "heads of " + shape_text(first) + " and " + shape_text(head.output) + " cannot stand side by side");
    joined.middleCols(column, width) = head.output;
    column += width;
  }
  return joined;
}

MultiHeadTrace attend_heads(const Matrix& queries, const Matrix& keys, const Matrix& values,
                            const std::optional<Matrix>& wo, const HeadCounts& counts,
                            const AttentionOptions& options) {
  require_counts(counts);
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

  MultiHeadTrace trace;
  trace.counts = counts;
  trace.queries = queries;
  trace.keys = keys;
  trace.values = values;
  trace.heads.reserve(static_cast<std::size_t>(counts.heads));
  for (Index head = 0; head < counts.heads; ++head) {
    const Index group = kv_head_of(head, counts);
    trace.heads.push_back(scaled_dot_product_attention(head_columns(queries, head, d_k), head_columns(keys, group, d_k),
                                                       head_columns(values, group, d_v), options));
  }
  trace.concatenated = concatenate_heads(trace.heads);
  trace.output = wo ? Matrix(trace.concatenated * *wo) : trace.concatenated;
  return trace;
}

MultiHeadTrace multi_head_attention(const Matrix& x, const MultiHeadWeights& weights, const HeadCounts& counts,
                                    const AttentionOptions& options) {
  require_projection(x, weights.wq, "W_q");
  require_projection(x, weights.wk, "W_k");
  require_projection(x, weights.wv, "W_v");
  return attend_heads(x * weights.wq, x * weights.wk, x * weights.wv, weights.wo, counts, options);
}

}  // namespace attention
