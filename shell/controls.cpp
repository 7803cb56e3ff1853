// The controls: those used most in a bar, all of them in the settings sheet.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/playground/limits.hpp"
#include "core/playground/narration.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/values.hpp"
#include "shell/hiding.hpp"
#include "shell/number_steps.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Mask;
using playground::Positions;
using playground::Scale;
using playground::Tongue;
using playground::Vectors;

constexpr float kStepsGap = 0.2F;  ///< em
constexpr double kLeastScale = 1.0 / 1024;
constexpr double kMostScale = 1024;
constexpr int kFirstFeedForward = 4;  ///< width of the feed-forward layer when it is switched on, in d_model

float label_width(const Frame& frame, std::string_view text) {
  return text_size(frame, text, Weight::kRegular, frame.em).x + 0.4F * frame.em;
}

/// Of the buttons after a field; fingers have them, so that nothing needs to be typed.
float steps_width(const Frame& frame) {
  return frame.preferences.touch ? 2 * (button_width(frame, "−") + kStepsGap * frame.em) : 0;
}

/// The buttons "−" and "+" after the field `name`; gives the number that one of them asks for.
std::optional<double> draw_steps(Frame& frame, const std::string& name, const NumberSteps& steps) {
  if (!frame.preferences.touch || is_hidden(frame, name)) {
    return std::nullopt;
  }
  ImGui::SameLine(0, kStepsGap * frame.em);
  const bool less = button(frame, name + ".less", "−", ButtonLook::kPlain, steps.less.has_value());
  ImGui::SameLine(0, kStepsGap * frame.em);
  const bool more = button(frame, name + ".more", "+", ButtonLook::kPlain, steps.more.has_value());
  return less ? steps.less : more ? steps.more : std::nullopt;
}

/// A label with a field; starts a new line where it would not fit. A click on the label opens the field.
void labelled_field(Frame& frame, std::string_view text, const std::string& name, const std::string& value,
                    float width_em, bool first = false) {
  if (is_hidden(frame, name)) {
    return;
  }
  const float width = width_em * frame.em;
  if (!first) {
    same_line_if_fits(frame, label_width(frame, text) + width + steps_width(frame));
  }
  const bool pressed = label_of(frame, text, name);
  field(frame, name, value, width, true);
  if (pressed) {
    open_field(frame, name, value, true);
  }
}

/// The label of some choices, on the same line where they fit there with it.
void label_before(Frame& frame, std::string_view text, std::span<const Choice> options, float more_em = 0) {
  float width = label_width(frame, text) + more_em * frame.em;
  for (const Choice& option : options) {
    width += button_width(frame, option.label) + 0.2F * frame.em;
  }
  same_line_if_fits(frame, width);
  const std::string_view first = options.front().name;
  (void)label_of(frame, text, std::string_view(first).substr(0, first.find('.')));
}

/// A number that is drawn anew: from the seed of now and the time, so that two presses differ.
std::string next_seed(const std::string& seed) {
  std::uint64_t state = static_cast<std::uint64_t>(ImGui::GetTime() * 1e6);
  for (const char digit : seed) {
    state = state * 31 + static_cast<unsigned char>(digit);
  }
  // SplitMix64's mixing (Steele et al. 2014).
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
  constexpr std::uint64_t kSeeds = 10'000;
  const std::string next = std::to_string((state ^ (state >> 31)) % kSeeds);
  return next == seed ? next + "1" : next;
}

void seed_controls(Frame& frame) {
  if (is_hidden(frame, "seed")) {
    return;
  }
  const std::string& seed = frame.session.model.seed;
  const float width = std::clamp(0.6F * static_cast<float>(seed.size()) + 1.4F, 3.4F, 9.0F);
  labelled_field(frame, say(Word::kSeed), "seed", seed, width, true);
  ImGui::SameLine(0, 0.2F * frame.em);
  if (button(frame, "seed.new", say(Word::kNewSeed))) {
    frame.request(playground::SetSeed{next_seed(seed)});
  }
}

/// One of the sizes: its field, and the buttons that lead through the values that fit.
void size_control(Frame& frame, std::string_view text, const std::string& name,
                  std::optional<int> playground::SetSizes::*size, int value, const NumberSteps& steps, float width_em) {
  labelled_field(frame, text, name, std::to_string(value), width_em);
  if (const std::optional<double> next = draw_steps(frame, name, steps)) {
    playground::SetSizes change;
    change.*size = static_cast<int>(*next);
    frame.request(change);
  }
}

