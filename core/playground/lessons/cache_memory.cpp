// The exhibits of the lesson `cache` about memory: what caches of published models take, and what shared heads save.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/attention/cost.hpp"
#include "core/playground/byte_text.hpp"
#include "core/playground/lessons/cache_exhibits.hpp"
#include "core/playground/wording.hpp"

namespace playground::cache_private {
namespace {

using attention::ModelShape;

constexpr std::int64_t kHalfBytes = 2;
constexpr double kGigabyte = 1e9;
constexpr int kHeads = 32;  ///< of Llama 2 7B
// What the texts speak of.
constexpr int kCrowd = 32, kSets = 8;

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

}  // namespace

void add_claims_of_memory(const Lecture& lecture, std::vector<Claim>& all) {
  const Load load = load_of(lecture);
  const Needs needs = needs_of(model_of(lecture.option("model")), load);
  const int kv_heads = lecture.whole("kv_heads");
  const Needs all_heads = needs_of(grouped_model(kHeads), load);
  const Needs grouped_heads = needs_of(grouped_model(kv_heads), load);
  all.insert(all.end(), {{"token_kb", needs.per_token / 1e3},
                         {"request_gb", needs.per_request / kGigabyte},
                         {"requests_gb", needs.in_all / kGigabyte},
                         {"weights_gb", needs.weights / kGigabyte},
                         {"requests_that_fit", static_cast<double>(needs.fitting)},
                         {"kv_heads", static_cast<double>(kv_heads)},
                         {"kv_times_less", all_heads.per_token / grouped_heads.per_token},
                         {"requests_ungrouped", static_cast<double>(all_heads.fitting)},
                         {"requests_grouped", static_cast<double>(grouped_heads.fitting)}});
  // What the texts say of Llama 2 7B and of 8 sets, wherever the knobs stand.
  const Needs crowd = needs_of(grouped_model(kHeads), {.requests = kCrowd});
  const Needs sharing = needs_of(grouped_model(kSets), {});
  all.insert(all.end(), {{"crowd", kCrowd},
                         {"crowd_gb", crowd.in_all / kGigabyte},
                         {"crowd_that_fits", static_cast<double>(crowd.fitting)},
                         {"crowd_weights_gb", crowd.weights / kGigabyte},
                         {"heads", kHeads},
                         {"sets", kSets},
                         {"sets_times_less", crowd.per_token / sharing.per_token},
                         {"sets_that_fit", static_cast<double>(sharing.fitting)}});
}

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
  for (const std::string_view stop : stops_of(*find_knob(knobs_of("cache"), "kv_heads"))) {
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

}  // namespace playground::cache_private
