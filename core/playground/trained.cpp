#include "core/playground/trained.hpp"

#include <algorithm>

#include "core/playground/training_runs.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"
#include "core/training/reading.hpp"
#include "core/training/trace.hpp"

namespace playground {
namespace {

/// The options of the shipped model as a plan; its steps are not known to it.
TrainingPlan shipped_plan() {
  const training::ModelOptions& options = shipped_model().options;
  TrainingPlan plan;
  plan.d_model = static_cast<int>(options.d_model);
  plan.heads = static_cast<int>(options.heads);
  plan.layers = static_cast<int>(options.layers);
  plan.scale = options.scale;
  plan.positions = options.positions;
  plan.residual = options.residual;
  plan.word_values = options.value_from_embedding;
  return plan;
}

/// "“gaot” (perhaps “goat” or “cat”)"
std::string unknown_words(const training::Reading& reading) {
  std::vector<std::string> words;
  for (const training::UnknownWord& unknown : reading.unknown) {
    std::vector<std::string> meant;
    for (const std::string_view word : unknown.suggestions) meant.push_back(in_quotes(word));
    words.push_back(meant.empty() ? in_quotes(unknown.word)
                                  : say(Word::kDidYouMean, {in_quotes(unknown.word), listed(meant)}));
  }
  return listed(words);
}

std::optional<std::string> broken_reading(const std::string& text) {
  const training::Reading reading = training::read_sentence(text);
  switch (reading.problem) {
    case training::ReadingProblem::kNone:
      return std::nullopt;
    case training::ReadingProblem::kUnknownWords:
      return say(Word::kWordsNotLearned, {unknown_words(reading)});
    case training::ReadingProblem::kNoIt:
      return say(Word::kNoItToAsk, {});
    case training::ReadingProblem::kNoNoun:
      return say(Word::kNoNounToFind, {});
    case training::ReadingProblem::kTooLong:
      return say(Word::kSentenceTooLong, {std::to_string(training::kLongestSentence)});
    case training::ReadingProblem::kEmpty:
      break;
  }
  return say(Word::kTextEmpty, {});
}

}  // namespace

TrainingPlan plan_of(const Model& model) { return model.training ? *model.training : shipped_plan(); }

Model as_trained(Model model) {
  const TrainingPlan plan = plan_of(model);
  model.layer = std::min(model.layer, plan.layers - 1);
  const int width = plan.d_model / plan.heads;
  model.sizes = {.d_model = plan.d_model, .d_k = width, .heads = plan.heads, .kv_heads = plan.heads, .d_ff = 0};
  model.positions = plan.positions && model.layer == 0 ? Positions::kSinusoidal : Positions::kNone;
  model.scale = {.kind = plan.scale ? Scale::Kind::kOn : Scale::Kind::kOff};
  return model;
}

bool reads_words(const Model& model) {
  if (model.weights != Weights::kTrained) return false;
  const TrainingPlan plan = plan_of(model);
  return plan.word_values && model.layer == plan.layers - 1;
}

std::optional<std::string> broken_training(const Model& model) {
  if (model.weights != Weights::kTrained) return std::nullopt;
  if (auto sentence = broken_reading(model.text)) return sentence;
  const TrainingPlan plan = plan_of(model);
  if (model.layer < 0 || model.layer >= plan.layers) return range_sentence("layer", model.layer, 0, plan.layers - 1);
  if (plan.d_k != 0 && plan.d_k != plan.d_model / plan.heads) return say(Word::kNotShownSizes, {});
  const Model own = as_trained(model);
  if (own.sizes == model.sizes && own.positions == model.positions) return std::nullopt;
  return say(Word::kTrainedSizes,
             {std::to_string(own.sizes.d_model), std::to_string(own.sizes.d_k), std::to_string(own.sizes.heads)});
}

const training::FloatModel& trained_model(const Model& model) {
  return model.training ? run_of(*model.training).model() : shipped_model();
}

std::string trained_json(const Model& model) {
  const training::FloatModel& trained = trained_model(model);
  const std::vector<float> numbers = training::flat_parameters(trained);
  std::string parameters;
  std::size_t next = 0;
  for (const training::ParameterName& parameter : training::parameter_names(trained.options)) {
    std::string data;
    for (const std::size_t end = next + static_cast<std::size_t>(parameter.rows * parameter.columns); next < end;
         ++next) {
      data += (data.empty() ? "" : ",") + exact_text(static_cast<double>(numbers[next]));
    }
    parameters += (parameters.empty() ? "" : ",\n") + ("{\"name\":\"" + parameter.name + "\",\"shape\":[") +
                  std::to_string(parameter.rows) + "," + std::to_string(parameter.columns) + "],\"data\":[" + data +
                  "]}";
  }
  const std::string plan = model.training ? text_of(*model.training) : "";
  return "{\"training\":\"" + plan + "\",\"parameters\":[\n" + parameters + "]}\n";
}

attention::Matrix trained_parameters(const Model& model) {
  const std::vector<float> numbers = training::flat_parameters(trained_model(model));
  return Eigen::Map<const Eigen::RowVectorXf>(numbers.data(), static_cast<Eigen::Index>(numbers.size())).cast<double>();
}

TrainedNumbers trained_numbers(const Model& model) {
  const training::Trace trace = training::trace(trained_model(model), training::read_sentence(model.text).sentence);
  const training::LayerTrace& layer = trace.layers[static_cast<std::size_t>(model.layer)];
  TrainedNumbers numbers;
  numbers.drawn.embeddings = trace.embeddings;
  numbers.drawn.weights = layer.weights;
  if (!has_projection(model.sizes)) numbers.drawn.weights.wo.reset();
  if (model.layer > 0) numbers.inputs = layer.x;
  return numbers;
}

}  // namespace playground
