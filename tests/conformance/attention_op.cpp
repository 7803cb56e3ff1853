// Attention: split into heads, cache, masks of any rank, windows, grouped heads, and the extra outputs.
#include <cmath>
#include <limits>
#include <optional>

#include "core/attention/mask.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "tests/conformance/operators.hpp"

namespace conformance {
namespace {

using attention::AttentionOptions;
using attention::BoolMatrix;
using attention::Matrix;
using attention::require;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const Tensor& named_input(const Case& test, const char* name) {
  const Tensor* input = test.input(std::string(name));
  require(input != nullptr, std::string("Attention has no input ") + name);
  return *input;
}

/// Queries, keys or values as [batch, heads, rows, width], whether they came so or as [batch, rows, heads * width].
struct Heads {
  Index batch = 0, heads = 0, rows = 0, width = 0;
  const Tensor* tensor = nullptr;

  /// [rows x width] of one head of one batch item.
  Matrix of(Index item, Index head) const {
    if (tensor->rank() == 4) return matrix_at(*tensor, (item * heads + head) * rows * width, rows, width);
    const Matrix all = matrix_at(*tensor, item * rows * heads * width, rows, heads * width);
    return attention::head_columns(all, head, width);
  }
};

Heads split(const Tensor& tensor, Index heads, const char* name) {
  require(tensor.rank() == 3 || tensor.rank() == 4,
          std::string(name) + " is " + shape_text(tensor.shape) + ": it needs 3 or 4 dimensions");
  if (tensor.rank() == 4) return {tensor.shape[0], tensor.shape[1], tensor.shape[2], tensor.shape[3], &tensor};
  require(heads >= 1 && tensor.shape[2] % heads == 0, std::string(name) + " is " + shape_text(tensor.shape) +
                                                          ": its columns do not split into " + std::to_string(heads) +
                                                          " heads");
  return {tensor.shape[0], heads, tensor.shape[1], tensor.shape[2] / heads, &tensor};
}

/// concat(past, current) of every head along the rows: [batch, heads, P + rows, width].
Tensor with_past(const Tensor* past, const Heads& current) {
  const Index past_rows = past == nullptr ? 0 : split(*past, current.heads, "the past").rows;
  Tensor present = zeros({current.batch, current.heads, past_rows + current.rows, current.width});
  const Index rows = past_rows + current.rows;
  for (Index item = 0; item < current.batch; ++item) {
    for (Index head = 0; head < current.heads; ++head) {
      Matrix joined(rows, current.width);
      if (past != nullptr) joined.topRows(past_rows) = split(*past, current.heads, "the past").of(item, head);
      joined.bottomRows(current.rows) = current.of(item, head);
      put_matrix(present, (item * current.heads + head) * rows * current.width, joined);
    }
  }
  return present;
}

/// attn_mask of one head of one batch item as a matrix [T x S]. It broadcasts from the right; what it is too short for
/// gets `missing`.
Matrix mask_matrix(const Tensor& mask, Index item, Index head, Index queries, Index keys, double missing) {
  require(mask.rank() >= 1 && mask.rank() <= 4,
          "attn_mask is " + shape_text(mask.shape) + ": it needs 1 to 4 dimensions");
  Shape shape(static_cast<std::size_t>(4 - mask.rank()), 1);
  shape.insert(shape.end(), mask.shape.begin(), mask.shape.end());
  require((shape[0] == 1 || item < shape[0]) && (shape[1] == 1 || head < shape[1]) &&
              (shape[2] == 1 || shape[2] == queries) && shape[3] <= keys,
          "attn_mask is " + shape_text(mask.shape) + ": it does not broadcast to scores of " +
              attention::shape_text(queries, keys) + ", batch item " + std::to_string(item) + ", head " +
              std::to_string(head));
  const Index plane = (shape[0] == 1 ? 0 : item) * shape[1] + (shape[1] == 1 ? 0 : head);
  const Matrix given = matrix_at(mask, plane * shape[2] * shape[3], shape[2], shape[3]);
  Matrix whole = Matrix::Constant(queries, keys, missing);
  for (Index i = 0; i < queries; ++i) whole.row(i).leftCols(shape[3]) = given.row(shape[2] == 1 ? 0 : i);
  return whole;
}

std::optional<Index> window_bound(const Case& test, const char* attribute) {
  const Index bound = test.integer(attribute, -1);
  return bound < 0 ? std::nullopt : std::optional<Index>(bound);
}

/// Causal, window and length of the cache in one mask [T x S] of batch item `item`.
BoolMatrix allowed_pairs(const Case& test, Index item, Index queries, Index keys, Index past) {
  Index offset = past;
  BoolMatrix allowed = attention::full_mask(queries, keys);
  const Tensor* lengths = test.input("nonpad_kv_seqlen");
  if (lengths != nullptr) {
    require(item < static_cast<Index>(lengths->values.size()),
            "nonpad_kv_seqlen is " + shape_text(lengths->shape) + ": it lacks batch item " + std::to_string(item));
    const Index length = static_cast<Index>(lengths->values[static_cast<std::size_t>(item)]);
    if (test.input("past_key") == nullptr) offset = length - queries;
    allowed = attention::padding_mask(queries, keys, std::min(std::max<Index>(length, 0), keys));
  }
  if (test.integer("is_causal", 0) != 0) {
    allowed = attention::mask_intersection(allowed, attention::causal_mask(queries, keys, offset));
  }
  const std::optional<Index> left = window_bound(test, "left_window_size");
  const std::optional<Index> right = window_bound(test, "right_window_size");
  return attention::mask_intersection(allowed, attention::sliding_window_mask(queries, keys, left, right, offset));
}

/// What qk_matmul_output shows.
const Matrix& shown(const attention::AttentionTrace& trace, Index mode) {
  require(mode >= 0 && mode <= 3, "qk_matmul_output_mode " + std::to_string(mode) + " is not one of 0, 1, 2, 3");
  if (mode == 0) return trace.scaled_scores;
  if (mode == 1) return trace.softcapped_scores ? *trace.softcapped_scores : trace.scaled_scores;
  return mode == 2 ? trace.masked_scores : trace.weights;
}

}  // namespace

Outputs attention_op(const Case& test) {
  const Heads q = split(named_input(test, "Q"), test.integer("q_num_heads", 0), "Q");
  const Heads new_k = split(named_input(test, "K"), test.integer("kv_num_heads", 0), "K");
  const Heads new_v = split(named_input(test, "V"), test.integer("kv_num_heads", 0), "V");
  const Tensor present_key = with_past(test.input("past_key"), new_k);
  const Tensor present_value = with_past(test.input("past_value"), new_v);
  const Heads k = split(present_key, 0, "present_key"), v = split(present_value, 0, "present_value");
  const Tensor* mask = test.input("attn_mask");
  const double softcap = test.number("softcap", 0);
  const Index mode = test.integer("qk_matmul_output_mode", 0);
  const attention::HeadCounts counts{.heads = q.heads, .kv_heads = k.heads};

  Tensor matmul = zeros({q.batch, q.heads, q.rows, k.rows});
  Tensor y =
      q.tensor->rank() == 4 ? zeros({q.batch, q.heads, q.rows, v.width}) : zeros({q.batch, q.rows, q.heads * v.width});
  for (Index item = 0; item < q.batch; ++item) {
    Matrix side_by_side(q.rows, q.heads * v.width);
    const BoolMatrix allowed = allowed_pairs(test, item, q.rows, k.rows, k.rows - new_k.rows);
    for (Index head = 0; head < q.heads; ++head) {
      AttentionOptions options{.mask = allowed};
      if (test.attributes.contains("scale")) options.scale = test.number("scale", 1);
      if (softcap != 0) options.softcap = softcap;
      if (mask != nullptr && mask->type == DataType::kBoolean) {
        const Matrix painted = mask_matrix(*mask, item, head, q.rows, k.rows, 0);
        options.mask = attention::mask_intersection(allowed, painted.array() != 0);
      } else if (mask != nullptr) {
        options.bias = mask_matrix(*mask, item, head, q.rows, k.rows, -kInfinity);
      }
      const Index group = attention::kv_head_of(head, counts);
      const attention::AttentionTrace trace =
          attention::scaled_dot_product_attention(q.of(item, head), k.of(item, group), v.of(item, group), options);
      side_by_side.middleCols(head * v.width, v.width) = trace.output;
      const Index place = item * q.heads + head;
      if (y.rank() == 4) put_matrix(y, place * q.rows * v.width, trace.output);
      put_matrix(matmul, place * q.rows * k.rows, shown(trace, mode));
    }
    if (y.rank() == 3) put_matrix(y, item * q.rows * q.heads * v.width, side_by_side);
  }
  return {{"Y", y}, {"present_key", present_key}, {"present_value", present_value}, {"qk_matmul_output", matmul}};
}

}  // namespace conformance
