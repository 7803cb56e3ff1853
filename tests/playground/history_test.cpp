#include "core/playground/history.hpp"

#include <doctest/doctest.h>

#include "core/playground/json.hpp"
#include "core/playground/limits.hpp"
#include "tests/playground/invariants.hpp"
#include "tests/playground/random_sessions.hpp"

using namespace playground;

namespace {

/// The history after actions that must all be fine.
History after(History history, const std::vector<Action>& actions, Gesture gesture = {}) {
  for (const Action& action : actions) {
    const Result<History> next = reduce(history, action, gesture);
    REQUIRE_MESSAGE(next.ok(), next.sentence());
    history = next.value();
  }
  return history;
}

Model model_after(const std::vector<Action>& actions) { return after({}, actions).session.model; }
Session session_after(const std::vector<Action>& actions) { return after({}, actions).session; }

/// The sentence with which an action is refused after others.
std::string refusal(const std::vector<Action>& actions, const Action& action) {
  const Result<History> next = reduce(after({}, actions), action);
  return next ? "fine" : next.sentence();
}

const SetSizes kFourHeads{.d_model = 8, .d_k = 2, .heads = 4, .kv_heads = 2};
CellEdit edit(Tensor tensor, int row, int column, double value, int head = 0) {
  return {tensor, row, column, head, value};
}

}  // namespace

