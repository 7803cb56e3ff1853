#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/attention/cost.hpp"
#include "core/playground/lessons/block_exhibits.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/stack_experiment.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace block_private {
namespace {

using attention::Index;
using attention::Matrix;
using attention::NormOrder;

constexpr Knob kKnobs[] = {
    {"layers", Knob::Kind::kSlider, "1 2 3 4 5 6 7 8 9 10 11 12 14 16 18 20 22 24", "6"},
    {"norm", Knob::Kind::kChoice, "post pre", "post"},
    {"residual", Knob::Kind::kChoice, "on off", "on"},
    {"feed_forward", Knob::Kind::kChoice, "on off", "on"},
};

constexpr int kLow = 3;  ///< blocks of which the text speaks

int stacked_tokens(const Lecture& lecture) { return std::min(lecture.snapshot().token_count(), kMostStackedTokens); }

/// The token whose way is drawn.
Index traveller(const Lecture& lecture) { return std::min(lecture.session().query, stacked_tokens(lecture) - 1); }

std::string traveller_word(const Lecture& lecture) {
  return lecture.snapshot().tokens[static_cast<std::size_t>(traveller(lecture))];
}

/// A third of a million random numbers, and a way through them, take some milliseconds each, and only these decide
/// them.
struct Kept {
  std::string seed;
  int tokens = 0;
  StackDraw draw;
  /// For each order, with residuals and without, with feed-forward and without.
  std::array<std::vector<Matrix>, 8> states;
};

/// What comes in and what each layer gives, up to options.layers.
std::vector<Matrix> states_of(const Lecture& lecture, const StackOptions& options) {
  static thread_local Kept kept;
  const std::string& seed = lecture.session().model.seed;
  const int tokens = stacked_tokens(lecture);
  if (kept.seed != seed || kept.tokens != tokens) kept = {seed, tokens, draw_stack(seed, tokens), {}};
  std::vector<Matrix>& states = kept.states[(options.order == NormOrder::kPre ? 4U : 0U) +
                                            (options.residuals ? 2U : 0U) + (options.feed_forward ? 1U : 0U)];
  if (states.empty()) {
    StackOptions highest = options;
    highest.layers = kMostStacked;
    states = stack_states(kept.draw, highest);
  }
  return {states.begin(), states.begin() + options.layers + 1};
}

StackOptions options_of(const Lecture& lecture) {
  return {.layers = lecture.whole("layers"),
          .order = lecture.option("norm") == "pre" ? NormOrder::kPre : NormOrder::kPost,
          .residuals = lecture.on("residual"),
          .feed_forward = lecture.on("feed_forward")};
}

attention::ModelShape shape_of_stack(int layers) {
  attention::ModelShape shape;
  shape.d_model = kStackSizes.d_model;
  shape.heads = shape.kv_heads = kStackCounts.heads;
  shape.d_k = shape.d_v = kStackSizes.d_k;
  shape.d_ff = kStackSizes.d_ff;
  shape.encoder_layers = layers;
  shape.feed_forward_biases = true;
  return shape;
}

/// What the block of the main view does to the selected token.
void add_main_view(std::vector<Claim>& claims, const Lecture& lecture) {
  const Snapshot& snapshot = lecture.snapshot();
  if (!snapshot.block) return;
  const Index row = lecture.session().query;
  const Block& block = *snapshot.block;
  const Matrix& x = block_input(snapshot);
  const Matrix& note = snapshot.trace.output;
  const Matrix& sum = block.after_attention.residual;
  claims.push_back({"length_word", x.row(row).norm()});
  claims.push_back({"length_note", note.row(row).norm()});
  claims.push_back({"length_sum", sum.row(row).norm()});
  claims.push_back({"cosine_sum", cosine(x, sum, row)});
  claims.push_back({"length_norm", block.after_attention.norm.row(row).norm()});
  claims.push_back({"hidden_zero", static_cast<double>((block.activated.row(row).array() == 0).count())});
  claims.push_back({"length_out", block.after_feed_forward.norm.row(row).norm()});
  claims.push_back({"d_model", static_cast<double>(lecture.session().model.sizes.d_model)});
  claims.push_back({"d_ff", static_cast<double>(lecture.session().model.sizes.d_ff)});
}

std::vector<Claim> claims(const Lecture& lecture) {
  std::vector<Claim> claims;
  add_main_view(claims, lecture);
  const StackOptions now = options_of(lecture);
  const Index row = traveller(lecture);
  const auto last = [&](StackOptions options) { return states_of(lecture, options).back(); };
  const std::vector<Matrix> states = states_of(lecture, now);
  const Matrix post = last({.layers = now.layers, .order = NormOrder::kPost});
  const Matrix pre = last({.layers = now.layers, .order = NormOrder::kPre});
  StackOptions with = now, without = now;
  with.residuals = true;
  without.residuals = false;
  claims.push_back({"traveller_word", static_cast<double>(row), traveller_word(lecture)});
  claims.push_back({"layers", static_cast<double>(now.layers)});
  claims.push_back({"root", std::sqrt(static_cast<double>(kStackSizes.d_model))});
  claims.push_back({"stack_length", states.back().row(row).norm()});
  claims.push_back({"stack_cosine", cosine(states.front(), states.back(), row)});
  claims.push_back({"first_cosine", cosine(states.front(), states[1], row)});
  claims.push_back({"length_post", post.row(row).norm()});
  claims.push_back({"length_pre", pre.row(row).norm()});
  claims.push_back({"alike_at_start", mean_cosine(states.front())});
  claims.push_back({"alike", mean_cosine(states.back())});
  claims.push_back({"alike_with", mean_cosine(last(with))});
  claims.push_back({"alike_without", mean_cosine(last(without))});
  const attention::ModelShape block = shape_of_stack(1);
  claims.push_back({"parameters_attention", static_cast<double>(attention::attention_parameters(block))});
  claims.push_back({"parameters_feed_forward", static_cast<double>(attention::feed_forward_parameters(block))});
  claims.push_back({"parameters_block", static_cast<double>(attention::parameter_count(block).total)});
  // What the texts say of a high stack and of a low one, wherever the knobs stand.
  const StackOptions high{.layers = kMostStacked}, high_pre{.layers = kMostStacked, .order = NormOrder::kPre};
  const StackOptions low{.layers = kLow}, low_bare{.layers = kLow, .residuals = false};
  claims.push_back({"high", kMostStacked});
  claims.push_back({"high_length_post", last(high).row(row).norm()});
  claims.push_back({"high_length_pre", last(high_pre).row(row).norm()});
  claims.push_back({"high_alike_pre", mean_cosine(last(high_pre))});
  claims.push_back({"low", kLow});
  claims.push_back({"low_alike_with", mean_cosine(last(low))});
  claims.push_back({"low_alike_without", mean_cosine(last(low_bare))});
  return claims;
}

/// The same for a thing whatever is switched: a norm order, with residuals or without.
struct Look {
  Hue hue = Hue::kInk;
  int pattern = 0;
};
Look look_of(NormOrder order) { return order == NormOrder::kPre ? Look{Hue::kAccent, 1} : Look{Hue::kQuery, 0}; }
Look look_of(bool residuals) { return residuals ? Look{Hue::kQuery, 0} : Look{Hue::kAccent, 1}; }

/// One number a layer, from what comes in.
template <typename Number>
Series over_layers(std::string label, Look look, const std::vector<Matrix>& states, Number&& number) {
  Series series{.label = std::move(label),
                .hue = look.hue,
                .mark = Mark::kLineAndDots,
                .x = {},
                .y = {},
                .pattern = look.pattern};
  for (std::size_t layer = 0; layer < states.size(); ++layer) {
    series.x.push_back(static_cast<double>(layer));
    series.y.push_back(number(states[layer]));
  }
  return series;
}

std::string rows_and_columns(Index rows, Index columns) { return grouped(rows) + " × " + grouped(columns); }

/// The stages of a block; without residuals nothing is added.
Ledger stages_of(const Lecture& lecture, int layers, bool residuals) {
  const Index tokens = stacked_tokens(lecture);
  const std::string narrow = rows_and_columns(tokens, kStackSizes.d_model);
  const std::string wide = rows_and_columns(tokens, kStackSizes.d_ff);
  const attention::ModelShape block = shape_of_stack(1);
  const std::int64_t norms = attention::part_of(attention::parameter_count(block), "norms") / 2;
  const std::int64_t bends = attention::feed_forward_parameters(block);
  const std::int64_t widens = Index{kStackSizes.d_model} * kStackSizes.d_ff + kStackSizes.d_ff;
  Ledger ledger;
  ledger.title = lecture.text("shapes");
  ledger.columns = {lecture.text("stage"), lecture.text("shape"), lecture.text("learned")};
  const auto add = [&](std::string_view label, const std::string& shape, std::int64_t count) {
    ledger.rows.push_back({lecture.text(label), shape, count == 0 ? "–" : grouped(count)});
  };
  add("stage.in", narrow, 0);
  add("stage.attention", narrow, attention::attention_parameters(block));
  if (residuals) add("stage.add", narrow, 0);
  add("stage.norm", narrow, norms);
  add("stage.widen", wide, widens);
  add("stage.narrow", narrow, bends - widens);
  if (residuals) add("stage.add", narrow, 0);
  add("stage.norm", narrow, norms);
  add("stage.block", narrow, attention::parameter_count(block).total);
  const std::int64_t all = attention::parameter_count(shape_of_stack(layers)).total;
  ledger.rows.push_back({lecture.text("stage.out", {std::to_string(layers)}), narrow, grouped(all)});
  ledger.emphasised = static_cast<int>(ledger.rows.size()) - 1;
  return ledger;
}

Exhibit shapes(const Lecture& lecture) {
  return {.knobs = {"layers"}, .figures = {{"shapes", stages_of(lecture, lecture.whole("layers"), true)}}};
}

std::string cosine_text(double value) {
  constexpr int kDigits = 3;
  return number_text(value, kDigits);
}

/// What the words are like before they climb a stack without residuals.
Exhibit bare(const Lecture& lecture) {
  const double alike = mean_cosine(states_of(lecture, {.layers = 0}).front());
  return {.knobs = {},
          .figures = {{"start", Remark{.text = lecture.text("alike.start", {cosine_text(alike)})}},
                      {"shapes", stages_of(lecture, kLow, false)}}};
}

std::string length_text(const Matrix& state, Index row) { return number_text(state.row(row).norm(), 2); }

/// Both norm orders, each with its own look.
std::vector<Figure> lengths(const Lecture& lecture) {
  const StackOptions now = options_of(lecture);
  const Index row = traveller(lecture);
  const auto length = [&](const Matrix& state) { return state.row(row).norm(); };
  Plot plot{.title = lecture.text("length", {traveller_word(lecture)}),
            .x = {lecture.text("layer")},
            .y = {lecture.text("length.axis"), false, 0.0, {}},
            .series = {}};
  std::vector<std::string> ends;
  for (const NormOrder order : {NormOrder::kPost, NormOrder::kPre}) {
    StackOptions options = now;
    options.order = order;
    const std::vector<Matrix> states = states_of(lecture, options);
    const char* name = order == NormOrder::kPre ? "norm.pre" : "norm.post";
    plot.series.push_back(over_layers(lecture.text(name), look_of(order), states, length));
    ends.push_back(length_text(states.back(), row));
  }
  return {{"lengths", Remark{.text = lecture.text("length.now", {std::to_string(now.layers), ends[0], ends[1]})}},
          {"length", std::move(plot)}};
}

std::vector<Figure> turned(const Lecture& lecture) {
  const StackOptions now = options_of(lecture);
  const Index row = traveller(lecture);
  const std::vector<Matrix> states = states_of(lecture, now);
  const auto turn = [&](const Matrix& state) { return cosine(states.front(), state, row); };
  const char* name = now.order == NormOrder::kPre ? "norm.pre" : "norm.post";
  Plot plot{.title = lecture.text("turned", {traveller_word(lecture)}),
            .x = {lecture.text("layer")},
            .y = {lecture.text("cosine"), false, -1.0, 1.0},
            .series = {over_layers(lecture.text(name), look_of(now.order), states, turn)}};
  return {
      {"turn", Remark{.text = lecture.text("turned.now", {number_text(turn(states[1]), 2), std::to_string(now.layers),
                                                          number_text(turn(states.back()), 2)})}},
      {"turned", std::move(plot)}};
}

Exhibit journey(const Lecture& lecture, bool asks_turn) {
  Exhibit exhibit{.knobs = {"layers", "norm", "residual", "feed_forward"},
                  .figures = asks_turn ? turned(lecture) : lengths(lecture)};
  const std::vector<Figure> others = asks_turn ? lengths(lecture) : turned(lecture);
  exhibit.figures.push_back(others.back());
  return exhibit;
}

Exhibit alike(const Lecture& lecture) {
  const StackOptions now = options_of(lecture);
  Plot means{.title = lecture.text("alike"),
             .x = {lecture.text("layer")},
             .y = {lecture.text("cosine"), false, {}, 1.0},
             .series = {}};
  std::vector<std::string> ends;
  for (const bool residuals : {true, false}) {
    StackOptions options = now;
    options.residuals = residuals;
    const std::vector<Matrix> states = states_of(lecture, options);
    const char* name = residuals ? "residual.on" : "residual.off";
    means.series.push_back(over_layers(lecture.text(name), look_of(residuals), states, mean_cosine));
    ends.push_back(cosine_text(mean_cosine(states.back())));
  }
  const std::vector<Matrix> states = states_of(lecture, now);
  const std::vector<std::string>& words = lecture.snapshot().tokens;
  const std::vector<std::string> shown(words.begin(), words.begin() + states.front().rows());
  Grid grid{.title = lecture.text("cosines", {std::to_string(now.layers)}),
            .values = row_cosines(states.back()),
            .rows = shown,
            .columns = shown,
            .digits = 2,
            .limit = 1,
            .marked = {},
            .row_groups = {}};
  return {
      .knobs = {"layers", "residual", "norm", "feed_forward"},
      .figures = {{"means", Remark{.text = lecture.text("alike.now", {std::to_string(now.layers), ends[1], ends[0]})}},
                  {"alike", std::move(means)},
                  {"cosines", std::move(grid)}}};
}

Exhibit exhibit(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  if (lecture.snapshot().block) {
    if (id == "sum") return sum_exhibit(lecture);
    if (id == "normed") return norm_exhibit(lecture);
    if (id == "widened") return widened_exhibit(lecture);
  }
  if (id == "bare") return bare(lecture);
  if (id == "alike") return alike(lecture);
  if (id == "journey" || id == "turning") return journey(lecture, id == "turning");
  return shapes(lecture);
}

}  // namespace
}  // namespace block_private

Lesson block_lesson() { return {"block", block_private::kKnobs, block_private::claims, block_private::exhibit}; }

}  // namespace playground