/// `all`: also what has only one value to choose from.
void size_controls(Frame& frame, bool all) {
  using playground::SetSizes;
  const playground::Sizes& sizes = frame.session.model.sizes;
  size_control(frame, "d_model", "d_model", &SetSizes::d_model, sizes.d_model,
               powers_of_two(sizes.d_model, 1, playground::kMaxModelWidth), 3.2F);
  size_control(frame, "d_k", "d_k", &SetSizes::d_k, sizes.d_k, powers_of_two(sizes.d_k, 1, playground::kMaxHeadWidth),
               2.8F);
  size_control(frame, say(Word::kHeads), "heads", &SetSizes::heads, sizes.heads,
               divisors(sizes.d_model, sizes.heads, playground::kMaxHeads), 2.4F);
  if (all || sizes.heads > 1) {
    size_control(frame, say(Word::kKvHeads), "kv_heads", &SetSizes::kv_heads, sizes.kv_heads,
                 divisors(sizes.heads, sizes.kv_heads, playground::kMaxHeads), 2.6F);
  }
}

void scale_choice(Frame& frame) {
  if (is_hidden(frame, "scale")) {
    return;
  }
  const Scale& scale = frame.session.model.scale;
  const int d_k = frame.session.model.sizes.d_k;
  const std::array options{Choice{"scale.on", "÷ √" + std::to_string(d_k), scale.kind == Scale::Kind::kOn},
                           Choice{"scale.off", label(Word::kOff), scale.kind == Scale::Kind::kOff}};
  label_before(frame, say(Word::kScale), options, frame.preferences.touch ? 0 : 5);
  const int pressed = choices(frame, options);
  if (pressed >= 0) {
    frame.request(playground::SetScale{{pressed == 0 ? Scale::Kind::kOn : Scale::Kind::kOff, 1}});
  }
  const double factor = playground::scale_factor(scale, d_k);
  const float width = 4.6F * frame.em;
  same_line_if_fits(frame, width + steps_width(frame), 0.2F * frame.em);
  char text[32];
  std::snprintf(text, sizeof text, "× %.4g", factor);
  field(frame, "scale", text, width, true);
  if (const auto next = draw_steps(frame, "scale", powers_of_two(factor, kLeastScale, kMostScale))) {
    frame.request(playground::SetScale{{Scale::Kind::kNumber, *next}});
  }
}

void set_part(Mask& mask, std::optional<int> Mask::*part, int count) {
  mask.*part = mask.*part ? std::optional<int>{} : std::optional<int>{count};
}

/// The mask after a press of one of its buttons: parts add up, "none" takes all away.
Mask pressed_mask(Mask mask, int pressed, int tokens) {
  const bool painted = !mask.painted.empty();
  mask = painted ? Mask{} : mask;
  switch (pressed) {
    case 1:
      mask.causal = !mask.causal;
      mask.prefix.reset();
      return mask;
    case 2:
      // One padded token in a sentence of one would leave nothing: then none.
      set_part(mask, &Mask::padding, std::min(2, tokens - 1));
      return mask;
    case 3:
      set_part(mask, &Mask::window, std::min(2, tokens - 1));
      return mask;
    case 4:
      set_part(mask, &Mask::prefix, std::min(3, tokens));
      mask.causal = false;
      return mask;
    default:
      return {};
  }
}

void mask_count(Frame& frame, Word word, const std::string& part, std::optional<int> Mask::*count) {
  Mask mask = frame.session.model.mask;
  if (!(mask.*count)) {
    return;
  }
  const int value = *(mask.*count);
  const std::string name = "mask." + part + ".count";
  labelled_field(frame, say(word), name, std::to_string(value), 2.6F);
  if (const auto next = draw_steps(frame, name, whole_numbers(value, frame.snapshot.token_count()))) {
    mask.*count = static_cast<int>(*next);
    frame.request(playground::SetMask{mask});
  }
}

void mask_choice(Frame& frame) {
  if (is_hidden(frame, "mask")) {
    return;
  }
  const Mask& mask = frame.session.model.mask;
  const std::array options{Choice{"mask.none", label(Word::kNoMask), mask.is_none()},
                           Choice{"mask.causal", label(Word::kCausal), mask.causal},
                           Choice{"mask.padding", label(Word::kPadding), mask.padding.has_value()},
                           Choice{"mask.window", label(Word::kWindow), mask.window.has_value()},
                           Choice{"mask.prefix", label(Word::kPrefix), mask.prefix.has_value()}};
  label_before(frame, say(Word::kMask), options);
  const int pressed = choices(frame, options, true);
  if (pressed >= 0) {
    frame.request(playground::SetMask{pressed_mask(mask, pressed, frame.snapshot.token_count())});
  }
  mask_count(frame, Word::kPadding, "padding", &Mask::padding);
  mask_count(frame, Word::kWindow, "window", &Mask::window);
  mask_count(frame, Word::kPrefix, "prefix", &Mask::prefix);
  if (!mask.painted.empty()) {
    same_line_if_fits(frame, label_width(frame, say(Word::kPainted)));
    (void)label_of(frame, say(Word::kPainted), "mask.paint");
    ImGui::NewLine();
  }
}

