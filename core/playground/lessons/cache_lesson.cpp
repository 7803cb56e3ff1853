#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/cost.hpp"
#include "core/attention/kv_cache.hpp"
#include "core/attention/mask.hpp"
#include "core/attention/rotary.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/playground/byte_text.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace cache_private {
namespace {

using attention::Matrix;
using attention::ModelShape;
using Index = Eigen::Index;

constexpr std::array kKnobs{Knob{"words", Knob::Kind::kSlider, "1 2 3 4 5 6 7 8 9 10 11 12", "1"},
                            Knob{"answer", Knob::Kind::kSlider, "12 100 1000 10000", "12"},
                            Knob{"model", Knob::Kind::kChoice, "gpt2_xl llama2_7b llama3_8b llama2_70b", "llama2_7b"},
                            Knob{"context", Knob::Kind::kSlider, "1024 2048 4096 8192 32768 131072", "4096"},
                            Knob{"requests", Knob::Kind::kSlider, "1 2 4 8 16 32 64 128 256", "1"},
                            Knob{"memory", Knob::Kind::kChoice, "24 80 640", "80"},
                            Knob{"kv_heads", Knob::Kind::kChoice, "32 16 8 4 2 1", "32"},
                            Knob{"turned", Knob::Kind::kChoice, "once twice", "once"},
                            Knob{"place", Knob::Kind::kSlider, "0 1 2 3 4 5", "2"}};

constexpr std::int64_t kHalfBytes = 2;
constexpr double kGigabyte = 1e9;
constexpr Index kWordsShown = 12;
constexpr int kHeads = 32;  ///< of Llama 2 7B
// What the texts speak of.
constexpr int kCrowd = 32, kSets = 8, kKeyPlace = 2;

// ---- Word by word ----

struct HeadInputs {
  Matrix queries, keys, values;  ///< [T x d]
};

/// Of the session's selected head, as its attention gets them: turned already where positions are rotary.
HeadInputs inputs_of(const Lecture& lecture) {
  const int head = lecture.session().head;
  const auto tensor = [&](Tensor name) { return *lecture.snapshot().tensor(name, head); };
  const bool rotated = are_rotated(lecture.session().model.positions);
  return {.queries = tensor(rotated ? Tensor::kRotatedQueries : Tensor::kQueries),
          .keys = tensor(rotated ? Tensor::kRotatedKeys : Tensor::kKeys),
          .values = tensor(Tensor::kValues)};
}

attention::KvCacheShape shape_of(const HeadInputs& inputs) {
  return {.heads = {}, .key_width = inputs.keys.cols(), .value_width = inputs.values.cols()};
}

/// What a decoder finds word by word with a cache [count x d_v].
Matrix decoded(const HeadInputs& inputs, const attention::KvCacheShape& shape, Index count) {
  attention::KvCache cache(shape);
  Matrix outputs(count, inputs.values.cols());
  for (Index word = 0; word < count; ++word) {
    outputs.row(word) = cache.decode(inputs.queries.middleRows(word, 1), inputs.keys.middleRows(word, 1),
                                     inputs.values.middleRows(word, 1));
  }
  return outputs;
}

/// Everything anew: causal attention over the whole text.
Matrix recomputed(const HeadInputs& inputs, Index count) {
  attention::AttentionOptions options;
  options.mask = attention::causal_mask(count, count);
  return attention::scaled_dot_product_attention<double>(inputs.queries.topRows(count), inputs.keys.topRows(count),
                                                         inputs.values.topRows(count), options)
      .output;
}

/// Changes every query but the last: were one of them read again, the last output would move.
Matrix recomputed_with_other_past_queries(HeadInputs inputs, Index count) {
  inputs.queries.topRows(count - 1).array() += 1;
  return recomputed(inputs, count);
}

struct Generation {
  Index words = 0;                   ///< written so far, the one at hand among them
  double difference = 0;             ///< of the cache's outputs and the recomputed ones, at worst
  double moved_by_queries = 0;       ///< of the last output when all past queries change
  std::int64_t bytes_held = 0;       ///< by the cache, in double precision
  std::int64_t rows_recomputed = 0;  ///< keys and values computed in all, without a cache
};

std::int64_t rows_without_cache(std::int64_t words) { return words * (words + 1) / 2; }

Generation generation_of(const Lecture& lecture) {
  const HeadInputs inputs = inputs_of(lecture);
  const Index words = std::min<Index>(lecture.whole("words"), inputs.keys.rows());
  const Matrix whole = recomputed(inputs, words);
  const Matrix others = recomputed_with_other_past_queries(inputs, words);
  attention::KvCache cache(shape_of(inputs));
  cache.append(inputs.keys.topRows(words), inputs.values.topRows(words));
  return {.words = words,
          .difference = (decoded(inputs, shape_of(inputs), words) - whole).cwiseAbs().maxCoeff(),
          .moved_by_queries = (others - whole).bottomRows(1).cwiseAbs().maxCoeff(),
          .bytes_held = cache.bytes_held(),
          .rows_recomputed = rows_without_cache(words)};
}

// ---- How much ----

ModelShape model_of(std::string_view name) {
  if (name == "gpt2_xl") return attention::gpt2_xl();
  if (name == "llama3_8b") return attention::llama3_8b();
  if (name == "llama2_70b") return attention::llama2_70b();
  return attention::llama2_7b();
}

struct Needs {
  double per_token = 0, per_request = 0, in_all = 0;  ///< bytes of the cache
  double weights = 0, memory = 0;                     ///< bytes
  std::int64_t fitting = 0;                           ///< requests whose caches fit beside the weights
};

/// How much is asked, and of how much: at first a conversation of 4,096 tokens on a card of 80 GB.
struct Load {
  int context = 4096, requests = 1;
  double memory = 80 * kGigabyte;
};

Load load_of(const Lecture& lecture) {
  return {.context = lecture.whole("context"),
          .requests = lecture.whole("requests"),
          .memory = lecture.number("memory") * kGigabyte};
}

Needs needs_of(const ModelShape& shape, const Load& load) {
  Needs needs;
  needs.per_token = static_cast<double>(attention::cache_bytes_per_position(shape, kHalfBytes));
  needs.per_request = needs.per_token * load.context;
  needs.in_all = needs.per_request * load.requests;
  needs.weights = static_cast<double>(attention::parameter_count(shape).total * kHalfBytes);
  needs.memory = load.memory;
  needs.fitting =
      static_cast<std::int64_t>(std::max(0.0, std::floor((needs.memory - needs.weights) / needs.per_request)));
  return needs;
}

/// Llama 2 7B with fewer key and value heads.
ModelShape grouped_model(int kv_heads) {
  ModelShape shape = attention::llama2_7b();
  shape.kv_heads = kv_heads;
  return shape;
}

// ---- Turned twice ----

/// A query and a key of eight numbers: the first of tests/golden/engine_cases.py, rounded.
constexpr std::array kQuery{-0.216, 0.724, 0.046, 1.042, 1.117, -0.786, -1.443, -1.238};
constexpr std::array kKey{1.398, -1.369, 0.488, -1.215, -0.634, 1.399, 1.048, -0.877};
constexpr Index kQueryPlace = 5;

Matrix row_matrix(const std::array<double, 8>& numbers) {
  return Eigen::Map<const Matrix>(numbers.data(), 1, static_cast<Index>(numbers.size()));
}

Matrix turned_by(const Matrix& row, Index place) { return attention::rotary<double>(row, {place}, row.cols()); }

struct Turning {
  Matrix query, key, once, twice;
  double right = 0, wrong = 0;  ///< scores
};

Turning turning_at(Index place) {
  Turning turning{.query = turned_by(row_matrix(kQuery), kQueryPlace),
                  .key = row_matrix(kKey),
                  .once = turned_by(row_matrix(kKey), place),
                  .twice = {}};
  turning.twice = turned_by(turning.once, place);
  turning.right = turning.query.row(0).dot(turning.once.row(0));
  turning.wrong = turning.query.row(0).dot(turning.twice.row(0));
  return turning;
}

/// The error of a cache that turns keys which were turned before, over this session's words.
double error_of_turning_twice(const Lecture& lecture) {
  const int head = lecture.session().head;
  const HeadInputs inputs{.queries = *lecture.snapshot().tensor(Tensor::kQueries, head),
                          .keys = *lecture.snapshot().tensor(Tensor::kKeys, head),
                          .values = *lecture.snapshot().tensor(Tensor::kValues, head)};
  const Index words = std::min<Index>(kWordsShown, inputs.keys.rows());
  const Index width = inputs.keys.cols();
  attention::KvCacheShape shape = shape_of(inputs);
  shape.rotary = attention::RotaryOptions{.dimensions = width - width % 2};
  const auto turned = [&](const Matrix& rows) {
    const Matrix some = rows.topRows(words);
    return attention::rotary<double>(some, attention::consecutive_positions(words), width, *shape.rotary);
  };
  HeadInputs wanted = inputs;
  wanted.queries = turned(inputs.queries);
  wanted.keys = turned(inputs.keys);
  HeadInputs given = inputs;
  if (lecture.option("turned") == "twice") given.keys = wanted.keys;
  return (decoded(given, shape, words) - recomputed(wanted, words)).cwiseAbs().maxCoeff();
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Generation generation = generation_of(lecture);
  const int answer = lecture.whole("answer");
  const Load load = load_of(lecture);
  const Needs needs = needs_of(model_of(lecture.option("model")), load);
  const int kv_heads = lecture.whole("kv_heads");
  const Needs all_heads = needs_of(grouped_model(kHeads), load);
  const Needs grouped_heads = needs_of(grouped_model(kv_heads), load);
  const Needs crowd = needs_of(grouped_model(kHeads), {.requests = kCrowd});
  const Needs sharing = needs_of(grouped_model(kSets), {});
  const Turning second = turning_at(kKeyPlace);
  const int place = lecture.whole("place");
  const Turning turning = turning_at(place);
  return {{"words", static_cast<double>(generation.words)},
          {"difference", generation.difference},
          {"moved_by_past_queries", generation.moved_by_queries},
          {"rows_with_cache", static_cast<double>(generation.words)},
          {"rows_without_cache", static_cast<double>(generation.rows_recomputed)},
          {"cache_bytes_here", static_cast<double>(generation.bytes_held)},
          {"answer", static_cast<double>(answer)},
          {"answer_rows_without", static_cast<double>(rows_without_cache(answer))},
          {"token_kb", needs.per_token / 1e3},
          {"request_gb", needs.per_request / kGigabyte},
          {"requests_gb", needs.in_all / kGigabyte},
          {"weights_gb", needs.weights / kGigabyte},
          {"requests_that_fit", static_cast<double>(needs.fitting)},
          {"kv_heads", static_cast<double>(kv_heads)},
          {"kv_times_less", all_heads.per_token / grouped_heads.per_token},
          {"requests_ungrouped", static_cast<double>(all_heads.fitting)},
          {"requests_grouped", static_cast<double>(grouped_heads.fitting)},
          {"place", static_cast<double>(place)},
          {"place_twice", static_cast<double>(2 * place)},
          {"score_right", turning.right},
          {"score_turned_twice", turning.wrong},
          {"rotary_error", error_of_turning_twice(lecture)},
          // What the texts say of Llama 2 7B, of 8 sets and of place 2, wherever the knobs stand.
          {"crowd", kCrowd},
          {"crowd_gb", crowd.in_all / kGigabyte},
          {"crowd_that_fits", static_cast<double>(crowd.fitting)},
          {"crowd_weights_gb", crowd.weights / kGigabyte},
          {"heads", kHeads},
          {"sets", kSets},
          {"sets_times_less", crowd.per_token / sharing.per_token},
          {"sets_that_fit", static_cast<double>(sharing.fitting)},
          {"second_place", kKeyPlace},
          {"second_place_twice", 2 * kKeyPlace},
          {"second_score_right", second.right},
          {"second_score_twice", second.wrong}};
}

// ---- Exhibits ----

/// Small differences are rounding.
constexpr double kRounding = 1e-12;

std::string difference_text(double difference) {
  return difference < kRounding ? "< 1e−12" : number_text(difference, 2);
}

Bars rows_bars(const Lecture& lecture, std::int64_t words) {
  const auto bar = [&](const char* label, std::int64_t rows, Hue hue) {
    return Bar{.label = lecture.text(label), .value = static_cast<double>(rows), .text = grouped(rows), .hue = hue};
  };
  return {.title = lecture.text("work.title", {grouped(words)}),
          .bars = {bar("work.without", rows_without_cache(words), Hue::kMuted), bar("work.with", words, Hue::kKey)}};
}

Exhibit words_exhibit(const Lecture& lecture) {
  const Generation generation = generation_of(lecture);
  Ledger ledger{.title = lecture.text("words.title"),
                .columns = {lecture.text("words.word"), lecture.text("words.query"), lecture.text("words.key"),
                            lecture.text("words.value")},
                .rows = {},
                .emphasised = static_cast<int>(generation.words) - 1};
  for (Index word = 0; word < generation.words; ++word) {
    const bool now = word + 1 == generation.words;
    ledger.rows.push_back(
        {lecture.snapshot().tokens[static_cast<std::size_t>(word)], lecture.text(now ? "words.new" : "words.gone"),
         lecture.text(now ? "words.new" : "words.kept"), lecture.text(now ? "words.new" : "words.kept")});
  }
  Instruments instruments{
      .title = lecture.text("equal.title"),
      .readings = {{.holds = generation.difference < kRounding,
                    .text = lecture.text("equal.recompute", {difference_text(generation.difference)})},
                   {.holds = generation.moved_by_queries == 0,
                    .text = lecture.text("equal.queries", {number_text(generation.moved_by_queries, 0)})}}};
  return {.knobs = {"words"},
          .figures = {{"words", std::move(ledger)},
                      {"equal", std::move(instruments)},
                      {"work", rows_bars(lecture, generation.words)}}};
}

Exhibit work_exhibit(const Lecture& lecture) {
  constexpr int kPlaces = 40;
  const int answer = lecture.whole("answer");
  Plot plot{.title = lecture.text("work.plot"),
            .x = {.label = lecture.text("work.words")},
            .y = {.label = lecture.text("work.rows")},
            .series = {{.label = lecture.text("work.without"), .hue = Hue::kMuted, .x = {}, .y = {}},
                       {.label = lecture.text("work.with"), .hue = Hue::kKey, .x = {}, .y = {}}}};
  const int places = std::min(kPlaces, answer);
  for (int place = 1; place <= places; ++place) {
    const int words = answer * place / places;
    for (Series& series : plot.series) series.x.push_back(words);
    plot.series[0].y.push_back(static_cast<double>(rows_without_cache(words)));
    plot.series[1].y.push_back(words);
  }
  return {.knobs = {"answer"}, .figures = {{"rows", std::move(plot)}, {"work", rows_bars(lecture, answer)}}};
}

/// `asks`: without what the cue asks for, and without knobs that tell it.
Exhibit memory_exhibit(const Lecture& lecture, bool asks) {
  const ModelShape shape = model_of(lecture.option("model"));
  const Needs needs = needs_of(shape, load_of(lecture));
  const std::string context = grouped(lecture.whole("context")), requests = grouped(lecture.whole("requests"));
  const std::string sizes = "2 × " + grouped(shape.decoder_layers) + " × " + grouped(shape.kv_heads) + " × " +
                            grouped(shape.d_k) + " × " + grouped(kHalfBytes);
  Ledger ledger{.title = lecture.text("memory.title", {shape.name}),
                .columns = {lecture.text("memory.what"), lecture.text("memory.amount")},
                .rows = {{lecture.text("memory.sizes"), sizes},
                         {lecture.text("memory.token"), byte_text(needs.per_token)},
                         {lecture.text("memory.request", {context}), byte_text(needs.per_request)},
                         {lecture.text("memory.requests", {requests}), byte_text(needs.in_all)},
                         {lecture.text("memory.weights"), byte_text(needs.weights)},
                         {lecture.text("memory.fit", {byte_text(needs.memory)}), grouped(needs.fitting)}},
                .emphasised = 5};
  if (asks) {
    ledger.rows.pop_back();
    ledger.emphasised = -1;
    return {.knobs = {}, .figures = {{"memory", std::move(ledger)}}};
  }
  const bool fits = needs.weights + needs.in_all <= needs.memory;
  const char* label = fits ? "memory.fits" : needs.weights > needs.memory ? "memory.weights_burst" : "memory.bursts";
  return {.knobs = {"model", "context", "requests", "memory"},
          .figures = {{"memory", std::move(ledger)},
                      {"room", Remark{.text = lecture.text(
                                          label, {byte_text(needs.weights + needs.in_all), byte_text(needs.memory)}),
                                      .tone = fits ? Remark::Tone::kGood : Remark::Tone::kBad}}}};
}

Exhibit groups_exhibit(const Lecture& lecture) {
  Bars bars{.title = lecture.text("groups.title", {grouped(lecture.whole("context"))}), .bars = {}};
  for (const std::string_view stop : stops_of(*find_knob(kKnobs, "kv_heads"))) {
    const std::string heads(stop);
    const Needs needs = needs_of(grouped_model(std::stoi(heads)), load_of(lecture));
    bars.bars.push_back({.label = lecture.text("groups.heads", {heads}),
                         .value = needs.per_request,
                         .text = byte_text(needs.per_request),
                         .hue = stop == lecture.option("kv_heads") ? Hue::kAccent : Hue::kKey});
  }
  const int kv_heads = lecture.whole("kv_heads");
  const Needs needs = needs_of(grouped_model(kv_heads), load_of(lecture));
  return {
      .knobs = {"kv_heads"},
      .figures = {
          {"groups", std::move(bars)},
          {"room", Remark{.text = lecture.text("groups.fit", {grouped(kHeads / kv_heads), byte_text(needs.memory),
                                                              byte_text(needs.weights), grouped(needs.fitting)})}}}};
}

Arrows turning_arrows(const Lecture& lecture, const Turning& turning) {
  Arrows arrows{.title = lecture.text("turn.arrows"), .reach = 2.2, .arrows = {}};
  const auto add = [&](const char* label, const Matrix& row, Hue hue) {
    arrows.arrows.push_back({.label = lecture.text(label), .x = row(0, 0), .y = row(0, 1), .hue = hue});
  };
  add("turn.query", turning.query, Hue::kQuery);
  add("turn.key", turning.key, Hue::kMuted);
  add("turn.once", turning.once, Hue::kKey);
  if (lecture.option("turned") == "twice") add("turn.twice", turning.twice, Hue::kAccent);
  return arrows;
}

Exhibit turn_exhibit(const Lecture& lecture) {
  const bool twice = lecture.option("turned") == "twice";
  const int place = lecture.whole("place");
  const Turning turning = turning_at(place);
  const std::string at = std::to_string(place), at_twice = std::to_string(2 * place);
  Ledger ledger{.title = lecture.text("turn.scores", {std::to_string(kQueryPlace)}),
                .columns = {lecture.text("turn.what"), lecture.text("turn.score")},
                .rows = {{lecture.text("turn.right", {at}), number_text(turning.right, 2)}},
                .emphasised = twice ? 1 : 0};
  if (twice) {
    ledger.rows.push_back({lecture.text("turn.wrong", {at}), number_text(turning.wrong, 2)});
    ledger.rows.push_back({lecture.text("turn.right", {at_twice}), number_text(turning_at(2 * place).right, 2)});
  }
  const double error = error_of_turning_twice(lecture);
  Instruments instruments{
      .title = lecture.text("turn.check"),
      .readings = {{.holds = error < kRounding, .text = lecture.text("equal.recompute", {difference_text(error)})}}};
  return {.knobs = {"turned", "place"},
          .figures = {{"scores", std::move(ledger)},
                      {"equal", std::move(instruments)},
                      {"arrows", turning_arrows(lecture, turning)}}};
}

Exhibit exhibit(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  if (id == "words") return words_exhibit(lecture);
  if (id == "work") return work_exhibit(lecture);
  if (id == "memory_question") return memory_exhibit(lecture, true);
  if (id == "memory") return memory_exhibit(lecture, false);
  if (id == "groups") return groups_exhibit(lecture);
  return turn_exhibit(lecture);
}

}  // namespace
}  // namespace cache_private

Lesson cache_lesson() { return {"cache", cache_private::kKnobs, cache_private::claims, cache_private::exhibit}; }

}  // namespace playground
