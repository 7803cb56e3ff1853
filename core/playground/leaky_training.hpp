// A small training run with a mask that leaks, beside the same run with the right one.
//
// The task: letters in pairs. The first of a pair is any of 8, the second follows it in the alphabet (after the last
// comes the first). So the second can be learned, and the first cannot be known without looking ahead. The model:
// embeddings of letters and places, one head of attention without a residual, a linear layer. The leaky mask adds
// −1e−9, a slip for −1e9, to the scores of the future, which are then seen as well as any.
#pragma once

#include <string_view>
#include <vector>

namespace playground {

struct LeakyRun {
  std::vector<double> losses;    ///< mean over each ten steps of training
  double training_accuracy = 0;  ///< share of letters guessed on new sequences, whole in view and masked as in training
  double writing_accuracy = 0;   ///< share of pairs completed while writing, when the future is not there
};

struct LeakyTraining {
  LeakyRun leaky, right;
};

inline constexpr int kLeakySteps = 160;
inline constexpr int kLeakyStepsOfAMean = 10;
inline constexpr int kLeakyLetters = 8;
inline constexpr int kLeakyPlaces = 8;

/// The loss that no honest model gets below: 3 of 7 letters cannot be known, ln 8 each.
double leaky_floor();

/// The share of letters that an honest model can guess: 4 of 7, and one in 8 of the others.
double leaky_honest_accuracy();

LeakyTraining leaky_training(std::string_view seed);

}  // namespace playground
