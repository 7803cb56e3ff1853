#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/mask.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/playground/lessons/cache_exhibits.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace cache_private {

using attention::Index;
using attention::Matrix;

attention::KvCacheShape shape_of(const HeadInputs& inputs) {
  return {.heads = {}, .key_width = inputs.keys.cols(), .value_width = inputs.values.cols()};
}

Matrix decoded(const HeadInputs& inputs, const attention::KvCacheShape& shape, Index count) {
  attention::KvCache cache(shape);
  Matrix outputs(count, inputs.values.cols());
  for (Index word = 0; word < count; ++word) {
    outputs.row(word) = cache.decode(inputs.queries.middleRows(word, 1), inputs.keys.middleRows(word, 1),
                                     inputs.values.middleRows(word, 1));
  }
  return outputs;
}

Matrix recomputed(const HeadInputs& inputs, Index count) {
  attention::AttentionOptions options;
  options.mask = attention::causal_mask(count, count);
  return attention::scaled_dot_product_attention<double>(inputs.queries.topRows(count), inputs.keys.topRows(count),
                                                         inputs.values.topRows(count), options)
      .output;
}

std::string difference_text(double difference) {
  return difference < kRounding ? "< 1e−12" : number_text(difference, 2);
}

namespace {

constexpr std::array kKnobs{Knob{"words", Knob::Kind::kSlider, "1 2 3 4 5 6 7 8 9 10 11 12", "1"},
                            Knob{"answer", Knob::Kind::kSlider, "12 100 1000 10000", "12"},
                            Knob{"model", Knob::Kind::kChoice, "gpt2_xl llama2_7b llama3_8b llama2_70b", "llama2_7b"},
                            Knob{"context", Knob::Kind::kSlider, "1024 2048 4096 8192 32768 131072", "4096"},
                            Knob{"requests", Knob::Kind::kSlider, "1 2 4 8 16 32 64 128 256", "1"},
                            Knob{"memory", Knob::Kind::kChoice, "24 80 640", "80"},
                            Knob{"kv_heads", Knob::Kind::kChoice, "32 16 8 4 2 1", "32"},
                            Knob{"turned", Knob::Kind::kChoice, "once twice", "once"},
                            Knob{"place", Knob::Kind::kSlider, "0 1 2 3 4 5", "2"}};


/// Of the session's selected head, as its attention gets them: turned already where positions are rotary.
HeadInputs inputs_of(const Lecture& lecture) {
  const int head = lecture.session().head;
  const auto tensor = [&](Tensor name) { return *lecture.snapshot().tensor(name, head); };
  const bool rotated = are_rotated(lecture.session().model.positions);
  return {.queries = tensor(rotated ? Tensor::kRotatedQueries : Tensor::kQueries),
          .keys = tensor(rotated ? Tensor::kRotatedKeys : Tensor::kKeys),
          .values = tensor(Tensor::kValues)};
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

std::vector<Claim> claims(const Lecture& lecture) {
  const Generation generation = generation_of(lecture);
  const int answer = lecture.whole("answer");
  std::vector<Claim> all{{"words", static_cast<double>(generation.words)},
                         {"difference", generation.difference},
                         {"moved_by_past_queries", generation.moved_by_queries},
                         {"rows_with_cache", static_cast<double>(generation.words)},
                         {"rows_without_cache", static_cast<double>(generation.rows_recomputed)},
                         {"cache_bytes_here", static_cast<double>(generation.bytes_held)},
                         {"answer", static_cast<double>(answer)},
                         {"answer_rows_without", static_cast<double>(rows_without_cache(answer))}};
  add_claims_of_memory(lecture, all);
  add_claims_of_turning(lecture, all);
  return all;
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
