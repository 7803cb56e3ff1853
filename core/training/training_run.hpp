// A training run: a model, its Adam and its stream of sentences, one step at a time.
//
// Everything follows from the options and the seed: the model is drawn from rng = default_rng([seed, 0]), the sentences
// from default_rng([seed, 1]), a batch after the other. One seed gives one run, bit for bit on one platform; options
// that leave the sizes alone (the scale, the residual, the positions) leave the first weights and the sentences alone
// too.
#pragma once

#include <vector>

#include "core/attention/adam.hpp"
#include "core/attention/random.hpp"
#include "core/training/evaluation.hpp"
#include "core/training/model.hpp"

namespace training {

/// Adam's epsilon. With PyTorch's 1e-8 a gradient that is nothing but the rounding of floats makes whole steps, and
/// floats leave doubles sooner (docs/training.md).
constexpr double kAdamEpsilon = 1e-6;

struct RunOptions {
  ModelOptions model;
  Index batch = 32;  ///< sentences of a step
  double learning_rate = 3e-3;

  friend bool operator==(const RunOptions&, const RunOptions&) = default;
};

/// What one step saw, before it changed the parameters.
struct StepReport {
  float loss = 0;             ///< mean cross-entropy of the batch, in nats; log(20) = 3.0 is guessing
  float accuracy = 0;         ///< share of the batch in which the noun is named
  float d_wq_norm = 0;        ///< length of the gradient by W_q of the last layer (Frobenius)
  float d_wk_norm = 0;        ///< and by W_k
  float d_wq_first_norm = 0;  ///< the same of the first layer
  float d_wk_first_norm = 0;
  float top_weight = 0;  ///< the largest weight of the row of "it" in the last layer, mean over the batch and heads
  float entropy = 0;     ///< of that row, in nats, mean over the batch and heads
};

enum class RunStatus {
  kRunning,
  kNotFinite,  ///< stopped: the loss or a parameter became NaN or infinite
  kDiverged,   ///< stopped: the loss exceeded kDivergedLoss
};

/// A loss that no run that learns comes near: the right noun has probability e^-50.
inline constexpr float kDivergedLoss = 50;

class TrainingRun {
 public:
  /// Throws std::invalid_argument for sizes that cannot be, a batch below 1 or a negative learning rate.
  TrainingRun(const RunOptions& options, const attention::Entropy& seed);

  /// The next batch, one step of Adam, and what it saw, which is also added to the history. A run that has stopped does
  /// nothing and gives its last report again. The parameters stay those of the last step that was taken.
  const StepReport& step();

  /// Changes what later steps use; the history does not know of it.
  void set_learning_rate(double learning_rate);

  /// On few_held_out_examples(), fast enough to be asked every few steps.
  Evaluation held_out() const;

  RunStatus status() const { return status_; }
  Index steps() const { return static_cast<Index>(history_.size()); }
  const std::vector<StepReport>& history() const { return history_; }
  const FloatModel& model() const { return model_; }
  const RunOptions& options() const { return options_; }

 private:
  RunOptions options_;
  FloatModel model_;
  attention::Generator sentences_;
  attention::AdamStateOf<float> adam_;
  std::vector<StepReport> history_;
  RunStatus status_ = RunStatus::kRunning;
};

}  // namespace training
