// Training plans: which model is trained, from which seed, for how many steps. The numbers of a trained model follow
// from its plan alone, so that a link has them.
#pragma once

#include <string>
#include <string_view>

#include "core/playground/result.hpp"

namespace playground {

inline constexpr int kMostTrainingSteps = 2000;

struct TrainingPlan {
  std::string seed = "1";  ///< non-negative decimal integer
  int steps = 0;           ///< 0 to kMostTrainingSteps
  int d_model = 32;        ///< 16 or 32
  int d_k = 0;             ///< width of a head's queries and keys; 0: d_model / heads, as its values have
  int heads = 1;           ///< 1 or 2
  int layers = 2;          ///< 1 or 2
  bool scale = true;
  bool positions = true;
  bool residual = true;
  bool word_values = true;  ///< the values of the last layer read the words themselves
  double rate = 3e-3;       ///< Adam's learning rate, above 0 and at most 1,000
  bool operator==(const TrainingPlan&) const = default;
};

/// The same with no step taken: what a run is known by.
TrainingPlan begun(TrainingPlan plan);

/// "seed:1~steps:300~scale:off" as a link has it; what is as in a plan of the defaults is left out, but for the seed.
std::string text_of(const TrainingPlan& plan);
Result<TrainingPlan> plan_from_text(std::string_view text);

}  // namespace playground
