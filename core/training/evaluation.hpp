// How well a model knows what "it" stands for, and whether its weights show it.
#pragma once

#include <span>

#include "core/training/grammar.hpp"
#include "core/training/model.hpp"

namespace training {

struct Evaluation {
  double accuracy = 0;         ///< share of sentences in which the noun is named
  double looks = 0;            ///< share in which "it" gives its referent more weight than any other noun
  double referent_weight = 0;  ///< mean weight that "it" gives its referent
  double loss = 0;             ///< mean cross-entropy in nats
};

/// Of a few sentences or of thousands; all 0 for none. A model that is not finite names nothing and looks at nothing.
Evaluation evaluate(const FloatModel& model, std::span<const Example> examples);

}  // namespace training
