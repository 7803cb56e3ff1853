// Random sessions, models and actions, all from one seed that a failing test prints.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/attention/random.hpp"
#include "core/playground/action.hpp"
#include "core/playground/edits.hpp"
#include "core/playground/history.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/session.hpp"

namespace support {

/// Throws of dice, the same on every platform.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(attention::SeedSequence(entropy(seed))) {}

  /// 0 .. count - 1
  int below(int count) { return static_cast<int>(bits_.next_uint64() % static_cast<std::uint64_t>(count)); }
  /// lowest .. highest
  int between(int lowest, int highest) { return lowest + below(highest - lowest + 1); }
  bool one_in(int count) { return below(count) == 0; }
  template <typename Values>
  const auto& pick(const Values& values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(std::size(values))))];
  }
  /// Numbers of many sizes, so that short and long decimal texts both occur; at most 1e6 in magnitude.
  double number() {
    constexpr std::array<double, 8> kPlain = {0, 1, -1, 0.5, 1e6, -1e6, 5e-324, 0.1};
    if (one_in(3)) return pick(kPlain);
    const double magnitude = pick(std::array{1e-300, 1e-9, 1.0, 1e6});
    return (2 * bits_.next_double() - 1) * magnitude;
  }

 private:
  static attention::Entropy entropy(std::uint64_t seed) {
    attention::Entropy words;
    attention::append_entropy(words, seed);
    return words;
  }
  attention::Pcg64 bits_;
};

/// Words with everything in them that a link must carry, white space of all kinds between.
inline std::string random_text(Dice& dice, int most_tokens) {
  static constexpr std::array<std::string_view, 17> kWords = {"the",
                                                              "a&b=c",
                                                              "#",
                                                              "100%",
                                                              "%41",
                                                              "1+1",
                                                              "?",
                                                              "ä",
                                                              "日本語",
                                                              "👩‍👩‍👧",
                                                              "العربية",
                                                              "~;,",
                                                              "\"\\",
                                                              "<b>",
                                                              "it",
                                                              "\x01",
                                                              "a\x1c"
                                                              "b"};
  static constexpr std::array<std::string_view, 6> kSpaces = {" ", "  ", "\t", "\n", "\u3000", "\u00A0"};
  std::string text;
  for (int left = dice.between(1, most_tokens); left > 0; --left) {
    text += dice.pick(kWords);
    if (left > 1 || dice.one_in(5)) text += dice.pick(kSpaces);
  }
  return text;
}

inline std::string random_seed(Dice& dice) {
  if (dice.one_in(2)) return std::to_string(dice.below(100));
  std::string digits = std::to_string(dice.between(1, 9));
  for (int left = dice.below(40); left > 0; --left) digits += static_cast<char>('0' + dice.below(10));
  return digits;
}

inline playground::Sizes random_sizes(Dice& dice) {
  constexpr std::array<std::array<int, 2>, 9> kHeads = {
      {{1, 1}, {1, 1}, {1, 1}, {2, 1}, {2, 2}, {4, 2}, {3, 1}, {6, 2}, {16, 4}}};
  const auto [heads, kv_heads] = dice.pick(kHeads);
  return {.d_model = dice.between(1, 9),
          .d_k = dice.between(1, 6),
          .heads = heads,
          .kv_heads = kv_heads,
          .d_ff = dice.one_in(2) ? dice.between(1, 9) : 0};
}

inline playground::Mask random_mask(Dice& dice, int tokens) {
  playground::Mask mask;
  if (dice.one_in(4)) return mask;
  if (dice.one_in(4)) {
    for (int cell = 0; cell < tokens * tokens; ++cell) mask.painted.push_back(!dice.one_in(3));
    return mask;
  }
  mask.causal = dice.one_in(2);
  if (dice.one_in(3)) mask.padding = dice.between(0, tokens);
  if (dice.one_in(3)) mask.window = dice.between(0, tokens);
  if (dice.one_in(3)) mask.prefix = dice.between(0, tokens);
  return mask;
}

