#include "core/playground/json.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/playground/history.hpp"
#include "core/playground/link.hpp"
#include "tests/playground/random_sessions.hpp"

using namespace playground;

namespace {

/// The action of a JSON text that must be fine.
template <typename Kind>
Kind action_of(const char* json) {
  const Result<Action> action = action_from_json(json);
  REQUIRE_MESSAGE(action.ok(), action.sentence());
  REQUIRE(std::holds_alternative<Kind>(action.value()));
  return std::get<Kind>(action.value());
}

std::string refusal(const std::string& json) {
  const Result<Action> action = action_from_json(json);
  return action ? "fine" : action.sentence();
}

}  // namespace

TEST_SUITE("JSON") {
  TEST_CASE("every action is read") {
    CHECK(action_of<SetText>(R"({"type":"set_text","text":"a \u00e4"})").text == "a ä");
    CHECK(action_of<SetSeed>(R"({"type":"set_seed","seed":7})").seed == "7");
    CHECK(action_of<SetSeed>(R"({"type":"set_seed","seed":9007199254740992})").seed == "9007199254740992");
    CHECK(action_of<SetSeed>(R"({"type":"set_seed","seed":"00123456789012345678901234567890"})").seed ==
          "123456789012345678901234567890");
    const auto sizes = action_of<SetSizes>(R"({"type":"set_sizes","d_model":8,"kv_heads":2,"heads":null})");
    CHECK(sizes.d_model == 8);
    CHECK(sizes.kv_heads == 2);
    CHECK_FALSE(sizes.heads.has_value());
    CHECK_FALSE(sizes.d_k.has_value());
    CHECK(action_of<SetVectors>(R"({"type":"set_vectors","vectors":"word"})").vectors == Vectors::kWord);
    CHECK(action_of<SetMask>(R"({"type":"set_mask","mask":"padding:3"})").mask == Mask{.padding = 3});
    CHECK(action_of<SetScale>(R"({"type":"set_scale","scale":"off"})").scale.kind == Scale::Kind::kOff);
    CHECK(action_of<SetScale>(R"({"type":"set_scale","scale":-0.5})").scale == Scale{Scale::Kind::kNumber, -0.5});
    CHECK(action_of<SetScale>(R"({"type":"set_scale","scale":"2"})").scale == Scale{Scale::Kind::kNumber, 2});
    CHECK(action_of<GoToStep>(R"({"type":"go_to_step","step":"softmax"})").step == Step::kSoftmax);
    action_of<NextStep>(R"({"type":"next_step"})");
    action_of<PreviousStep>(R"({"type":"previous_step"})");
    CHECK(action_of<Select>(R"({"type":"select","query":3})").query == 3);
    CHECK_FALSE(action_of<Select>(R"({"type":"select","query":3})").key.has_value());
    CHECK(action_of<SelectHead>(R"({"type":"select_head","head":-1})").head == -1);  // reduce knows how many there are
    CHECK(action_of<EditCell>(R"({"type":"edit_cell","tensor":"wq","row":1,"column":2,"value":3})").edit ==
          CellEdit{Tensor::kWq, 1, 2, 0, 3});
    CHECK(action_of<EditCell>(
              R"({"type":"edit_cell","tensor":"keys","row":1,"column":2,"value":-3.5,"head":4,"layer":0})")
              .edit == CellEdit{Tensor::kKeys, 1, 2, 4, -3.5});
    CHECK(action_of<ResetCell>(R"({"type":"reset_cell","tensor":"keys","row":1,"column":2})").cell ==
          CellEdit{Tensor::kKeys, 1, 2, 0, 0});
    action_of<ResetEdits>(R"({"type":"reset_edits"})");
    action_of<Undo>(R"({"type":"undo"})");
    action_of<Redo>(R"({"type":"redo"})");
    CHECK(action_of<SetTheme>(R"({"type":"set_theme","theme":"light"})").theme == Theme::kLight);
    CHECK(action_of<SetLang>(R"({"type":"set_lang","lang":"es"})").lang == Tongue::kSpanish);
    CHECK(action_of<SetLang>(R"({"type":"set_lang","lang":"auto"})").lang == std::nullopt);
  }

  TEST_CASE("what is no action is told what an action is") {
    CHECK(refusal("") == "The action is not JSON.");
    CHECK(refusal("{\"type\":\"undo\"") == "The action is not JSON.");
    CHECK(refusal("{\"type\":\"set_text\",\"text\":\"\xFF\"}") == "The action is not JSON.");
    for (const char* json : {"7", "null", "[]", "{}", R"({"type":7})", R"("undo")"}) {
      CHECK(refusal(json) == "An action is an object with a type, such as {\"type\": \"next_step\"}.");
    }
    CHECK(refusal(std::string(1'000'001, ' ')) == "The action has 1,000,001 bytes: at most 1,000,000 are allowed.");
    CHECK(refusal(std::string(1'000'000, '[')) == "The action is not JSON.");
  }

  TEST_CASE("an unknown type is told the known ones") {
    CHECK(refusal(R"({"type":"explode"})") ==
          "There is no action “explode”: set_text, set_seed, set_sizes, set_vectors, set_mask, set_positions, "
          "paint_mask, set_scale, go_to_step, "
          "next_step, previous_step, select, select_head, edit_cell, reset_cell, reset_edits, undo, redo, set_theme, "
          "set_lang, set_compare, open_lesson, turn_knob, set_weights, set_training, set_layer, train, measure or "
          "set_view are known.");
  }

  TEST_CASE("an action's own type reads as that action") {
    support::Dice dice(5);
    for (int count = 0; count < 300; ++count) {
      const Action action = support::random_action(dice, Session{});
      const std::string json =
          R"({"type":")" + std::string(type_of(action)) +
          R"(","text":"a","seed":1,"heads":2,"vectors":"word","mask":"none","scale":1,"step":"tokens",)" +
          R"("query":1,"head":1,"tensor":"wq","row":1,"column":1,"theme":"dark","lang":"es","lesson":"mask",)" +
          R"("weights":"random","training":"seed:1","layer":0,"steps":1,"knob":"a","tokens":"columns",)" +
          (std::holds_alternative<TurnKnob>(action) ? R"("value":"1",)" : R"("value":1,)") +
          R"("positions":"rotary","allowed":false,"compare":"scale=off"})";
      const Result<Action> read = action_from_json(json);
      REQUIRE_MESSAGE(read.ok(), read.sentence());
      CHECK(read.value().index() == action.index());
    }
  }

  TEST_CASE("a field that is missing, of the wrong kind or out of bounds is named") {
    struct Case {
      const char* json;
      const char* sentence;
    };
    for (const auto& [json, sentence] : {
             Case{R"({"type":"set_text"})", "set_text: the field text is missing."},
             Case{R"({"type":"set_text","text":null})", "set_text: the field text is missing."},
             Case{R"({"type":"set_text","text":["a"]})", "set_text: the field text must be a string."},
             Case{R"({"type":"set_seed","seed":-1})", "set_seed: the field seed must be a non-negative whole number."},
             Case{R"({"type":"set_seed","seed":1.5})", "set_seed: the field seed must be a non-negative whole number."},
             Case{R"({"type":"set_seed","seed":true})",
                  "set_seed: the field seed must be a whole number or a string of digits."},
             Case{
                 R"({"type":"set_seed","seed":9007199254740993})",
                 "set_seed: the field seed is a number above 2^53, which is not exact: give it as a string of digits."},
             Case{
                 R"({"type":"set_seed","seed":1e21})",
                 "set_seed: the field seed is a number above 2^53, which is not exact: give it as a string of digits."},
             Case{
                 R"({"type":"set_seed","seed":"-1"})",
                 "set_seed: the field seed: The seed “-1” is not a non-negative whole number of at most 1,000 digits."},
             Case{R"({"type":"set_sizes"})", "set_sizes needs d_model, d_k, heads, kv_heads or d_ff."},
             Case{R"({"type":"set_sizes","heads":2.5})", "set_sizes: the field heads must be a whole number."},
             Case{R"({"type":"set_sizes","heads":"2"})", "set_sizes: the field heads must be a whole number."},
             Case{R"({"type":"set_sizes","d_k":2147483648})", "set_sizes: the field d_k is too large."},
             Case{R"({"type":"set_sizes","d_k":-9223372036854775808})", "set_sizes: the field d_k is too large."},
             Case{R"({"type":"set_vectors","vectors":"article "})",
                  "set_vectors: the field vectors: “article ” is not known: article or word are allowed."},
             Case{R"({"type":"set_mask","mask":"padding"})",
                  "set_mask: the field mask: “padding” is not known: none, causal, padding:N, window:N, prefix:N, "
                  "several of them with commas, or painted: and the cells are allowed."},
             Case{R"({"type":"set_scale","scale":[]})",
                  "set_scale: the field scale must be \"on\", \"off\" or a number."},
             Case{R"({"type":"go_to_step"})", "go_to_step: the field step is missing."},
             Case{R"({"type":"select"})", "select needs query, key or feature."},
             Case{R"({"type":"select","query":"it"})", "select: the field query must be a whole number."},
             Case{R"({"type":"edit_cell","tensor":"wq","row":0,"column":0})", "edit_cell: the field value is missing."},
             Case{R"({"type":"edit_cell","tensor":"wq","row":0,"column":0,"value":"1"})",
                  "edit_cell: the field value must be a number."},
             Case{R"({"type":"edit_cell","tensor":"wq","row":0,"column":0,"value":1,"layer":1})",
                  "edit_cell: the field layer must be 0: there is one layer."},
             Case{R"({"type":"reset_cell","tensor":"wq","column":0})", "reset_cell: the field row is missing."},
             Case{R"({"type":"set_theme","theme":"blue"})",
                  "set_theme: the field theme: “blue” is not known: auto, light or dark are allowed."},
         }) {
      CHECK(refusal(json) == sentence);
    }
  }

  TEST_CASE("the state has the names of the link parameters, in order") {
    CHECK(
        state_json(Session{}) ==
        R"({"lesson":"","cue":0,"knobs":"","step":"tokens","text":"the animal did not cross the street because it was too tired","seed":7,)"
        R"("vectors":"article","weights":"random","training":"","layer":1,"positions":"none","d_model":64,"d_k":16,"heads":1,"kv_heads":1,)"
        R"("d_ff":0,"mask":"none","scale":"on","query":8,"key":1,"head":0,"feature":0,"edits":[],"compare":"",)"
        R"("tokens":"rows","colors":"linear","digits":"auto","theme":"auto","lang":"auto","hide":[],"v":1})");
  }

  TEST_CASE("how matrices are drawn is read as in links, digits as a number too, and what is not given stays") {
    const auto all = action_of<SetView>(R"({"type":"set_view","tokens":"columns","colors":"log","digits":3})");
    CHECK(all.tokens == TokensAs::kColumns);
    CHECK(all.colors == ColorScale::kLogarithmic);
    CHECK(all.digits == std::optional<std::optional<int>>(3));
    const auto none = action_of<SetView>(R"({"type":"set_view","digits":"auto"})");
    CHECK_FALSE(none.tokens.has_value());
    REQUIRE(none.digits.has_value());
    CHECK_FALSE(none.digits->has_value());
    CHECK(refusal(R"({"type":"set_view"})") == "set_view needs tokens, colors or digits.");
    CHECK(refusal(R"({"type":"set_view","digits":7})")
              .starts_with("set_view: the field digits: “7” is not known: auto,"));
    CHECK(refusal(R"({"type":"set_view","colors":2.5})") == "set_view: the field colors must be a string.");
    CHECK(action_of<Select>(R"({"type":"select","feature":9})").feature == 9);
  }

  TEST_CASE("the state says seeds above 2^53 as strings, scales as words or numbers, edits as objects") {
    Session session;
    session.model.seed = "9007199254740992";
    CHECK(nlohmann::json::parse(state_json(session))["seed"] == 9007199254740992);
    session.model.seed = "9007199254740993";
    CHECK(nlohmann::json::parse(state_json(session))["seed"] == "9007199254740993");
    session.model.seed = std::string(1'000, '9');
    session.model.scale = {Scale::Kind::kNumber, 0.1};
    session.model.mask = {.padding = 2};
    session.model.edits = {{Tensor::kQueries, 1, 2, 0, 1.0 / 3}};
    session.hide = {"legend"};
    const nlohmann::json state = nlohmann::json::parse(state_json(session));
    CHECK(state["seed"] == session.model.seed);
    CHECK(state["scale"] == 0.1);
    CHECK(state["mask"] == "padding:2");
    CHECK(state["edits"] ==
          nlohmann::json::parse(R"([{"tensor":"queries","row":1,"column":2,"head":0,"value":0.3333333333333333}])"));
    CHECK(state["hide"] == nlohmann::json::array({"legend"}));
  }

  TEST_CASE("the state of any session is JSON that holds its text") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      INFO("seed ", seed);
      support::Dice dice(seed);
      const Session session = support::random_session(dice);
      const nlohmann::json state = nlohmann::json::parse(state_json(session));
      CHECK(state["text"] == session.model.text);
      CHECK(state["hide"].size() == session.hide.size());
    }
  }

  TEST_CASE("provenance says values that are not finite as strings") {
    Provenance provenance;
    provenance.formula = "a";
    provenance.value = -std::numeric_limits<double>::infinity();
    provenance.terms = {{"b", 0.25, {}, {}}, {"c", std::numeric_limits<double>::quiet_NaN(), {}, {}}};
    CHECK(provenance_json(provenance) ==
          R"({"formula":"a","value":"-Infinity","terms":[{"label":"b","value":0.25},{"label":"c","value":"NaN"}]})");
  }
}
