#include "core/playground/leaky_training.hpp"

#include <cmath>
#include <cstdint>
#include <span>

#include "core/attention/adam.hpp"
#include "core/attention/cross_entropy.hpp"
#include "core/attention/embedding.hpp"
#include "core/attention/initialise.hpp"
#include "core/attention/linear.hpp"
#include "core/attention/mask.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/random.hpp"

namespace playground {
namespace {

using attention::Index;
using attention::Matrix;

constexpr int kWidth = 16;
constexpr int kBatch = 8;
constexpr int kTests = 64;
constexpr double kLearningRate = 0.02;
constexpr Index kNothingToGuess = -1;  ///< after the last letter
constexpr double kSlip = -1e-9;        ///< meant to be −1e9

struct LeakyModel {
  Matrix letters;  ///< [8 x D]
  Matrix places;   ///< [8 x D]
  attention::MultiHeadWeights attention;
  attention::LinearWeights out;  ///< [D x 8]
};

attention::ParametersOf<double> parameters(LeakyModel& model) {
  attention::ParametersOf<double> list{&model.letters, &model.places};
  attention::append(list, attention::parameters(model.attention));
  attention::append(list, attention::parameters(model.out));
  return list;
}

LeakyModel first_model(attention::Generator& rng) {
  LeakyModel model;
  model.letters = rng.standard_normal(kLeakyLetters, kWidth);
  model.places = rng.standard_normal(kLeakyPlaces, kWidth);
  model.attention.wq = attention::normal_by_fan_in<double>(rng, kWidth, kWidth);
  model.attention.wk = attention::normal_by_fan_in<double>(rng, kWidth, kWidth);
  model.attention.wv = attention::normal_by_fan_in<double>(rng, kWidth, kWidth);
  model.out.weight = attention::normal_by_fan_in<double>(rng, kWidth, kLeakyLetters);
  return model;
}

using Letters = std::vector<Index>;

Index partner_of(Index letter) { return (letter + 1) % kLeakyLetters; }

Letters letters_in_pairs(attention::Generator& rng) {
  Letters letters;
  const Matrix chance = rng.uniform(1, kLeakyPlaces / 2);
  for (Index pair = 0; pair < chance.cols(); ++pair) {
    const Index first = static_cast<Index>(chance(0, pair) * kLeakyLetters);
    letters.push_back(first);
    letters.push_back(partner_of(first));
  }
  return letters;
}

Letters labels_of(const Letters& letters) {
  Letters labels(letters.begin() + 1, letters.end());
  labels.push_back(kNothingToGuess);
  return labels;
}

struct LeakyPass {
  Matrix x;
  attention::MultiHeadTrace attended;
  Matrix logits;
};

LeakyPass forward(const LeakyModel& model, std::span<const Index> letters, const attention::AttentionOptions& options) {
  LeakyPass pass;
  pass.x = attention::embed(model.letters, letters) +
           attention::learned_positions(model.places, static_cast<Index>(letters.size()));
  pass.attended = attention::multi_head_attention(pass.x, model.attention, {1, 1}, options);
  pass.logits = attention::linear(pass.attended.output, model.out);
  return pass;
}

attention::AttentionOptions masked(bool leaky) {
  attention::AttentionOptions options;
  const attention::BoolMatrix past = attention::causal_mask(kLeakyPlaces, kLeakyPlaces);
  if (leaky) {
    options.bias = past.select(Matrix::Zero(past.rows(), past.cols()), kSlip);
  } else {
    options.mask = past;
  }
  return options;
}

/// The loss of one sequence; its gradients, divided by the batch, are added to `sums`.
double learn_from(const LeakyModel& model, const Letters& letters, const attention::AttentionOptions& options,
                  LeakyModel& sums) {
  attention::CrossEntropyOptions ignoring;
  ignoring.ignore_index = kNothingToGuess;
  const Letters labels = labels_of(letters);
  const LeakyPass pass = forward(model, letters, options);
  const attention::CrossEntropyTrace surprise = attention::softmax_cross_entropy(pass.logits, labels, ignoring);
  const Matrix d_logits = attention::softmax_cross_entropy_backward(surprise, labels, ignoring);
  auto out = attention::linear_backward(pass.attended.output, model.out, d_logits);
  auto attended =
      attention::multi_head_attention_backward<double>(pass.attended, pass.x, pass.x, pass.x, model.attention, out.d_x,
                                                       std::span<const attention::AttentionOptions>(&options, 1));
  const Matrix d_x = attended.d_x();
  LeakyModel gradients{attention::embed_backward<double>(letters, d_x, kLeakyLetters),
                       attention::learned_positions_backward<double>(d_x, kLeakyPlaces), attended.d_weights,
                       out.d_weights};
  attention::add_scaled<double>(parameters(sums), parameters(gradients), 1.0 / kBatch);
  return surprise.loss(0, 0);
}

Index best_of(const Matrix& logits, Index row) {
  Index best = 0;
  logits.row(row).maxCoeff(&best);
  return best;
}

LeakyRun run_of(attention::Generator rng, bool leaky) {
  LeakyRun run;
  LeakyModel model = first_model(rng);
  LeakyModel sums = model;
  attention::AdamState state;
  const attention::AttentionOptions options = masked(leaky);
  double mean = 0;
  for (int step = 1; step <= kLeakySteps; ++step) {
    attention::set_zero(parameters(sums));
    for (int each = 0; each < kBatch; ++each) {
      mean += learn_from(model, letters_in_pairs(rng), options, sums) / (kBatch * kLeakyStepsOfAMean);
    }
    attention::adam_step(parameters(model), parameters(sums), state, {.learning_rate = kLearningRate});
    if (step % kLeakyStepsOfAMean != 0) continue;
    run.losses.push_back(mean);
    mean = 0;
  }
  for (int test = 0; test < kTests; ++test) {
    const Letters letters = letters_in_pairs(rng);
    const LeakyPass whole = forward(model, letters, options);
    for (Index place = 0; place + 1 < kLeakyPlaces; ++place) {
      const bool guessed = best_of(whole.logits, place) == letters[static_cast<std::size_t>(place) + 1];
      run.training_accuracy += guessed ? 1.0 / (kTests * (kLeakyPlaces - 1)) : 0;
    }
    for (Index first = 0; first < kLeakyPlaces; first += 2) {
      const LeakyPass so_far = forward(model, std::span(letters).first(static_cast<std::size_t>(first) + 1), {});
      const bool completed = best_of(so_far.logits, first) == letters[static_cast<std::size_t>(first) + 1];
      run.writing_accuracy += completed ? 2.0 / (kTests * kLeakyPlaces) : 0;
    }
  }
  return run;
}

}  // namespace

double leaky_floor() { return 3.0 / 7 * std::log(static_cast<double>(kLeakyLetters)); }

double leaky_honest_accuracy() { return 4.0 / 7 + 3.0 / 7 / kLeakyLetters; }

LeakyTraining leaky_training(std::string_view seed) {
  const attention::Entropy entropy = attention::entropy_from_decimal(seed).value_or(attention::Entropy{});
  const attention::Generator rng(entropy);
  return {.leaky = run_of(rng, true), .right = run_of(rng, false)};
}

}  // namespace playground
