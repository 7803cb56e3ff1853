#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/attention/cost.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace parameters_private {
namespace {

using attention::Cost;
using attention::Index;
using attention::ModelShape;
using Count = std::int64_t;

/// A number at 0 is the model's own.
constexpr Knob kKnobs[] = {
    {"model", Knob::Kind::kChoice, "base gpt2 gpt3 llama", "base"},
    {"layers", Knob::Kind::kNumber, "0 200", "0"},
    {"d_model", Knob::Kind::kNumber, "0 20000", "0"},
    {"heads", Knob::Kind::kNumber, "0 200", "0"},
    {"d_ff", Knob::Kind::kNumber, "0 80000", "0"},
    {"vocabulary", Knob::Kind::kNumber, "0 500000", "0"},
};

// Vaswani et al. 2017, abstract, section 1, 5.2, tables 2 and 3: the scores and the 3.5 days are those of the big
// model, the 12 hours those of the base model, both on eight P100. The best before was an ensemble of ConvS2S.
constexpr double kPaperMillions = 65, kPaperBigMillions = 213;
constexpr double kBaseGerman = 27.3, kBaseFrench = 38.1, kBigGerman = 28.4, kBigFrench = 41.8;
constexpr double kBestGermanBefore = 26.36;
constexpr double kBaseHours = 12, kBigDays = 3.5, kPaperGpus = 8;
// Brown et al. 2020, abstract: 175 billion, ten times any earlier dense language model; Turing-NLG of 2020 had 17.
constexpr double kGpt3Billions = 175, kDenseBillionsBefore = 17;

ModelShape published(std::string_view model) {
  if (model == "gpt2") return attention::gpt2_small();
  if (model == "gpt3") return attention::gpt3_175b();
  if (model == "llama") return attention::llama2_7b();
  return attention::transformer_base();
}

ModelShape shape_of(const Lecture& lecture) {
  ModelShape shape = published(lecture.option("model"));
  const auto change = [&](std::string_view knob, Index& size) {
    if (lecture.whole(knob) > 0) size = lecture.whole(knob);
    return lecture.whole(knob) > 0;
  };
  for (Index* layers : {&shape.encoder_layers, &shape.decoder_layers}) {
    if (*layers > 0) change("layers", *layers);
  }
  change("d_ff", shape.d_ff);
  change("vocabulary", shape.vocabulary);
  const bool other_heads = change("heads", shape.heads);
  const bool other_width = change("d_model", shape.d_model);
  if (other_heads || other_width) {
    shape.kv_heads = shape.heads;
    shape.d_k = shape.d_v = std::max<Index>(shape.d_model / shape.heads, 1);
  }
  return shape;
}

/// The counts of a model, matrices apart from biases.
struct Counts {
  Count encoder_attention, decoder_attention, cross_attention;
  Count encoder_feed_forward, decoder_feed_forward;
  Count biases, norms, embedding, positions, output, total;

