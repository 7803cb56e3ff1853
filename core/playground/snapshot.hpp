// The Snapshot: every tensor that follows from a Session, named; and `derive`, which computes it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/multi_head.hpp"
#include "core/playground/draw.hpp"
#include "core/playground/session.hpp"
#include "core/playground/tensors.hpp"

namespace playground {

/// The drawn numbers (with edits in them) and their projections; kept while only mask or scale change.
struct Projections {
  Drawn drawn;
  std::vector<CellEdit> covered;               ///< what was drawn under the edits of X and the weights
  std::optional<attention::Matrix> positions;  ///< [T x D] where they are added
  std::optional<attention::Matrix> inputs;     ///< [T x D] embeddings + positions, where they are added
  attention::Matrix queries;                   ///< [T x H*d]
  attention::Matrix keys;                      ///< [T x G*d]
  attention::Matrix values;                    ///< [T x G*d]
  /// One [T x d] for each query head, as they were before the rotation; empty where nothing is rotated.
  std::vector<attention::Matrix> unrotated_queries, unrotated_keys;
};

/// A residual with its norm: LayerNorm(x + sublayer(x)), as after each half of a block in Vaswani et al. 2017.
struct AddAndNorm {
  attention::Matrix residual;  ///< [T x D]
  attention::Matrix mean;      ///< [T x 1]
  attention::Matrix variance;  ///< [T x 1]
  attention::Matrix norm;      ///< [T x D]
};

/// What follows the attention in a block of a transformer, where d_ff is given.
struct Block {
  AddAndNorm after_attention;
  attention::Matrix hidden;        ///< [T x d_ff]
  attention::Matrix activated;     ///< [T x d_ff] ReLU(hidden)
  attention::Matrix feed_forward;  ///< [T x D]
  AddAndNorm after_feed_forward;
};

struct Snapshot {
  Model model;                      ///< what it was derived from
  std::vector<std::string> tokens;  ///< T of them
  std::shared_ptr<const Projections> projections;
  attention::MultiHeadTrace trace;  ///< heads, concatenated, output; what goes into them is in the projections
  std::vector<attention::Matrix> position_biases;  ///< [T x T] for each query head, where ALiBi adds one
  std::optional<Block> block;

  int token_count() const { return static_cast<int>(tokens.size()); }

  /// The tensor of that name; `head` is ignored where it has none. Null where this model has no such tensor.
  /// Precondition: 0 <= head < H.
  const attention::Matrix* tensor(Tensor name, int head) const;
};

/// Computes all tensors of a model. Precondition: broken_limit(model) is empty.
/// `previous` may be null; what has not changed since is taken over from it, the result is the same either way.
std::shared_ptr<const Snapshot> derive(const Model& model, const std::shared_ptr<const Snapshot>& previous = nullptr);

}  // namespace playground
