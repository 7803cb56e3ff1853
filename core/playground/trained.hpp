// The trained model as the numbers of a Session: what its sizes are, which texts it reads, and the matrices of a layer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/playground/draw.hpp"
#include "core/playground/session.hpp"
#include "core/training/model.hpp"

namespace playground {

/// The plan of the trained model; that of the shipped one where none is given.
TrainingPlan plan_of(const Model& model);

/// The model with the sizes, positions, scale and layer that its training gives it. Precondition: its weights are trained.
Model as_trained(Model model);

/// Whether the values of the model's layer read the words themselves, while queries and keys read the layer before.
bool reads_words(const Model& model);

/// A sentence where the trained model cannot read the text, or the sizes are not its own.
std::optional<std::string> broken_training(const Model& model);

/// The parameters of now. What is missing of the run is computed first.
const training::FloatModel& trained_model(const Model& model);

/// Every parameter of the trained model: {"training", "parameters": [{"name", "shape", "data"}]}, row-major, each
/// number with the digits that give it back.
std::string trained_json(const Model& model);
/// The same numbers after each other, [1 x N], in the same order.
attention::Matrix trained_parameters(const Model& model);

/// What the trained model has instead of draws. Precondition: broken_training(model) is empty.
struct TrainedNumbers {
  Drawn drawn;
  std::optional<attention::Matrix> inputs;  ///< [T x D] of a later layer: what the one before gives
};
TrainedNumbers trained_numbers(const Model& model);

}  // namespace playground
