#include "core/attention/scaled_dot_product.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "core/attention/mask.hpp"
#include "core/attention/softmax.hpp"

namespace attention {
namespace {

void require_shapes(const Matrix& queries, const Matrix& keys, const Matrix& values, const AttentionOptions& options) {
  require(queries.cols() == keys.cols() && queries.cols() > 0, "queries are " + shape_text(queries) + " and keys are " +
                                                                   shape_text(keys) +
                                                                   ": both need the same width d_k, at least 1");
  require(keys.rows() == values.rows(),
          "keys are " + shape_text(keys) + " and values are " + shape_text(values) + ": each key needs one value");
  if (!options.mask) return;
  require(options.mask->rows() == queries.rows() && options.mask->cols() == keys.rows(),
          "the mask is " + shape_text(*options.mask) + " and the scores are " +
              shape_text(queries.rows(), keys.rows()) + ": they need the same shape");
}

}  // namespace

AttentionTrace scaled_dot_product_attention(const Matrix& queries, const Matrix& keys, const Matrix& values,
                                            const AttentionOptions& options) {
  require_shapes(queries, keys, values, options);
  AttentionTrace trace;
  trace.queries = queries;
  trace.keys = keys;
  trace.values = values;
  trace.scores = queries * keys.transpose();
  trace.scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(queries.cols())));
  trace.scaled_scores = trace.scores * trace.scale;
  trace.masked_scores = options.mask ? apply_mask(trace.scaled_scores, *options.mask) : trace.scaled_scores;
  SoftmaxTrace softmax = softmax_rows(trace.masked_scores);
  trace.row_max = std::move(softmax.row_max);
  trace.exponentials = std::move(softmax.exponentials);
  trace.row_sum = std::move(softmax.row_sum);
  trace.weights = std::move(softmax.weights);
  trace.output = trace.weights * values;
  return trace;
}

}  // namespace attention
