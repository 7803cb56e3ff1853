// Derivation: a Snapshot computed slice by slice, so that a program can draw in between; `derive` runs it to its end.
#pragma once

#include <memory>
#include <optional>

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

  /// Computes the next slice: a step of the training, or at most about 2e7 multiply-adds of the draw, a product or a
  /// head.
  void advance();

  /// Share of the work that is done, 0 to 1.
  double progress() const;

  /// All that is left, and the Snapshot.
  std::shared_ptr<const Snapshot> finish();

  /// Multiply-adds of all that is left, with what drawing and the softmax take counted in the same unit: whether it may
  /// be worth slicing.
  double remaining_work() const { return done() ? 0 : all_work_ - done_work_; }

 private:
  enum class Stage { kTrain, kDraw, kQueries, kKeys, kValues, kHeads, kJoin, kHidden, kFeedForward, kDone };
  double work_of(Stage stage) const;
  bool draw_on();
  bool multiply_on(const attention::Matrix& a, const attention::Matrix& b, attention::Matrix& product);
  bool attend_on();
  void end();

  Stage stage_ = Stage::kTrain;
  attention::Index at_ = 0;  ///< column of the product, or row of the head, that the next slice begins with
  double done_work_ = 0;
  double all_work_ = 0;
  std::shared_ptr<const Projections> drawn_before_;  ///< whose matrices were drawn alike; null: they are drawn anew
  std::optional<Drawing> drawing_;
  Projections projections_;              ///< until all are there and the snapshot has them
  attention::AttentionOptions options_;  ///< of the head that is computed
  Snapshot snapshot_;
  std::shared_ptr<const Snapshot> result_;
};

}  // namespace playground