TEST_SUITE("reduce") {
  TEST_CASE("the first edit of the text switches to word vectors, later ones keep what is chosen") {
    const Model edited = model_after({SetText{"a b c"}});
    CHECK(edited.text == "a b c");
    CHECK(edited.vectors == Vectors::kWord);
    CHECK(edited.vectors_chosen);
    CHECK(model_after({SetText{"a b c"}, SetVectors{Vectors::kArticle}, SetText{"d"}}).vectors == Vectors::kArticle);
    CHECK(model_after({SetVectors{Vectors::kArticle}, SetText{"d"}}).vectors == Vectors::kArticle);
    CHECK_FALSE(model_after({SetText{Model{}.text}}).vectors_chosen);
  }

  TEST_CASE("a seed loses its leading zeros") {
    CHECK(model_after({SetSeed{"0012"}}).seed == "12");
    CHECK(model_after({SetSeed{"000"}}).seed == "0");
    CHECK(refusal({}, SetSeed{"-3"}) ==
          "The seed \u201C-3\u201D is not a non-negative whole number of at most 1,000 digits.");
  }

  TEST_CASE("sizes that are not given stay, and key/value heads follow heads") {
    const SetSizes eight_heads{.d_model = {}, .d_k = {}, .heads = 8, .kv_heads = {}};
    CHECK(model_after({eight_heads}).sizes == Sizes{.d_model = 64, .d_k = 16, .heads = 8, .kv_heads = 8});
    CHECK(model_after({kFourHeads, SetSizes{.d_model = 5, .d_k = {}, .heads = {}, .kv_heads = {}}}).sizes ==
          Sizes{.d_model = 5, .d_k = 2, .heads = 4, .kv_heads = 2});
    CHECK(refusal({}, SetSizes{.d_model = {}, .d_k = {}, .heads = 7, .kv_heads = 2}) ==
          "kv_heads is 2 and heads is 7: kv_heads must divide heads.");
    CHECK(refusal({}, SetSizes{.d_model = 0, .d_k = {}, .heads = {}, .kv_heads = {}}) ==
          "d_model is 0: 1 to 1,024 are allowed.");
  }

  TEST_CASE("a scale forgets a number that means nothing") {
    CHECK(model_after({SetScale{{Scale::Kind::kOff, 5}}}).scale == Scale{Scale::Kind::kOff, 1});
    CHECK(model_after({SetScale{{Scale::Kind::kNumber, 5}}}).scale == Scale{Scale::Kind::kNumber, 5});
    CHECK(refusal({}, SetMask{{.padding = 13}}) == "The padding is 13: 0 to 12 are allowed.");
  }

  TEST_CASE("a shorter text shortens the padding and moves the selection") {
    const Session session = session_after({SetMask{{.padding = 6}}, SetText{"a b c d"}});
    CHECK(session.model.mask.padding == 4);
    CHECK(session.query == 3);
    CHECK(session.key == 1);
  }

  TEST_CASE("fewer heads move the selected head, and a step that vanishes gives way to the output") {
    const Session session = session_after({kFourHeads, SelectHead{3}, GoToStep{Step::kProjected},
                                           SetSizes{.d_model = {}, .d_k = {}, .heads = 1, .kv_heads = {}}});
    CHECK(session.head == 0);
    CHECK(session.step == Step::kOutput);
  }

  TEST_CASE("steps go one by one and stop at both ends") {
    CHECK(session_after({NextStep{}}).step == Step::kEmbeddings);
    CHECK(session_after({NextStep{}, PreviousStep{}}).step == Step::kTokens);
    CHECK(session_after({PreviousStep{}}).step == Step::kTokens);
    CHECK(session_after({GoToStep{Step::kOutput}, NextStep{}}).step == Step::kOutput);
    CHECK(session_after({kFourHeads, GoToStep{Step::kOutput}, NextStep{}}).step == Step::kConcatenated);
    CHECK(session_after({kFourHeads, GoToStep{Step::kProjected}, NextStep{}}).step == Step::kProjected);
  }

  TEST_CASE("a step that the session lacks is refused") {
    CHECK(refusal({}, GoToStep{Step::kConcatenated}) ==
          "There is no step concatenated with one head: set two heads or more.");
  }

  TEST_CASE("a selection outside the text is refused with its range") {
    CHECK(session_after({Select{.query = 0, .key = {}}}).query == 0);
    CHECK(session_after({Select{.query = 0, .key = {}}}).key == 1);
    CHECK(session_after({Select{.query = {}, .key = 11}}).key == 11);
    CHECK(refusal({}, Select{.query = 12, .key = {}}) == "query is 12: 0 to 11 are allowed.");
    CHECK(refusal({}, Select{.query = {}, .key = -1}) == "key is \u22121: 0 to 11 are allowed.");
    CHECK(refusal({}, SelectHead{1}) == "head is 1: 0 to 0 are allowed.");
  }

  TEST_CASE("an edit is kept once a cell, by its one name, the newest last") {
    const Model model =
        model_after({kFourHeads, EditCell{edit(Tensor::kKeys, 1, 1, 5, 3)}, EditCell{edit(Tensor::kWq, 0, 0, 6, 3)},
                     EditCell{edit(Tensor::kKeys, 1, 1, 7, 2)}});
    CHECK(model.edits == std::vector<CellEdit>{edit(Tensor::kWq, 0, 0, 6, 0), edit(Tensor::kKeys, 1, 1, 7, 2)});
  }

  TEST_CASE("a cell that cannot be edited is refused") {
    CHECK(refusal({}, EditCell{edit(Tensor::kWeights, 0, 0, 1)}).starts_with("weights follows from other tensors"));
    CHECK(refusal({}, EditCell{edit(Tensor::kWo, 0, 0, 1)}).starts_with("There is no wo"));
    CHECK(refusal({}, EditCell{edit(Tensor::kWq, 64, 0, 1)}) == "wq has no row 64: rows 0 to 63 are allowed.");
    CHECK(refusal({}, EditCell{edit(Tensor::kWq, 0, 0, 2e6)}).starts_with("The value of a cell is 2000000"));
    CHECK(refusal({}, ResetCell{edit(Tensor::kQueries, 0, 16, 0)}) ==
          "queries has no column 16: columns 0 to 15 are allowed.");
  }

  TEST_CASE("an edited cell can be reset, alone or with all others") {
    const std::vector<Action> edits = {EditCell{edit(Tensor::kWq, 0, 0, 6)}, EditCell{edit(Tensor::kValues, 2, 3, 7)}};
    const History edited = after({}, edits);
    CHECK(after(edited, {ResetCell{edit(Tensor::kWq, 0, 0, 99)}}).session.model.edits ==
          std::vector<CellEdit>{edit(Tensor::kValues, 2, 3, 7)});
    CHECK(after(edited, {ResetEdits{}}).session.model.edits.empty());
    CHECK(after(edited, {ResetCell{edit(Tensor::kWk, 0, 0, 0)}}).session.model == edited.session.model);
  }

  TEST_CASE("with vectors by word the edits of a row go with its word, and away with it") {
    const std::vector<Action> edits = {SetText{"a b c a"}, EditCell{edit(Tensor::kWq, 0, 0, 6)},
                                       EditCell{edit(Tensor::kQueries, 1, 3, 7)},
                                       EditCell{edit(Tensor::kEmbeddings, 3, 0, 8)}};
    const auto edits_after = [&](const SetText& text) { return after(after({}, edits), {text}).session.model.edits; };
    const auto rows = [](int of_b, int of_second_a) {
      return std::vector<CellEdit>{edit(Tensor::kWq, 0, 0, 6), edit(Tensor::kQueries, of_b, 3, 7),
                                   edit(Tensor::kEmbeddings, of_second_a, 0, 8)};
    };
    CHECK(edits_after({"x a b c a"}) == rows(2, 4));
    CHECK(edits_after({"a c a b"}) == rows(3, 2));
    CHECK(edits_after({"a b c d a"}) == rows(1, 4));
    CHECK(edits_after({"a b c a d"}) == rows(1, 3));
    // The words alone do not tell which of two equal ones was moved; who moved it does.
    CHECK(edits_after({"a a b c", {3, 0, 1, 2}}) == rows(2, 0));
    CHECK(edits_after({"a a b c", {0, 3, 1, 2}}) == rows(2, 1));
    CHECK(edits_after({"c"}) == std::vector<CellEdit>{edit(Tensor::kWq, 0, 0, 6)});
    CHECK(edits_after({"a x c a"}) ==
          std::vector<CellEdit>{edit(Tensor::kWq, 0, 0, 6), edit(Tensor::kEmbeddings, 3, 0, 8)});
  }

  TEST_CASE("edits stay at their places where vectors go by place, and none survives other numbers") {
    const std::vector<Action> edits = {EditCell{edit(Tensor::kWq, 0, 0, 6)}, EditCell{edit(Tensor::kQueries, 2, 3, 7)},
                                       EditCell{edit(Tensor::kEmbeddings, 3, 0, 8)}};
    const History edited = after({}, edits);
    CHECK(after(edited, {SetText{"a b c d"}}).session.model.edits.empty());  // switches to vectors by word
    const History by_place =
        after({}, {SetVectors{Vectors::kArticle}, SetText{"a b c d"}, edits[0], edits[1], edits[2]});
    CHECK(after(by_place, {SetText{"b a c d"}}).session.model.edits == by_place.session.model.edits);
    CHECK(after(by_place, {SetText{"a b c d e"}}).session.model.edits.empty());
    CHECK(after(edited, {SetSeed{"8"}}).session.model.edits.empty());
    CHECK(after(edited, {SetVectors{Vectors::kWord}}).session.model.edits.empty());
    CHECK(after(edited, {SetSizes{.d_model = 65, .d_k = {}, .heads = {}, .kv_heads = {}}}).session.model.edits.empty());
    CHECK(after(edited, {SetMask{{.causal = true}}, SetSeed{"7"}, SetVectors{Vectors::kArticle}})
              .session.model.edits.size() == 3);
  }

  TEST_CASE("a refused action says why and leaves the history as it was") {
    const History history = after({}, {SetText{"a b"}});
    const Result<History> next = reduce(history, SetText{""});
    CHECK_FALSE(next.ok());
    CHECK(next.sentence() == "The text is empty: at least 1 token is needed.");
    CHECK(history.session.model.text == "a b");
    CHECK(refusal({}, SetText{"a \xFF"}) == "The text is not Unicode: byte 2 is not valid UTF-8.");
  }

  TEST_CASE("a language is set, and undo does not touch it") {
    CHECK(session_after({SetLang{Tongue::kSpanish}}).lang == Tongue::kSpanish);
    CHECK(session_after({SetSeed{"8"}, SetLang{Tongue::kSpanish}, Undo{}}).lang == Tongue::kSpanish);
    CHECK(session_after({SetLang{Tongue::kSpanish}, SetLang{std::nullopt}}).lang == std::nullopt);
  }

  TEST_CASE("a theme is set") { CHECK(session_after({SetTheme{Theme::kDark}}).theme == Theme::kDark); }
}

