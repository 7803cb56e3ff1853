// Derivation: a Snapshot computed slice by slice, so that a program can draw in between; `derive` runs it to its end.
#pragma once

#include <memory>

#include "core/attention/scaled_dot_product.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

/// Steps of its training that the model still waits for; 0 where its weights are not trained here.
int steps_awaited(const Model& model);

class Derivation {
 public:
  /// As derive(model, previous). Precondition: broken_limit(model) is empty.
  Derivation(const Model& model, const std::shared_ptr<const Snapshot>& previous);

  bool done() const { return stage_ == Stage::kDone; }

  /// Computes the next slice: a step of the training, the draw, one projection, one head, what joins the heads, or the
  /// rest of the block.
  void advance();

  /// Share of the work that is done, 0 to 1.
  double progress() const;

  /// All that is left, and the Snapshot.
  std::shared_ptr<const Snapshot> finish();

  /// Multiply-adds of one without `previous`, with what drawing and the softmax take counted in the same unit: whether
  /// it may be worth slicing.
  static double whole_work(const Model& model, int tokens);

 private:
  enum class Stage { kTrain, kDraw, kQueries, kKeys, kValues, kHeads, kJoin, kBlock, kDone };
  static double work_of(Stage stage, const Sizes& sizes, int tokens);
  static double work_from(Stage first, const Model& model, int tokens);
  void attend(int head);

  Stage stage_ = Stage::kTrain;
  double done_work_ = 0;
  double all_work_ = 0;
  Projections projections_;              ///< until all are there and the snapshot has them
  attention::AttentionOptions options_;  ///< of the head that is computed
  Snapshot snapshot_;
  std::shared_ptr<const Snapshot> result_;
};

}  // namespace playground