inline playground::Positions random_positions(Dice& dice) {
  using enum playground::Positions;
  return dice.pick(std::array{kNone, kNone, kSinusoidal, kRotary, kRotaryHalf, kAlibi});
}

inline playground::Scale random_scale(Dice& dice) {
  switch (dice.below(3)) {
    case 0:
      return {};
    case 1:
      return {.kind = playground::Scale::Kind::kOff, .number = 1};
    default:
      return {.kind = playground::Scale::Kind::kNumber, .number = dice.number()};
  }
}

/// An edit of a cell that exists, by any of its names.
inline playground::CellEdit random_edit(Dice& dice, const playground::Model& model, int tokens) {
  const playground::Sizes& sizes = model.sizes;
  using playground::Tensor;
  constexpr std::array kEditable = {Tensor::kEmbeddings, Tensor::kWq,   Tensor::kWk,    Tensor::kWv,
                                    Tensor::kQueries,    Tensor::kKeys, Tensor::kValues};
  playground::CellEdit edit;
  edit.tensor = dice.one_in(4) ? dice.pick(std::array{Tensor::kWo, Tensor::kW1, Tensor::kW2}) : dice.pick(kEditable);
  if (!playground::has_tensor(edit.tensor, model)) edit.tensor = Tensor::kWq;
  const playground::Shape shape = playground::shape_of(edit.tensor, sizes, tokens);
  edit.row = dice.below(shape.rows);
  edit.column = dice.below(shape.columns);
  edit.head = dice.below(sizes.heads);
  edit.value = dice.number();
  return edit;
}

inline playground::Model random_model(Dice& dice) {
  playground::Model model;
  if (!dice.one_in(4)) model.text = random_text(dice, 12);
  if (!dice.one_in(4)) model.seed = random_seed(dice);
  model.vectors = dice.one_in(2) ? playground::Vectors::kArticle : playground::Vectors::kWord;
  model.vectors_chosen = model.vectors == playground::Vectors::kWord || dice.one_in(2);
  if (!dice.one_in(4)) model.sizes = random_sizes(dice);
  const int tokens = static_cast<int>(playground::tokenize(model.text).size());
  model.positions = random_positions(dice);
  model.mask = random_mask(dice, tokens);
  model.scale = random_scale(dice);
  for (int left = dice.below(4); left > 0; --left) {
    model.edits = playground::with_edit(model, random_edit(dice, model, tokens));
  }
  return model;
}

inline playground::Session random_session(Dice& dice) {
  playground::Session session;
  session.model = random_model(dice);
  const int tokens = static_cast<int>(playground::tokenize(session.model.text).size());
  session.step = dice.pick(playground::steps_of(session));
  session.query = dice.below(tokens);
  session.key = dice.below(tokens);
  session.head = dice.below(session.model.sizes.heads);
  session.theme = static_cast<playground::Theme>(dice.below(3));
  if (dice.one_in(2)) session.feature = dice.below(playground::kMaxFeedForwardWidth);
  session.tokens_as = static_cast<playground::TokensAs>(dice.below(2));
  session.colors = static_cast<playground::ColorScale>(dice.below(2));
  if (dice.one_in(2)) session.digits = dice.below(7);
  if (dice.one_in(3)) session.lang = static_cast<playground::Tongue>(dice.below(2));
  for (const char* control : {"text", "legend", "step.next", "code_numpy"}) {
    if (dice.one_in(3)) session.hide.emplace_back(control);
  }
  if (dice.one_in(4)) session.compare = dice.pick(std::array{"scale=off", "heads=2&kv_heads=1", "mask=causal"});
  return session;
}

/// A short training of a small model.
inline playground::TrainingPlan random_plan(Dice& dice) {
  playground::TrainingPlan plan;
  plan.seed = std::to_string(dice.below(3));
  plan.steps = dice.below(3);
  plan.d_model = 16;
  plan.heads = dice.between(1, 2);
  plan.layers = dice.between(1, 2);
  plan.positions = dice.one_in(2);
  return plan;
}