TEST_SUITE("undo") {
  TEST_CASE("with nothing to undo or redo there is a sentence") {
    CHECK(refusal({}, Undo{}) == "There is nothing to undo.");
    CHECK(refusal({}, Redo{}) == "There is nothing to redo.");
    CHECK(refusal({SetText{"a"}, Undo{}, SetText{"b"}}, Redo{}) == "There is nothing to redo.");
  }

  TEST_CASE("undo brings the model back and leaves step, theme and selection") {
    const Session session = session_after(
        {SetMask{{.causal = true}}, GoToStep{Step::kMasked}, Select{3, 2}, SetTheme{Theme::kDark}, Undo{}});
    CHECK(session.model == Model{});
    CHECK(session.step == Step::kMasked);
    CHECK(session.query == 3);
    CHECK(session.theme == Theme::kDark);
  }

  TEST_CASE("undo moves a selection that no longer exists") {
    CHECK(session_after({SetText{"a b c"}, SetText{"a b c d e f"}, Select{5, 4}, Undo{}}).query == 2);
  }

  TEST_CASE("moving about and changes that alter nothing are no undo steps") {
    CHECK(after({}, {NextStep{}, Select{1, 1}, SetTheme{Theme::kDark}, SetMask{}, SetSeed{"7"}, SetSizes{},
                     ResetEdits{}, SetText{Model{}.text}, SetScale{}})
              .past.empty());
  }

  TEST_CASE("a new change forgets what was undone") {
    const History history = after({}, {SetSeed{"1"}, SetSeed{"2"}, Undo{}, SetSeed{"3"}});
    CHECK(history.future.empty());
    CHECK(history.past.size() == 2);
    CHECK(after(history, {Undo{}}).session.model.seed == "1");
  }

  TEST_CASE("one gesture is one undo step") {
    History history = after({}, {SetSeed{"1"}});
    history = after(history, {SetSeed{"2"}, SetSeed{"3"}, SetSeed{"4"}}, Gesture{5});
    CHECK(history.past.size() == 2);
    CHECK(after(history, {Undo{}}).session.model.seed == "1");
    history = after(history, {SetSeed{"9"}}, Gesture{6});
    CHECK(after(history, {Undo{}}).session.model.seed == "4");
  }

  TEST_CASE("a gesture that returns to where it began leaves nothing to undo") {
    const History history = after({}, {SetSeed{"2"}, SetSeed{"7"}}, Gesture{5});
    CHECK(history.past.empty());
    CHECK(after(history, {SetSeed{"3"}}, Gesture{5}).past.size() == 1);
  }

  TEST_CASE("an undo ends the gesture") {
    History history = after({}, {SetSeed{"2"}}, Gesture{5});
    history = after(history, {Undo{}, Redo{}});
    history = after(history, {SetSeed{"3"}}, Gesture{5});
    CHECK(after(history, {Undo{}}).session.model.seed == "2");
  }

  TEST_CASE("undo brings back the selection that the change took away") {
    const History start = after({}, {Select{8, 11}, SetSizes{.heads = 4}, SelectHead{3}, GoToStep{Step::kProjected}});
    const History shorter = after(start, {SetText{"a b"}, SetSizes{.heads = 1}});
    CHECK(shorter.session.query == 1);
    CHECK(shorter.session.step == Step::kOutput);
    const Session back = after(shorter, {Undo{}, Undo{}}).session;
    CHECK(back == start.session);
    CHECK(after(shorter, {Undo{}, Undo{}, Redo{}, Redo{}}).session == shorter.session);
  }

  TEST_CASE("painting a cell keeps what the mask was elsewhere, and a stroke is one undo step") {
    const Gesture stroke{7};
    History history = after({}, {SetMask{{.causal = true}}});
    history = after(history, {PaintMask{0, 5, true}, PaintMask{0, 6, true}, PaintMask{3, 1, false}}, stroke);
    const Mask& mask = history.session.model.mask;
    for (int query = 0; query < 12; ++query) {
      for (int key = 0; key < 12; ++key) {
        const bool painted = query == 0 && (key == 5 || key == 6);
        const bool erased = query == 3 && key == 1;
        CHECK(allows(mask, query, key, 12) == (painted || (key <= query && !erased)));
      }
    }
    CHECK(after(history, {Undo{}}).session.model.mask == Mask{.causal = true});
    CHECK(refusal({}, PaintMask{12, 0, true}) == "row is 12: 0 to 11 are allowed.");
    CHECK(refusal({}, PaintMask{0, -1, true}) == "column is \u22121: 0 to 11 are allowed.");
  }

  TEST_CASE("a painted mask grows and shrinks with the text") {
    const Mask corner{.painted = {true, false, false, true}};
    const Session longer = session_after({SetText{"a b"}, SetMask{corner}, SetText{"a b c"}});
    CHECK(text_of(longer.model.mask) ==
          text_of(Mask{.painted = {true, false, true, false, true, true, true, true, true}}));
    CHECK(session_after({SetText{"a b c"}, SetText{"a b"}, SetMask{corner}, SetText{"a"}}).model.mask ==
          Mask{.painted = {true}});
  }

  TEST_CASE("painted cells go with their two words") {
    // "a" may not attend to "b", and nothing else is forbidden.
    const Mask mask{.painted = {true, false, true, true, true, true, true, true, true}};
    const auto mask_after = [&](const char* text) {
      return session_after({SetText{"a b c"}, SetMask{mask}, SetText{text}}).model.mask.painted;
    };
    CHECK(mask_after("b c a") == std::vector<bool>{true, true, true, true, true, true, false, true, true});
    CHECK(mask_after("a d b") == std::vector<bool>{true, true, false, true, true, true, true, true, true});
    CHECK(mask_after("b c") == std::vector<bool>(4, true));
  }

  TEST_CASE("a comparison is kept in one form, and a bad one changes nothing") {
    CHECK(session_after({SetCompare{"scale=off&heads=4"}}).compare == "heads=4&scale=off");
    CHECK(session_after({SetCompare{"scale=off"}, SetCompare{""}}).compare.empty());
    CHECK(refusal({}, SetCompare{"text=a"}).starts_with("A comparison cannot change “text”: seed, vectors"));
    CHECK(refusal({}, SetCompare{"heads=0"}) ==
          "The other side of the comparison cannot be: heads is 0: 1 to 16 are allowed.");
    CHECK(refusal({}, SetCompare{"mask=round"}).starts_with("The comparison's mask: “round” is not known"));
  }

  TEST_CASE("the oldest of more than 200 steps is forgotten") {
    History history;
    for (int seed = 100; seed < 301; ++seed) history = after(history, {SetSeed{std::to_string(seed)}});
    CHECK(history.past.size() == 200);
    CHECK(history.past.front().model.seed == "100");
  }

  TEST_CASE("undo all the way gives the first model, redo all the way the last, and every invariant holds") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      INFO("seed ", seed);
      support::Dice dice(seed);
      History history;
      history.session = support::random_session(dice);
      const Model first = history.session.model;
      const bool gestures = dice.one_in(2);
      for (int count = 0; count < 60; ++count) {
        const Gesture gesture{gestures ? dice.below(3) : 0};
        const Result<History> next = reduce(history, support::random_action(dice, history.session), gesture);
        if (next) history = next.value();
        REQUIRE(support::broken_invariant(history) == "");
      }
      while (!history.future.empty()) history = after(history, {Redo{}});
      const Model last = history.session.model;
      const std::size_t depth = history.past.size();
      while (!history.past.empty()) history = after(history, {Undo{}});
      CHECK(history.session.model == first);
      CHECK(history.future.size() == depth);
      while (!history.future.empty()) history = after(history, {Redo{}});
      CHECK(history.session.model == last);
      CHECK(support::broken_invariant(history) == "");
    }
  }

  TEST_CASE("each single undo gives exactly what was before the change, and redo what was after") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      CAPTURE(seed);
      support::Dice dice(seed);
      History history;
      history.session = support::random_session(dice);
      std::vector<Session> models{history.session};  // one for each undo step, the newest last
      for (int count = 0; count < 60; ++count) {
        const Action action = support::random_action(dice, history.session);
        CAPTURE(count);
        CAPTURE(type_of(action));
        const Result<History> next = reduce(history, action);
        if (!next || std::holds_alternative<Undo>(action) || std::holds_alternative<Redo>(action)) continue;
        const bool changes = !(next.value().session.model == history.session.model);
        CHECK(next.value().past.size() == history.past.size() + (changes ? 1 : 0));
        if (changes) {
          const History back = after(next.value(), {Undo{}});
          CHECK_MESSAGE(back.session == history.session, state_json(back.session));
          const History again = after(back, {Redo{}});
          CHECK_MESSAGE(again.session == next.value().session, state_json(again.session));
          models.push_back(next.value().session);
        }
        history = next.value();
      }
      // All the way back and on again, whatever was looked at in between.
      for (std::size_t step = models.size() - 1; step > 0; --step) {
        history = after(history, {Undo{}});
        CHECK(history.session.model == models[step - 1].model);
      }
      CHECK(history.past.empty());
      for (std::size_t step = 1; step < models.size(); ++step) {
        history = after(history, {Redo{}});
        CHECK(history.session.model == models[step].model);
      }
      CHECK(support::broken_invariant(history) == "");
    }
  }

  TEST_CASE("undo of an opened lesson brings back the lesson before, where it was, with its comparison") {
    const History before = after(
        {}, {OpenLesson{"mask", 2}, GoToStep{Step::kScores}, Select{3, 2, 5}, SetCompare{"scale=off"}, SetSeed{"8"}});
    const History opened = after(before, {OpenLesson{"heads", 1}});
    REQUIRE(opened.session.lesson == "heads");
    CHECK(opened.session.compare != "scale=off");
    const History moved = after(opened, {NextStep{}, Select{0, 0, 0}});
    CHECK(after(moved, {Undo{}}).session == before.session);
    CHECK(after(moved, {Undo{}, Redo{}}).session == moved.session);
    // A change inside of the lesson leaves it open.
    CHECK(after(opened, {SetSeed{"9"}, Undo{}}).session == opened.session);
  }

  TEST_CASE("random actions are both taken and refused") {
    int taken = 0, refused = 0;
    support::Dice dice(1);
    History history;
    for (int count = 0; count < 500; ++count) {
      const Result<History> next = reduce(history, support::random_action(dice, history.session));
      next ? ++taken : ++refused;
      if (next) history = next.value();
    }
    CHECK(taken > 100);
    CHECK(refused > 20);
  }
}
