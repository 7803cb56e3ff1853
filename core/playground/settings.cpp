#include "core/playground/settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/playground/narration.hpp"
#include "core/playground/percent.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

/// The model with `value` at `place`, where it can be read.
template <typename Value, typename Place>
Result<Model> placed(const Model& model, const Result<Value>& value, Place place) {
  if (!value) return value.problem();
  Model next = model;
  place(next) = value.value();
  return next;
}

/// A size that is one whole number.
template <int Sizes::*kSize>
Result<Model> with_size(const Model& model, std::string_view text, const Parameters&) {
  return placed(model, int_from_text(text), [](Model& next) -> int& { return next.sizes.*kSize; });
}

template <int Sizes::*kSize>
std::string size_text(const Model& model) {
  return std::to_string(model.sizes.*kSize);
}

/// The key/value heads to judge `heads` with: what stands beside it where that fits, otherwise as many as heads.
int kv_heads_beside(int heads, const Parameters& all) {
  const auto given = all.find("kv_heads");
  const Result<int> kv_heads = given == all.end() ? Result<int>(heads) : int_from_text(given->second);
  const bool fits = kv_heads && kv_heads.value() > 0 && heads % kv_heads.value() == 0;
  return fits ? kv_heads.value() : heads;
}

Result<Model> with_heads(const Model& model, std::string_view text, const Parameters& all) {
  Result<Model> next = with_size<&Sizes::heads>(model, text, all);
  if (!next) return next;
  Model result = next.value();
  result.sizes.kv_heads = kv_heads_beside(result.sizes.heads, all);
  return result;
}

Result<Model> with_vectors(const Model& model, std::string_view text, const Parameters&) {
  Result<Model> next = placed(model, vectors_from_text(text), [](Model& to) -> Vectors& { return to.vectors; });
  if (!next) return next;
  Model result = next.value();
  result.vectors_chosen = true;
  return result;
}

/// Trained weights have sizes, positions and a scale of their own; random ones begin with those of a new session.
Model with_sizes_of_weights(Model model) {
  if (model.weights == Weights::kTrained) return as_trained(std::move(model));
  const Model usual;
  model.sizes = usual.sizes;
  model.positions = usual.positions;
  model.scale = usual.scale;
  return model;
}

Result<Model> with_weights(const Model& model, std::string_view text, const Parameters&) {
  const Result<Weights> weights = weights_from_text(text);
  if (!weights) return weights.problem();
  if (weights.value() == model.weights) return model;
  if (!lessons_are_there()) return Problem{say(Word::kNotKnownYet, {in_quotes(text)})};
  Model next = model;
  next.weights = weights.value();
  return with_sizes_of_weights(std::move(next));
}

Result<Model> with_training(const Model& model, std::string_view text, const Parameters&) {
  Model next = model;
  next.training.reset();
  if (!text.empty()) {
    const Result<TrainingPlan> plan = plan_from_text(text);
    if (!plan) return plan.problem();
    next.training = plan.value();
  }
  return next.weights == Weights::kTrained ? as_trained(std::move(next)) : next;
}

Result<Model> with_layer(const Model& model, std::string_view text, const Parameters&) {
  Result<Model> next = placed(model, int_from_text(text), [](Model& to) -> int& { return to.layer; });
  if (!next || next.value().weights != Weights::kTrained) return next;
  const int layer = next.value().layer;
  Model result = as_trained(next.value());
  result.layer = layer;  // one that is not there is told by the limits
  return result;
}

const std::array<Setting, 14> kSettings = {{
    {"text",
     [](const Model& model, std::string_view text, const Parameters&) -> Result<Model> {
       Model next = model;
       next.text = text;
       return next;
     },
     [](const Model& model) { return model.text; }},
    {"seed",
     [](const Model& model, std::string_view text, const Parameters&) {
       return placed(model, seed_from_text(text), [](Model& next) -> std::string& { return next.seed; });
     },
     [](const Model& model) { return model.seed; }},
    {"vectors", with_vectors, [](const Model& model) { return text_of(model.vectors); }},
    {"weights", with_weights, [](const Model& model) { return text_of(model.weights); }},
    {"training", with_training,
     [](const Model& model) { return model.training ? text_of(*model.training) : std::string(); }},
    {"layer", with_layer, [](const Model& model) { return std::to_string(model.layer); }},
    {"d_model", with_size<&Sizes::d_model>, size_text<&Sizes::d_model>},
    {"d_k", with_size<&Sizes::d_k>, size_text<&Sizes::d_k>},
    {"heads", with_heads, size_text<&Sizes::heads>},
    {"kv_heads", with_size<&Sizes::kv_heads>, size_text<&Sizes::kv_heads>},
    {"d_ff", with_size<&Sizes::d_ff>, size_text<&Sizes::d_ff>},
    {"positions",
     [](const Model& model, std::string_view text, const Parameters&) {
       return placed(model, positions_from_text(text), [](Model& next) -> Positions& { return next.positions; });
     },
     [](const Model& model) { return text_of(model.positions); }},
    {"mask",
     [](const Model& model, std::string_view text, const Parameters&) {
       return placed(model, mask_from_text(text), [](Model& next) -> Mask& { return next.mask; });
     },
     [](const Model& model) { return text_of(model.mask); }},
    {"scale",
     [](const Model& model, std::string_view text, const Parameters&) {
       return placed(model, scale_from_text(text), [](Model& next) -> Scale& { return next.scale; });
     },
     [](const Model& model) { return text_of(model.scale); }},
}};

}  // namespace

void read_parameters(std::string_view text, char mark, Parameters& parameters) {
  if (text.starts_with(mark)) text.remove_prefix(1);
  for (const std::string_view part : split(text, '&')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view value = part.substr(std::min(equals + 1, part.size()));
    parameters.insert_or_assign(percent_decoded(part.substr(0, equals)), percent_decoded(value));
  }
}

std::string parameter_text(std::string_view name, std::string_view value) {
  return "&" + std::string(name) + "=" + percent_encoded(value);
}

std::span<const Setting> settings() { return kSettings; }

}  // namespace playground
