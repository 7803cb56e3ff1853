// JSON out: state and provenance.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/playground/json.hpp"
#include "core/playground/values.hpp"

namespace playground {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string dumped(const OrderedJson& json) { return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace); }

OrderedJson number_json(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  return value;
}

OrderedJson seed_json(const std::string& seed) {
  constexpr std::size_t kMostDigits = 16;  // of 2^53
  const std::uint64_t number = seed.size() > kMostDigits ? 0 : std::strtoull(seed.c_str(), nullptr, 10);
  return std::to_string(number) == seed && number <= kLargestExactSeed ? OrderedJson(number) : OrderedJson(seed);
}

OrderedJson scale_json(const Scale& scale) {
  return scale.kind == Scale::Kind::kNumber ? OrderedJson(scale.number) : OrderedJson(text_of(scale));
}

OrderedJson edit_json(const CellEdit& edit) {
  return {{"tensor", info(edit.tensor).name},
          {"row", edit.row},
          {"column", edit.column},
          {"head", edit.head},
          {"value", edit.value}};
}

}  // namespace

std::string state_json(const Session& session) {
  const Model& model = session.model;
  OrderedJson edits = OrderedJson::array();
  for (const CellEdit& edit : model.edits) edits.push_back(edit_json(edit));
  const OrderedJson state = {{"lesson", session.lesson},
                             {"cue", session.cue},
                             {"knobs", text_of(session.knobs)},
                             {"step", info(session.step).name},
                             {"text", model.text},
                             {"seed", seed_json(model.seed)},
                             {"vectors", text_of(model.vectors)},
                             {"weights", text_of(model.weights)},
                             {"training", model.training ? text_of(*model.training) : ""},
                             {"layer", model.layer},
                             {"positions", text_of(model.positions)},
                             {"d_model", model.sizes.d_model},
                             {"d_k", model.sizes.d_k},
                             {"heads", model.sizes.heads},
                             {"kv_heads", model.sizes.kv_heads},
                             {"d_ff", model.sizes.d_ff},
                             {"mask", text_of(model.mask)},
                             {"scale", scale_json(model.scale)},
                             {"query", session.query},
                             {"key", session.key},
                             {"head", session.head},
                             {"feature", session.feature},
                             {"edits", edits},
                             {"compare", session.compare},
                             {"tokens", text_of(session.tokens_as)},
                             {"colors", text_of(session.colors)},
                             {"digits", session.digits ? OrderedJson(*session.digits) : OrderedJson("auto")},
                             {"theme", text_of(session.theme)},
                             {"lang", text_of(session.lang)},
                             {"hide", OrderedJson(session.hide)},
                             {"v", 1}};
  return dumped(state);
}

std::string training_json(int step, double loss, double held_out_accuracy, bool running) {
  return dumped({{"step", step},
                 {"loss", std::isfinite(loss) ? OrderedJson(loss) : OrderedJson()},
                 {"held_out_accuracy", held_out_accuracy},
                 {"running", running}});
}

std::string lesson_json(const std::string& id, const std::string& question, const std::vector<Claim>& claims) {
  OrderedJson stated = OrderedJson::array();
  for (const Claim& claim : claims) {
    if (claim.word.empty()) stated.push_back({{"name", claim.name}, {"value", number_json(claim.value)}});
  }
  return dumped({{"id", id}, {"question", question}, {"claims", stated}});
}

std::string provenance_json(const Provenance& provenance) {
  OrderedJson terms = OrderedJson::array();
  for (const Term& term : provenance.terms) {
    terms.push_back({{"label", term.label}, {"value", number_json(term.value)}});
  }
  return dumped({{"formula", provenance.formula}, {"value", number_json(provenance.value)}, {"terms", terms}});
}

}  // namespace playground