  Count attention() const { return encoder_attention + decoder_attention + cross_attention; }
  Count feed_forward() const { return encoder_feed_forward + decoder_feed_forward; }
  Count blocks() const { return attention() + feed_forward(); }
  Count tables() const { return embedding + positions + output; }
};

ModelShape without_biases(ModelShape shape) {
  shape.attention_biases = shape.feed_forward_biases = false;
  return shape;
}

Counts counts_of(const ModelShape& shape) {
  const Cost matrices = attention::parameter_count(without_biases(shape));
  const Count total = attention::parameter_count(shape).total;
  const auto part = [&](const char* name) { return attention::part_of(matrices, name); };
  return {.encoder_attention = part("encoder attention"),
          .decoder_attention = part("decoder attention"),
          .cross_attention = part("decoder cross-attention"),
          .encoder_feed_forward = part("encoder feed-forward"),
          .decoder_feed_forward = part("decoder feed-forward"),
          .biases = total - matrices.total,
          .norms = part("norms"),
          .embedding = part("embedding"),
          .positions = part("positions"),
          .output = part("output layer"),
          .total = total};
}

double percent(Count part, Count whole) { return 100.0 * static_cast<double>(part) / static_cast<double>(whole); }

std::string percent_text(Count part, Count whole) {
  const double share = percent(part, whole);
  return number_text(share, share < 1 ? 2 : 1) + " %";
}

/// What the texts say of models as they were published, wherever the knobs stand.
void add_published(std::vector<Claim>& claims) {
  const ModelShape shape = attention::transformer_base();
  const Counts base = counts_of(shape);
  const Counts gpt3 = counts_of(attention::gpt3_175b());
  const auto add = [&](const char* name, auto value) { claims.push_back({name, static_cast<double>(value)}); };
  add("base_width", shape.d_model);
  add("base_inner", shape.d_ff);
  add("base_vocabulary", shape.vocabulary);
  add("base_one_attention", attention::attention_parameters(without_biases(shape)));
  add("base_one_feed_forward", attention::feed_forward_parameters(without_biases(shape)));
  add("base_attention", base.attention());
  add("base_encoder_attention", base.encoder_attention);
  add("base_decoder_attention", base.decoder_attention + base.cross_attention);
  add("base_feed_forward", base.feed_forward());
  add("base_feed_forward_percent", percent(base.feed_forward(), base.total));
  add("base_blocks", base.blocks());
  add("base_total", base.total);
  add("gpt3_times_base", std::round(static_cast<double>(gpt3.total) / static_cast<double>(base.total)));
  add("gpt3_counted_billions", static_cast<double>(gpt3.total) / 1e9);
  add("gpt3_tables_percent", percent(gpt3.tables(), gpt3.total));
  add("llama_total", counts_of(attention::llama2_7b()).total);
}

std::vector<Claim> claims(const Lecture& lecture) {
  const ModelShape shape = shape_of(lecture);
  const ModelShape matrices = without_biases(shape);
  const Counts counts = counts_of(shape);
  const Count base = attention::parameter_count(attention::transformer_base()).total;
  const Count rest = counts.total - counts.embedding;
  std::vector<Claim> claims;
  const auto add = [&](const char* name, auto value) { claims.push_back({name, static_cast<double>(value)}); };
  add("d_model", shape.d_model);
  add("d_ff", shape.d_ff);
  add("heads", shape.heads);
  add("d_k", shape.d_k);
  add("vocabulary", shape.vocabulary);
  add("one_attention", attention::attention_parameters(matrices));
  add("one_feed_forward", attention::feed_forward_parameters(matrices));
  add("encoder_attention", counts.encoder_attention);
  add("decoder_attention", counts.decoder_attention + counts.cross_attention);
  add("attention", counts.attention());
  add("feed_forward", counts.feed_forward());
  add("blocks", counts.blocks());
  add("embedding", counts.embedding);
  add("norms_and_biases", counts.norms + counts.biases);
  add("total", counts.total);
  add("total_billions", static_cast<double>(counts.total) / 1e9);
  add("attention_percent", percent(counts.attention(), counts.total));
  add("feed_forward_percent", percent(counts.feed_forward(), counts.total));
  add("tables_percent", percent(counts.tables(), counts.total));
  add("times_base", std::round(static_cast<double>(counts.total) / static_cast<double>(base)));
  add("wider", static_cast<double>(shape.d_model) / static_cast<double>(attention::transformer_base().d_model));
  add("pieces_for_65_million",
      std::floor((kPaperMillions * 1e6 - static_cast<double>(rest)) / static_cast<double>(shape.d_model)));
  add("paper_millions", kPaperMillions);
  add("bleu_german", kBigGerman);
  add("bleu_french", kBigFrench);
  add("bleu_gain", kBigGerman - kBestGermanBefore);
  add("bleu_german_base", kBaseGerman);
  add("hours", kBaseHours);
  add("days", kBigDays);
  add("gpus", kPaperGpus);
  add("gpt3_billions", kGpt3Billions);
  add("times_earlier_dense", std::floor(kGpt3Billions / kDenseBillionsBefore));
  add_published(claims);
  return claims;
}

std::string count_text(Count count) { return count == 0 ? "–" : grouped(count); }

std::string layers_text(const ModelShape& shape) {
  if (shape.encoder_layers == 0) return grouped(shape.decoder_layers);
  return grouped(shape.encoder_layers) + " + " + grouped(shape.decoder_layers);
}

std::string model_name(const Lecture& lecture, std::string_view model) {
  return lecture.text("knob.model." + std::string(model));
}

/// What is wrong with heads that do not share out the width; nothing where they do.
void add_remark(std::vector<Figure>& figures, const Lecture& lecture, const ModelShape& shape) {
  if (shape.heads * shape.d_k == shape.d_model) return;
  figures.push_back({"uneven", Remark{lecture.text("uneven", {grouped(shape.heads), grouped(shape.d_model),
                                                              grouped(shape.heads * shape.d_k)}),
                                      Remark::Tone::kBad}});
}

Exhibit sizes(const Lecture& lecture) {
  const ModelShape shape = shape_of(lecture);
  Ledger ledger{.title = model_name(lecture, lecture.option("model")),
                .columns = {lecture.text("size"), lecture.text("number")},
                .rows = {{lecture.text("knob.layers"), layers_text(shape)},
                         {lecture.text("width"), grouped(shape.d_model)},
                         {lecture.text("heads"), grouped(shape.heads) + " × " + grouped(shape.d_k)},
                         {lecture.text("inner"), grouped(shape.d_ff)},
                         {lecture.text("pieces"), grouped(shape.vocabulary)}}};
  return {.knobs = {}, .figures = {{"sizes", ledger}}};
}

Exhibit share(const Lecture& lecture) {
  const Counts counts = counts_of(shape_of(lecture));
  Bars bars{.title = lecture.text("share", {grouped(counts.total)}), .bars = {}};
  const auto add = [&](std::string_view label, Count count, Hue hue) {
    bars.bars.push_back({lecture.text(label), static_cast<double>(count),
                         count_text(count) + " (" + percent_text(count, counts.total) + ")", hue});
  };
  add("attention", counts.attention(), Hue::kQuery);
  add("feed_forward", counts.feed_forward(), Hue::kValue);
  add("tables", counts.tables(), Hue::kKey);
  add("norms_biases", counts.norms + counts.biases, Hue::kMuted);
  return {.knobs = {"model", "d_model", "d_ff", "vocabulary"}, .figures = {{"share", bars}}};
}

enum class Told { kAttention, kFeedForward, kAll };

/// Every matrix of a layer, and how many of its kind the model has; a sum tells what one attention and what one
/// feed-forward layer has. `told` is the sum that stands out.
Ledger matrices_of(const Lecture& lecture, const ModelShape& shape, Told told) {
  const Index both = shape.encoder_layers > 0 && shape.decoder_layers > 0 ? 1 : 0;
  const Count layers = shape.encoder_layers + shape.decoder_layers;
  const Count attentions = layers + both * shape.decoder_layers;
  const Index d = shape.d_model, q = shape.heads * shape.d_k, k = shape.kv_heads * shape.d_k;
  const Index v = shape.kv_heads * shape.d_v, joined = shape.heads * shape.d_v;
  Ledger ledger{
      .title = lecture.text("matrices"),
      .columns = {lecture.text("matrix"), lecture.text("shape"), lecture.text("numbers"), lecture.text("times")},
      .rows = {}};
  Count sum = 0;
  const auto add = [&](const std::string& name, Index rows, Index columns, Count times) {
    ledger.rows.push_back(
        {name, grouped(rows) + " × " + grouped(columns), grouped(rows * columns), "× " + grouped(times)});
    sum += rows * columns * times;
  };
  const auto add_sum = [&](std::string_view label, Count count, Told which) {
    if (which == told) ledger.emphasised = static_cast<int>(ledger.rows.size());
    ledger.rows.push_back({lecture.text(label), "", grouped(count), ""});
  };
  add("W_q", d, q, attentions);
  add("W_k", d, k, attentions);
  add("W_v", d, v, attentions);
  add("W_o", joined, d, attentions);
  add_sum("one_attention", attention::attention_parameters(without_biases(shape)), Told::kAttention);
  if (shape.attention_biases) add("b_q … b_o", 1, q + k + v + d, attentions);
  add("W_1", d, shape.d_ff, layers);
  if (shape.gated_feed_forward) add(lecture.text("gate"), d, shape.d_ff, layers);
  add("W_2", shape.d_ff, d, layers);
  add_sum("one_feed_forward", attention::feed_forward_parameters(without_biases(shape)), Told::kFeedForward);
  if (shape.feed_forward_biases) add("b_1, b_2", 1, shape.d_ff * (shape.gated_feed_forward ? 2 : 1) + d, layers);
  const Index rows_of_norm = shape.norm == attention::NormKind::kLayer ? 2 : 1;
  const Count norms = counts_of(shape).norms / (rows_of_norm * d);
  add(lecture.text("norm"), rows_of_norm, d, norms);
  add_sum("layers_together", sum, Told::kAll);
  return ledger;
}

Exhibit layer(const Lecture& lecture, Told told) {
  const ModelShape shape = shape_of(lecture);
  Exhibit exhibit{.knobs = {"model", "heads", "d_model", "d_ff"},
                  .figures = {{"matrices", matrices_of(lecture, shape, told)}}};
  add_remark(exhibit.figures, lecture, shape);
  return exhibit;
}

/// The layers and what is not in them.
Exhibit whole(const Lecture& lecture) {
  Exhibit exhibit = layer(lecture, Told::kAll);
  Ledger& ledger = std::get<Ledger>(exhibit.figures.front().what);
  const Counts counts = counts_of(shape_of(lecture));
  ledger.rows.push_back({lecture.text("tables"), "", grouped(counts.embedding + counts.positions), ""});
  if (counts.output > 0) ledger.rows.push_back({lecture.text("output"), "", grouped(counts.output), ""});
  ledger.emphasised = static_cast<int>(ledger.rows.size());
  ledger.rows.push_back({lecture.text("whole"), "", grouped(counts.total), ""});
  return exhibit;
}

Exhibit decoder(const Lecture& lecture) {
  const Counts counts = counts_of(shape_of(lecture));
  Ledger ledger{.title = lecture.text("sides"),
                .columns = {lecture.text("part"), lecture.text("encoder"), lecture.text("decoder")},
                .rows = {}};
  const auto add = [&](std::string_view label, Count encoder, Count decoder) {
    ledger.rows.push_back({lecture.text(label), count_text(encoder), count_text(decoder)});
  };
  add("self", counts.encoder_attention, counts.decoder_attention);
  add("second", 0, counts.cross_attention);
  add("all_attention", counts.encoder_attention, counts.decoder_attention + counts.cross_attention);
  add("feed_forward", counts.encoder_feed_forward, counts.decoder_feed_forward);
  add("together", counts.encoder_attention + counts.encoder_feed_forward,
      counts.decoder_attention + counts.cross_attention + counts.decoder_feed_forward);
  ledger.emphasised = 2;
  Exhibit exhibit{.knobs = {"model", "layers", "d_model", "d_ff"}, .figures = {{"sides", ledger}}};
  if (counts.encoder_attention == 0) exhibit.figures.push_back({"alone", Remark{lecture.text("decoder.alone")}});
  return exhibit;
}

Exhibit total(const Lecture& lecture) {
  const ModelShape shape = shape_of(lecture);
  const Counts counts = counts_of(shape);
  Ledger ledger{.title = lecture.text("total"),
                .columns = {lecture.text("part"), lecture.text("numbers"), lecture.text("of_all")},
                .rows = {}};
  const auto add = [&](std::string_view label, Count count) {
    if (count == 0) return;
    ledger.rows.push_back({lecture.text(label), grouped(count), percent_text(count, counts.total)});
  };
  add("attention", counts.attention());
  add("feed_forward", counts.feed_forward());
  add("blocks", counts.blocks());
  add("biases", counts.biases);
  add("norm", counts.norms);
  add("embedding", counts.embedding);
  add("positions", counts.positions);
  add("output", counts.output);
  add("together", counts.total);
  ledger.emphasised = static_cast<int>(ledger.rows.size()) - 1;
  Exhibit exhibit{.knobs = {"model", "vocabulary", "layers", "d_model"}, .figures = {{"total", ledger}}};
  const std::string model(lecture.option("model"));
  exhibit.figures.push_back({"published", Remark{lecture.text("published." + model), Remark::Tone::kPlain}});
  add_remark(exhibit.figures, lecture, shape);
  return exhibit;
}

Exhibit paper(const Lecture& lecture) {
  const auto counted = [](const ModelShape& shape) { return grouped(attention::parameter_count(shape).total); };
  const auto millions = [&](double value) { return lecture.text("millions", {number_text(value, 0)}); };
  Ledger ledger{
      .title = lecture.text("paper"),
      .columns = {lecture.text("fact"), lecture.text("base"), lecture.text("big")},
      .rows = {
          {lecture.text("counted"), counted(attention::transformer_base()), counted(attention::transformer_big())},
          {lecture.text("said"), millions(kPaperMillions), millions(kPaperBigMillions)},
          {lecture.text("german"), number_text(kBaseGerman, 1), number_text(kBigGerman, 1)},
          {lecture.text("french"), number_text(kBaseFrench, 1), number_text(kBigFrench, 1)},
          {lecture.text("training", {number_text(kPaperGpus, 0)}), lecture.text("hours", {number_text(kBaseHours, 0)}),
           lecture.text("days", {number_text(kBigDays, 1)})}}};
  return {.knobs = {}, .figures = {{"paper", ledger}}};
}

Exhibit models(const Lecture& lecture) {
  Ledger ledger{.title = lecture.text("models"),
                .columns = {lecture.text("knob.model"), lecture.text("knob.layers"), lecture.text("width"),
                            lecture.text("numbers"), lecture.text("times_base")},
                .rows = {}};
  const auto base = static_cast<double>(attention::parameter_count(attention::transformer_base()).total);
  for (const std::string_view model : stops_of(kKnobs[0])) {
    const ModelShape shape = published(model);
    if (model == lecture.option("model")) ledger.emphasised = static_cast<int>(ledger.rows.size());
    const Count total = attention::parameter_count(shape).total;
    ledger.rows.push_back({model_name(lecture, model), layers_text(shape), grouped(shape.d_model), grouped(total),
                           grouped(static_cast<std::int64_t>(std::round(static_cast<double>(total) / base)))});
  }
  Exhibit exhibit = share(lecture);
  exhibit.figures.insert(exhibit.figures.begin(), {"models", ledger});
  return exhibit;
}

Exhibit exhibit_alone(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  if (id == "sizes") return sizes(lecture);
  if (id == "layer") return layer(lecture, Told::kAttention);
  if (id == "feed_forward") return layer(lecture, Told::kFeedForward);
  if (id == "whole") return whole(lecture);
  if (id == "decoder") return decoder(lecture);
  if (id == "total") return total(lecture);
  if (id == "paper") return paper(lecture);
  if (id == "models") return models(lecture);
  return share(lecture);
}

Exhibit exhibit(const Lecture& lecture) {
  const ModelShape shape = shape_of(lecture);
  const Index layers = std::max(shape.encoder_layers, shape.decoder_layers);
  Exhibit exhibit = exhibit_alone(lecture);
  exhibit.shown = {{"layers", std::to_string(layers)},
                   {"d_model", std::to_string(shape.d_model)},
                   {"heads", std::to_string(shape.heads)},
                   {"d_ff", std::to_string(shape.d_ff)},
                   {"vocabulary", std::to_string(shape.vocabulary)}};
  return exhibit;
}

}  // namespace
}  // namespace parameters_private

Lesson parameters_lesson() {
  return {"parameters", parameters_private::kKnobs, parameters_private::claims, parameters_private::exhibit};
}

}  // namespace playground