void vectors_choice(Frame& frame) {
  if (is_hidden(frame, "vectors")) {
    return;
  }
  const Vectors vectors = frame.session.model.vectors;
  const std::array options{Choice{"vectors.article", label(Word::kByPlace), vectors == Vectors::kArticle},
                           Choice{"vectors.word", label(Word::kByWord), vectors == Vectors::kWord}};
  label_before(frame, say(Word::kVectors), options);
  const int pressed = choices(frame, options);
  if (pressed >= 0) {
    frame.request(playground::SetVectors{pressed == 0 ? Vectors::kArticle : Vectors::kWord});
  }
}

bool is_trained(const Frame& frame) { return frame.session.model.weights == playground::Weights::kTrained; }

/// Drawn or learned, and of the learned model the layer.
void weights_choice(Frame& frame) {
  if (is_hidden(frame, "weights")) {
    return;
  }
  const bool trained = is_trained(frame);
  if (!playground::lessons_are_there()) {
    return;  // what trained weights need comes with the lessons, after the first picture
  }
  const std::array options{Choice{"weights.random", label(Word::kRandomWeights), !trained},
                           Choice{"weights.trained", label(Word::kTrainedWeights), trained}};
  label_before(frame, say(Word::kWeightsSetting), options);
  if (const int pressed = choices(frame, options); pressed >= 0) {
    frame.request(playground::SetWeights{pressed == 0 ? playground::Weights::kRandom : playground::Weights::kTrained});
  }
  const int layers = trained ? playground::plan_of(frame.session.model).layers : 1;
  if (layers > 1) {
    std::vector<Choice> of_layers;
    for (int layer = 0; layer < layers; ++layer) {
      of_layers.push_back(
          {"layer." + std::to_string(layer), std::to_string(layer + 1), layer == frame.session.model.layer});
    }
    label_before(frame, say(Word::kLayer), of_layers);
    if (const int pressed = choices(frame, of_layers); pressed >= 0) {
      frame.request(playground::SetLayer{pressed});
    }
  }
}

void positions_choice(Frame& frame, bool first) {
  const Positions chosen = frame.session.model.positions;
  constexpr std::array kInOrder{Positions::kNone, Positions::kSinusoidal, Positions::kRotary, Positions::kRotaryHalf,
                                Positions::kAlibi};
  const std::array options{Choice{"positions.none", label(Word::kNoPositions), chosen == kInOrder[0]},
                           Choice{"positions.sinusoidal", label(Word::kSinusoidal), chosen == kInOrder[1]},
                           Choice{"positions.rotary", label(Word::kRotary), chosen == kInOrder[2]},
                           Choice{"positions.rotary_half", label(Word::kRotaryHalf), chosen == kInOrder[3]},
                           Choice{"positions.alibi", label(Word::kAlibi), chosen == kInOrder[4]}};
  if (first) {
    (void)label_of(frame, say(Word::kPositions), "positions");
  } else {
    label_before(frame, say(Word::kPositions), options);
  }
  const int pressed = choices(frame, options);
  if (pressed >= 0) {
    frame.request(playground::SetPositions{kInOrder[static_cast<std::size_t>(pressed)]});
  }
}

void block_choice(Frame& frame) {
  const playground::Sizes& sizes = frame.session.model.sizes;
  const bool on = playground::has_block(sizes);
  const std::array options{Choice{"block.off", label(Word::kAttentionAlone), !on},
                           Choice{"block.on", label(Word::kWholeBlock), on}};
  label_before(frame, say(Word::kShown), options);
  const int pressed = choices(frame, options);
  if (pressed >= 0) {
    playground::SetSizes change;
    change.d_ff = pressed == 0 ? 0 : kFirstFeedForward * sizes.d_model;
    frame.request(change);
  }
  if (on) {
    size_control(frame, "d_ff", "d_ff", &playground::SetSizes::d_ff, sizes.d_ff,
                 powers_of_two(sizes.d_ff, 1, playground::kMaxFeedForwardWidth), 3.4F);
  }
}

void convention_choice(Frame& frame) {
  const bool columns = tokens_are_columns(frame.session);
  const std::array options{Choice{"convention.rows", label(Word::kRows), !columns},
                           Choice{"convention.columns", label(Word::kColumns), columns}};
  label_before(frame, say(Word::kTokensAs), options);
  const int pressed = choices(frame, options);
  if (pressed >= 0) {
    frame.request(playground::SetView{.tokens = static_cast<playground::TokensAs>(pressed)});
  }
}

