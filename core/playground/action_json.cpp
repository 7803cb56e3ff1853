// JSON in: actions.
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/playground/edits.hpp"
#include "core/playground/json.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxJsonBytes = 1'000'000;

/// Reads the fields of one action; remembers the first that is missing or of the wrong kind.
class Fields {
 public:
  Fields(const Json& object, std::string type) : object_(object), type_(std::move(type)) {}

  std::optional<int> optional_int(const char* name) { return has(name) ? std::optional(whole(name)) : std::nullopt; }

  int whole(const char* name) {
    const Json* field = find(name);
    if (!field) return 0;
    if (!field->is_number_integer()) return refuse(name, Word::kFieldWhole, 0);
    const bool negative = !field->is_number_unsigned() && field->get<std::int64_t>() < 0;
    const auto size = negative ? -static_cast<std::uint64_t>(field->get<std::int64_t>()) : field->get<std::uint64_t>();
    if (size > std::uint64_t{std::numeric_limits<int>::max()}) return refuse(name, Word::kFieldTooLarge, 0);
    return negative ? -static_cast<int>(size) : static_cast<int>(size);
  }

  double number(const char* name) {
    const Json* field = find(name);
    if (!field) return 0;
    return field->is_number() ? field->get<double>() : refuse(name, Word::kFieldNumber, 0.0);
  }

  bool truth(const char* name) {
    const Json* field = find(name);
    if (!field) return false;
    return field->is_boolean() ? field->get<bool>() : refuse(name, Word::kFieldTruth, false);
  }

  std::string text(const char* name) {
    const Json* field = find(name);
    if (!field) return {};
    return field->is_string() ? field->get<std::string>() : refuse(name, Word::kFieldString, std::string());
  }

  /// A word of a setting, read by the reader that links use too.
  template <typename Value>
  Value word(const char* name, Result<Value> (*read)(std::string_view)) {
    const std::string given = text(name);
    return problem_ ? Value{} : taken(name, read(given));
  }

  /// The same where it is given; a number counts as its text.
  template <typename Value>
  std::optional<Value> optional_word(const char* name, Result<Value> (*read)(std::string_view)) {
    if (!has(name)) return std::nullopt;
    if (object_[name].is_number_integer()) return taken(name, read(std::to_string(whole(name))));
    return word(name, read);
  }

  Scale scale() {
    const Json* field = find("scale");
    if (!field || field->is_string()) return word("scale", scale_from_text);
    if (!field->is_number()) return refuse("scale", Word::kFieldScale, Scale{});
    return Scale{.kind = Scale::Kind::kNumber, .number = field->get<double>()};
  }

  std::string seed() {
    const Json* field = find("seed");
    const std::string none;
    if (!field || field->is_string()) return word("seed", seed_from_text);
    if (!field->is_number()) return refuse("seed", Word::kFieldSeed, none);
    const bool exact = field->is_number_unsigned() ? field->get<std::uint64_t>() <= kLargestExactSeed
                                                   : field->get<double>() <= static_cast<double>(kLargestExactSeed);
    if (!exact) {
      return refuse("seed", Word::kFieldSeedInexact, none);
    }
    if (!field->is_number_unsigned()) return refuse("seed", Word::kFieldSeedNegative, none);
    return std::to_string(field->get<std::uint64_t>());
  }

  /// A cell of a tensor, without its value.
  CellEdit cell() {
    CellEdit cell;
    cell.tensor = word("tensor", edited_tensor_from_text);
    cell.row = whole("row");
    cell.column = whole("column");
    cell.head = optional_int("head").value_or(0);
    if (optional_int("layer").value_or(0) != 0) refuse("layer", Word::kFieldLayer, 0);
    return cell;
  }

  /// At least one of these must be given.
  template <std::size_t kCount>
  void need_one_of(const std::array<const char*, kCount>& names) {
    for (const char* name : names) {
      if (has(name)) return;
    }
    if (!problem_) problem_ = Problem{say(Word::kNeedsOneOf, {type_, listed(names)})};
  }

  const std::optional<Problem>& problem() const { return problem_; }

 private:
  bool has(const char* name) const { return object_.contains(name) && !object_[name].is_null(); }

  const Json* find(const char* name) {
    if (has(name)) return &object_[name];
    return refuse(name, Word::kFieldMissing, nullptr);
  }

  template <typename Value>
  Value refuse(const char* name, Word reason, Value instead) {
    if (!problem_) problem_ = Problem{say(Word::kFieldBad, {type_, name, say(reason)})};
    return instead;
  }

  template <typename Value>
  Value taken(const char* name, const Result<Value>& result) {
    if (result) return result.value();
    if (!problem_) problem_ = Problem{say(Word::kFieldProblem, {type_, name, result.sentence()})};
    return {};
  }

  const Json& object_;
  std::string type_;
  std::optional<Problem> problem_;
};

struct ActionType {
  const char* name;
  Action (*read)(Fields& fields);
};