/// A turn of a knob of the session's lesson; of one that is not there where the lesson has none.
inline playground::TurnKnob random_turn(Dice& dice, const playground::Session& session) {
  const auto knobs = playground::knobs_of(session.lesson);
  if (knobs.empty()) return {"nothing", "1"};
  const playground::Knob& knob = dice.pick(knobs);
  return {std::string(knob.id), std::string(dice.pick(playground::stops_of(knob)))};
}

/// Any action; many are fine for `session`, some are refused.
inline playground::Action random_action(Dice& dice, const playground::Session& session) {
  const playground::Sizes& sizes = session.model.sizes;
  const int tokens = static_cast<int>(playground::tokenize(session.model.text).size());
  switch (dice.below(31)) {
    case 0:
      if (dice.one_in(3)) return playground::SetText{playground::Model{}.text};  // which the trained model can read
      return playground::SetText{random_text(dice, 12)};
    case 1:
      return playground::SetSeed{random_seed(dice)};
    case 2: {
      playground::SetSizes action;
      if (dice.one_in(2)) action.d_model = dice.between(0, 9);
      if (dice.one_in(2)) action.d_k = dice.between(0, 6);
      if (dice.one_in(2)) action.heads = dice.between(0, 17);
      if (dice.one_in(3)) action.kv_heads = dice.between(0, 4);
      if (dice.one_in(3)) action.d_ff = dice.between(0, 9);
      return action;
    }
    case 3:
      return playground::SetVectors{dice.one_in(2) ? playground::Vectors::kArticle : playground::Vectors::kWord};
    case 4:
      return playground::SetMask{random_mask(dice, tokens + 1)};
    case 5:
      return playground::SetScale{random_scale(dice)};
    case 6:
      return playground::GoToStep{static_cast<playground::Step>(dice.below(playground::kStepCount))};
    case 7:
      return playground::NextStep{};
    case 8:
      return playground::PreviousStep{};
    case 9:
      return playground::Select{dice.between(-1, tokens), dice.between(0, tokens), dice.between(-1, 20)};
    case 10:
      return playground::SelectHead{dice.between(-1, sizes.heads)};
    case 11:
    case 12:
      return playground::EditCell{random_edit(dice, session.model, tokens)};
    case 13:
      return playground::ResetCell{random_edit(dice, session.model, tokens)};
    case 14:
      return playground::ResetEdits{};
    case 15:
      return dice.one_in(2) ? playground::Action{playground::Undo{}} : playground::Action{playground::Redo{}};
    case 17:
      return playground::SetPositions{random_positions(dice)};
    case 18:
      return playground::PaintMask{dice.below(tokens), dice.below(tokens), dice.one_in(2)};
    case 20:
      return playground::SetLang{static_cast<playground::Tongue>(dice.below(2))};
    case 21:
    case 22: {
      const char* lesson = dice.pick(std::array{"attention", "similarity", "scale", "mask", "heads", "block", ""});
      return playground::OpenLesson{lesson, dice.between(0, 4)};
    }
    case 23:
    case 24:
      return playground::SetWeights{static_cast<playground::Weights>(dice.below(2))};
    case 25:
      if (dice.one_in(4)) return playground::SetTraining{};
      return playground::SetTraining{random_plan(dice)};
    case 26:
      return playground::SetLayer{dice.below(3)};
    case 27:
      return playground::Train{dice.below(3)};
    case 28:
      return random_turn(dice, session);
    case 29: {
      playground::SetView view;
      if (dice.one_in(2)) view.tokens = static_cast<playground::TokensAs>(dice.below(2));
      if (dice.one_in(2)) view.colors = static_cast<playground::ColorScale>(dice.below(2));
      view.digits = dice.one_in(2) ? std::nullopt : std::optional(dice.below(7));
      return view;
    }
    case 19:
      return playground::SetCompare{dice.one_in(2) ? "scale=off" : "heads=4"};
    default:
      return playground::SetTheme{static_cast<playground::Theme>(dice.below(3))};
  }
}

}  // namespace support
