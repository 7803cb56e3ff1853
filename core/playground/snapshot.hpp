// The Snapshot: every tensor that follows from a Session, named; and `derive`, which computes it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/attention/multi_head.hpp"
#include "core/playground/session.hpp"
#include "core/playground/tensors.hpp"

namespace playground {

/// The drawn numbers (with edits in them) and their projections; kept while only mask or scale change.
struct Projections {
  attention::Matrix embeddings;         ///< [T x D]
  attention::MultiHeadWeights weights;  ///< wo where there is more than one head
  attention::Matrix queries;            ///< [T x H*d]
  attention::Matrix keys;               ///< [T x G*d]
  attention::Matrix values;             ///< [T x G*d]
};

struct Snapshot {
  Model model;                      ///< what it was derived from
  std::vector<std::string> tokens;  ///< T of them
  std::shared_ptr<const Projections> projections;
  attention::MultiHeadTrace trace;

  int token_count() const { return static_cast<int>(tokens.size()); }
  bool has_projection() const { return projections->weights.wo.has_value(); }

  /// The tensor of that name; `head` is ignored where it has none. Null where this model has no such tensor (wo).
  /// Precondition: 0 <= head < H.
  const attention::Matrix* tensor(Tensor name, int head) const;
};

/// Computes all tensors of a model. Precondition: broken_limit(model) is empty.
/// `previous` may be null; what has not changed since is taken over from it, the result is the same either way.
std::shared_ptr<const Snapshot> derive(const Model& model, const std::shared_ptr<const Snapshot>& previous = nullptr);

}  // namespace playground