void language_choice(Frame& frame) {
  if (is_hidden(frame, "lang")) {
    return;
  }
  const std::optional<Tongue>& lang = frame.session.lang;
  constexpr std::array kInOrder{std::optional<Tongue>(), std::optional(Tongue::kEnglish),
                                std::optional(Tongue::kSpanish)};
  const std::array options{Choice{"lang.auto", label(Word::kLanguageAuto), lang == kInOrder[0]},
                           Choice{"lang.en", label(Word::kLanguageEnglish), lang == kInOrder[1]},
                           Choice{"lang.es", label(Word::kLanguageSpanish), lang == kInOrder[2]}};
  label_before(frame, say(Word::kLanguage), options);
  const int pressed = choices(frame, options);
  if (pressed >= 0) {
    frame.request(playground::SetLang{kInOrder[static_cast<std::size_t>(pressed)]});
  }
}

void reset_buttons(Frame& frame) {
  const std::size_t edits = frame.session.model.edits.size();
  if (edits > 0) {
    const std::string text = say(edits == 1 ? Word::kResetEdit : Word::kResetEdits, {std::to_string(edits)});
    same_line_if_fits(frame, button_width(frame, text));
    if (button(frame, "edits.reset", text)) {
      frame.request(playground::ResetEdits{});
    }
  }
}

/// The opening experiment with the seed of now, as one undo step.
void reset_all(Frame& frame) {
  const playground::Model opening;
  const playground::Gesture gesture{++frame.view.gesture};
  playground::SetSizes sizes;
  sizes.d_model = opening.sizes.d_model;
  sizes.d_k = opening.sizes.d_k;
  sizes.heads = opening.sizes.heads;
  sizes.kv_heads = opening.sizes.kv_heads;
  sizes.d_ff = opening.sizes.d_ff;
  frame.request(playground::SetWeights{opening.weights}, gesture);
  frame.request(playground::SetText{opening.text}, gesture);
  frame.request(playground::SetVectors{opening.vectors}, gesture);
  frame.request(sizes, gesture);
  frame.request(playground::SetPositions{opening.positions}, gesture);
  frame.request(playground::SetMask{opening.mask}, gesture);
  frame.request(playground::SetScale{opening.scale}, gesture);
  frame.request(playground::ResetEdits{}, gesture);
}

}  // namespace

void draw_settings(Frame& frame, bool all) {
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0.7F * frame.em});
  if (all) {
    if (!is_trained(frame)) {
      seed_controls(frame);
      size_controls(frame, true);
    }
    scale_choice(frame);
    mask_choice(frame);
    reset_buttons(frame);
  }
  if (!is_trained(frame)) {  // a trained model has its own
    positions_choice(frame, !all);
    block_choice(frame);
    vectors_choice(frame);
  }
  weights_choice(frame);
  convention_choice(frame);
  language_choice(frame);
  if (button(frame, "reset", say(Word::kReset))) {
    reset_all(frame);
  }
  if (frame.platform.shows_text && button(frame, "text_view", say(Word::kTextView))) {
    frame.effects.emplace_back(ShowText{});
  }
  ImGui::PopStyleVar();
}

void draw_controls(Frame& frame) {
  if (is_hidden(frame, "controls")) {
    return;
  }
  if (!is_trained(frame)) {
    seed_controls(frame);
    size_controls(frame, false);
  } else {
    weights_choice(frame);
  }
  scale_choice(frame);
  mask_choice(frame);
  reset_buttons(frame);
  same_line_if_fits(frame, button_width(frame, say(Word::kSettings)));
  const bool open = frame.view.sheet == Sheet::kSettings;
  if (button(frame, "settings", say(Word::kSettings), open ? ButtonLook::kChosen : ButtonLook::kPlain)) {
    frame.view.sheet = open ? Sheet::kNone : Sheet::kSettings;
  }
}

void draw_controls_bar(Frame& frame, const WindowLayout& layout) {
  const Rect& rect = layout.controls;
  if (rect.height <= 0) {
    return;
  }
  ChildWindow window("controls", rect, frame.theme.surface, {frame.em, 0}, false);
  if (window) {
    const float margin = 0.35F * frame.em;
    ImGui::SetCursorPosY(margin);
    draw_controls(frame);
    // The lines that the controls took decide the height of the bar in the next frame.
    frame.view.controls_height = last_item().bottom() - ImGui::GetWindowPos().y + margin;
  }
  fill(*ImGui::GetWindowDrawList(), {rect.x, rect.bottom() - 1, rect.width, 1}, frame.theme.hairline);
}

}  // namespace shell
