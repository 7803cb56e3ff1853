// Derivation: a Snapshot computed slice by slice, so that a program can draw in between; `derive` runs it to its end.
#pragma once

#include <memory>

#include "core/playground/snapshot.hpp"

namespace playground {

class Derivation {
 public:
  /// As derive(model, previous). Precondition: broken_limit(model) is empty.
  Derivation(const Model& model, const std::shared_ptr<const Snapshot>& previous);

  bool done() const { return stage_ == Stage::kDone; }

  /// Computes the next slice: the draw, one projection, one head, or what joins the heads.
  void advance();

  /// Share of the work that is done, 0 to 1.
  double progress() const;

  /// All that is left, and the Snapshot.
  std::shared_ptr<const Snapshot> finish();

 private:
  enum class Stage { kDraw, kQueries, kKeys, kValues, kHeads, kJoin, kDone };
  double work_of(Stage stage) const;
  void attend(int head);

  Stage stage_ = Stage::kDraw;
  double done_work_ = 0;
  double all_work_ = 0;
  Projections projections_;
  Snapshot snapshot_;
  std::shared_ptr<const Snapshot> result_;
};

/// Multiply-adds of a derivation without `previous`, with what drawing and the softmax take counted in the same unit:
/// whether one may be worth slicing.
double derivation_work(const Model& model, int tokens);

}  // namespace playground