const std::array<ActionType, 29> kActionTypes = {{
    {"set_text", [](Fields& fields) -> Action { return SetText{fields.text("text")}; }},
    {"set_seed", [](Fields& fields) -> Action { return SetSeed{fields.seed()}; }},
    {"set_sizes",
     [](Fields& fields) -> Action {
       fields.need_one_of(std::array{"d_model", "d_k", "heads", "kv_heads", "d_ff"});
       SetSizes sizes;
       sizes.d_model = fields.optional_int("d_model");
       sizes.d_k = fields.optional_int("d_k");
       sizes.heads = fields.optional_int("heads");
       sizes.kv_heads = fields.optional_int("kv_heads");
       sizes.d_ff = fields.optional_int("d_ff");
       return sizes;
     }},
    {"set_vectors", [](Fields& fields) -> Action { return SetVectors{fields.word("vectors", vectors_from_text)}; }},
    {"set_mask", [](Fields& fields) -> Action { return SetMask{fields.word("mask", mask_from_text)}; }},
    {"set_positions",
     [](Fields& fields) -> Action { return SetPositions{fields.word("positions", positions_from_text)}; }},
    {"paint_mask",
     [](Fields& fields) -> Action {
       PaintMask paint{};
       paint.row = fields.whole("row");
       paint.column = fields.whole("column");
       paint.allowed = fields.truth("allowed");
       return paint;
     }},
    {"set_scale", [](Fields& fields) -> Action { return SetScale{fields.scale()}; }},
    {"go_to_step", [](Fields& fields) -> Action { return GoToStep{fields.word("step", step_from_text)}; }},
    {"next_step", [](Fields&) -> Action { return NextStep{}; }},
    {"previous_step", [](Fields&) -> Action { return PreviousStep{}; }},
    {"select",
     [](Fields& fields) -> Action {
       fields.need_one_of(std::array{"query", "key", "feature"});
       Select select;
       select.query = fields.optional_int("query");
       select.key = fields.optional_int("key");
       select.feature = fields.optional_int("feature");
       return select;
     }},
    {"select_head", [](Fields& fields) -> Action { return SelectHead{fields.whole("head")}; }},
    {"edit_cell",
     [](Fields& fields) -> Action {
       CellEdit edit = fields.cell();
       edit.value = fields.number("value");
       return EditCell{edit};
     }},
    {"reset_cell", [](Fields& fields) -> Action { return ResetCell{fields.cell()}; }},
    {"reset_edits", [](Fields&) -> Action { return ResetEdits{}; }},
    {"undo", [](Fields&) -> Action { return Undo{}; }},
    {"redo", [](Fields&) -> Action { return Redo{}; }},
    {"set_theme", [](Fields& fields) -> Action { return SetTheme{fields.word("theme", theme_from_text)}; }},
    {"set_lang", [](Fields& fields) -> Action { return SetLang{fields.word("lang", tongue_from_text)}; }},
    {"set_compare", [](Fields& fields) -> Action { return SetCompare{fields.text("compare")}; }},
    {"open_lesson",
     [](Fields& fields) -> Action {
       std::string lesson = fields.text("lesson");
       return OpenLesson{std::move(lesson), fields.optional_int("cue").value_or(0)};
     }},
    {"turn_knob",
     [](Fields& fields) -> Action {
       std::string knob = fields.text("knob");
       return TurnKnob{std::move(knob), fields.text("value")};
     }},
    {"set_weights", [](Fields& fields) -> Action { return SetWeights{fields.word("weights", weights_from_text)}; }},
    {"set_training",
     [](Fields& fields) -> Action {
       if (fields.text("training").empty()) return SetTraining{};
       return SetTraining{fields.word("training", plan_from_text)};
     }},
    {"set_layer", [](Fields& fields) -> Action { return SetLayer{fields.whole("layer")}; }},
    {"train", [](Fields& fields) -> Action { return Train{fields.whole("steps")}; }},
    {"measure", [](Fields& fields) -> Action { return Measure{fields.truth("running")}; }},
    {"set_view",
     [](Fields& fields) -> Action {
       fields.need_one_of(std::array{"tokens", "colors", "digits"});
       SetView view;
       view.tokens = fields.optional_word("tokens", tokens_as_from_text);
       view.colors = fields.optional_word("colors", color_scale_from_text);
       view.digits = fields.optional_word("digits", digits_from_text);
       return view;
     }},
}};

Problem unknown_type(std::string_view type) {
  std::vector<const char*> names;
  for (const ActionType& row : kActionTypes) names.push_back(row.name);
  return {say(Word::kUnknownAction, {in_quotes(type), listed(names)})};
}

}  // namespace

Result<Action> action_from_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes) {
    return Problem{say(Word::kActionBytes, {grouped(static_cast<std::int64_t>(text.size())), grouped(kMaxJsonBytes)})};
  }
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return Problem{say(Word::kActionNotJson, {})};
  if (!json.is_object() || !json.contains("type") || !json["type"].is_string()) {
    return Problem{std::string(say(Word::kActionNoObject))};
  }
  const std::string type = json["type"].get<std::string>();
  for (const ActionType& row : kActionTypes) {
    if (row.name != type) continue;
    Fields fields(json, type);
    const Action action = row.read(fields);
    if (fields.problem()) return *fields.problem();
    return action;
  }
  return unknown_type(type);
}

}  // namespace playground
