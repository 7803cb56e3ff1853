#include "core/training/training_run.hpp"

#include <cmath>

#include "core/training/examples.hpp"
#include "core/training/pass.hpp"

namespace training {
namespace {

attention::Entropy stream(attention::Entropy seed, std::uint64_t number) {
  attention::append_entropy(seed, number);
  return seed;
}

FloatModel first_model(const ModelOptions& options, const attention::Entropy& seed) {
  attention::Generator generator(stream(seed, 0));
  return random_model<float>(options, generator);
}

/// In nats; 0 log 0 is 0.
float entropy_of(const MatrixOf<float>& weights) {
  float entropy = 0;
  for (Index key = 0; key < weights.cols(); ++key) {
    const float weight = weights(0, key);
    if (weight > 0) entropy -= weight * std::log(weight);
  }
  return entropy;
}

StepReport report_of(const Batch& batch, const PassOf<float>& pass, const GradientsOf<float>& gradients) {
  StepReport report{.loss = gradients.loss};
  for (Index sentence = 0; sentence < batch.sentences(); ++sentence) {
    Index named = 0;
    pass.logits.row(sentence).maxCoeff(&named);
    report.accuracy += named == batch.referents[static_cast<std::size_t>(sentence)] ? 1.0f : 0.0f;
  }
  report.accuracy /= static_cast<float>(batch.sentences());
  const std::vector<attention::AttentionTraceOf<float>>& attention = pass.layers.back().attention;
  for (const attention::AttentionTraceOf<float>& head : attention) {
    report.top_weight += head.weights.maxCoeff();
    report.entropy += entropy_of(head.weights);
  }
  report.top_weight /= static_cast<float>(attention.size());
  report.entropy /= static_cast<float>(attention.size());
  const attention::MultiHeadWeightsOf<float>& first = gradients.d_weights.layers.front().attention;
  const attention::MultiHeadWeightsOf<float>& last = gradients.d_weights.layers.back().attention;
  report.d_wq_norm = last.wq.norm();
  report.d_wk_norm = last.wk.norm();
  report.d_wq_first_norm = first.wq.norm();
  report.d_wk_first_norm = first.wk.norm();
  return report;
}

}  // namespace

TrainingRun::TrainingRun(const RunOptions& options, const attention::Entropy& seed)
    : options_(options), model_(first_model(options.model, seed)), sentences_(stream(seed, 1)) {
  attention::require(options.batch >= 1, "a batch needs at least one sentence");
  set_learning_rate(options.learning_rate);
}

void TrainingRun::set_learning_rate(double learning_rate) {
  attention::require(learning_rate >= 0, "a learning rate must not be negative");
  options_.learning_rate = learning_rate;
}

const StepReport& TrainingRun::step() {
  if (status_ != RunStatus::kRunning) return history_.back();
  const Batch batch = batch_of(draw_examples(sentences_, options_.batch));
  const PassOf<float> pass = forward(model_, batch);
  GradientsOf<float> gradients = backward(model_, batch, pass);
  history_.push_back(report_of(batch, pass, gradients));
  const attention::ParametersOf<float> d_list = parameters(gradients.d_weights);
  bool finite = std::isfinite(gradients.loss);
  for (const MatrixOf<float>* matrix : d_list) finite = finite && matrix->allFinite();
  if (!finite) {
    status_ = RunStatus::kNotFinite;
  } else if (gradients.loss > kDivergedLoss) {
    status_ = RunStatus::kDiverged;
  } else {
    attention::adam_step(parameters(model_.weights), d_list, adam_,
                         {.learning_rate = options_.learning_rate, .epsilon = kAdamEpsilon});
  }
  return history_.back();
}

Evaluation TrainingRun::held_out() const { return evaluate(model_, few_held_out_examples()); }

}  // namespace training
