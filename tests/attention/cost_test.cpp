#include "core/attention/cost.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "tests/support/thrown.hpp"

namespace {

using attention::Cost;
using attention::Index;
using attention::ModelShape;
using attention::multiply_adds;
using attention::parameter_count;
using attention::part_of;
using attention::Workload;

/// One decoder layer of small odd sizes: H 4, G 2, d_k 3, d_v 5.
ModelShape small_decoder() {
  ModelShape shape;
  shape.d_model = 7;
  shape.heads = 4;
  shape.kv_heads = 2;
  shape.d_k = 3;
  shape.d_v = 5;
  shape.d_ff = 11;
  shape.decoder_layers = 1;
  shape.vocabulary = 13;
  return shape;
}

}  // namespace

TEST_CASE("the base model of 2017 counts as its parts are known") {
  const ModelShape base = attention::transformer_base();
  CHECK(attention::attention_parameters(base) == 1'048'576);
  const Cost cost = parameter_count(base);
  CHECK(part_of(cost, "encoder attention") == 6'291'456);
  CHECK(part_of(cost, "decoder attention") + part_of(cost, "decoder cross-attention") == 12'582'912);
  const std::int64_t attention = part_of(cost, "encoder attention") + part_of(cost, "decoder attention") +
                                 part_of(cost, "decoder cross-attention");
  CHECK(attention == 18'874'368);
  ModelShape no_biases = base;
  no_biases.feed_forward_biases = false;
  const Cost weights = parameter_count(no_biases);
  const std::int64_t feed_forward = part_of(weights, "encoder feed-forward") + part_of(weights, "decoder feed-forward");
  CHECK(feed_forward == 25'165'824);
  CHECK(attention + feed_forward == 44'040'192);
}

TEST_CASE("the models of 2017 come near their published 65 and 213 million with 37,000 shared pieces") {
  const std::int64_t base = parameter_count(attention::transformer_base()).total;
  const std::int64_t big = parameter_count(attention::transformer_big()).total;
  MESSAGE("base ", base, ", big ", big);
  CHECK(base == 63'045'632);  // 44,040,192 + 37,000 * 512 + biases 30,720 + norms 30,720
  CHECK(big == 214'171'648);
  CHECK(std::abs(static_cast<double>(base) / 65e6 - 1) < 0.035);
  CHECK(std::abs(static_cast<double>(big) / 213e6 - 1) < 0.01);
  ModelShape other = attention::transformer_base();
  other.vocabulary = 32'000;
  CHECK(parameter_count(other).total == 60'485'632);
  other.vocabulary = 40'817;  // what a shared embedding would need for exactly 65 million
  CHECK(std::llround(static_cast<double>(parameter_count(other).total) / 1e4) == 6'500);
}

TEST_CASE("heads share the width: their number changes no parameter count") {
  for (const Index heads : {1, 2, 8, 64}) {
    ModelShape shape = attention::transformer_base();
    shape.heads = shape.kv_heads = heads;
    shape.d_k = shape.d_v = 512 / heads;
    CHECK(attention::attention_parameters(shape) == 1'048'576);
  }
}

TEST_CASE("published models have their published parameter counts") {
  CHECK(parameter_count(attention::gpt2_small()).total == 124'439'808);
  CHECK(parameter_count(attention::gpt2_medium()).total == 354'823'168);
  CHECK(parameter_count(attention::gpt2_large()).total == 774'030'080);
  CHECK(parameter_count(attention::gpt2_xl()).total == 1'557'611'200);
  CHECK(parameter_count(attention::gpt3_175b()).total == 174'604'259'328);
  CHECK(parameter_count(attention::llama2_7b()).total == 6'738'415'616);
  CHECK(parameter_count(attention::llama2_70b()).total == 68'976'648'192);
  CHECK(parameter_count(attention::llama3_8b()).total == 8'030'261'248);
}

TEST_CASE("the parts of every published model add up to its total") {
  for (const ModelShape& shape : attention::published_models()) {
    INFO(shape.name);
    for (const Cost& cost : {parameter_count(shape), multiply_adds(shape, {.tokens = 5, .source_tokens = 3}),
                             attention::memory_bytes(shape, {.tokens = 5})}) {
      std::int64_t sum = 0;
      for (const attention::CostPart& part : cost.parts) sum += part.count;
      CHECK(sum == cost.total);
      CHECK(sum > 0);
    }
  }
}

TEST_CASE("parameters of odd sizes are those counted by hand") {
  ModelShape shape = small_decoder();
  CHECK(attention::attention_parameters(shape) == 7 * (4 * 3 + 2 * 3 + 2 * 5) + 4 * 5 * 7);
  CHECK(attention::feed_forward_parameters(shape) == 2 * 7 * 11);
  shape.attention_biases = shape.feed_forward_biases = shape.gated_feed_forward = true;
  CHECK(attention::attention_parameters(shape) == 7 * 28 + 140 + (12 + 6 + 10 + 7));
  CHECK(attention::feed_forward_parameters(shape) == 3 * 7 * 11 + 2 * 11 + 7);
  shape.tied_embeddings = false;
  shape.final_norm = true;
  shape.learned_positions = 4;
  const Cost cost = parameter_count(shape);
  CHECK(part_of(cost, "norms") == 3 * 2 * 7);
  CHECK(part_of(cost, "embedding") == 13 * 7);
  CHECK(part_of(cost, "output layer") == 13 * 7);
  CHECK(part_of(cost, "positions") == 4 * 7);
}

TEST_CASE("multiply-adds of odd sizes are those counted by hand") {
  const ModelShape shape = small_decoder();
  const Cost whole = multiply_adds(shape, {.tokens = 6});
  CHECK(part_of(whole, "decoder projections") == 6 * 7 * (12 + 6 + 10));
  CHECK(part_of(whole, "decoder scores") == 36 * 4 * 3);
  CHECK(part_of(whole, "decoder weighted sums") == 36 * 4 * 5);
  CHECK(part_of(whole, "decoder output projection") == 6 * 20 * 7);
  CHECK(part_of(whole, "decoder feed-forward") == 6 * 2 * 7 * 11);
  CHECK(part_of(whole, "output layer") == 6 * 7 * 13);
  const Cost skipped = multiply_adds(shape, {.tokens = 6, .skip_future = true});
  CHECK(part_of(skipped, "decoder scores") == 21 * 4 * 3);  // 1 + 2 + ... + 6 pairs
  const Cost decoded = multiply_adds(shape, {.tokens = 1, .cached = 5, .batch = 2});
  CHECK(part_of(decoded, "decoder scores") == 2 * 6 * 4 * 3);
  CHECK(part_of(decoded, "decoder projections") == 2 * 7 * 28);
}

TEST_CASE("decoding one by one costs what one causal pass costs that skips the future") {
  const ModelShape shape = small_decoder();
  std::int64_t one_by_one = 0;
  for (Index cached = 0; cached < 9; ++cached)
    one_by_one += multiply_adds(shape, {.tokens = 1, .cached = cached}).total;
  CHECK(one_by_one == multiply_adds(shape, {.tokens = 9, .skip_future = true}).total);
}

TEST_CASE("cross-attention reads the source") {
  ModelShape shape = small_decoder();
  shape.encoder_layers = 2;
  const Cost cost = multiply_adds(shape, {.tokens = 3, .source_tokens = 5});
  CHECK(part_of(cost, "encoder scores") == 2 * 25 * 4 * 3);
  CHECK(part_of(cost, "decoder cross scores") == 15 * 4 * 3);
  CHECK(part_of(cost, "decoder cross projections") == 7 * (3 * 12 + 5 * (6 + 10)));
  // Later positions find the source's keys and values in the cache, and the encoder does not run again.
  const Cost later = multiply_adds(shape, {.tokens = 1, .cached = 3, .source_tokens = 5});
  CHECK(part_of(later, "decoder cross projections") == 7 * 12);
  CHECK(part_of(later, "encoder scores") == 0);
}

TEST_CASE("a token costs about as many multiply-adds as there are weights") {
  // Kaplan et al. 2020, section 2.1: 2 N operations a token, for sequences that are short against d_model.
  const ModelShape shape = attention::gpt3_175b();
  const double weights = static_cast<double>(parameter_count(shape).total);
  CHECK(static_cast<double>(multiply_adds(shape, {.tokens = 1}).total) / weights == doctest::Approx(1).epsilon(1e-3));
}

TEST_CASE("memory is that of the known examples") {
  // Llama 2 7B at half precision: 2 * 32 layers * 4,096 numbers * 2 bytes = 512 KiB a position; 70B with 8 groups 320.
  CHECK(attention::cache_bytes_per_position(attention::llama2_7b()) == 512 * 1'024);
  CHECK(attention::cache_bytes_per_position(attention::llama2_70b()) == 320 * 1'024);
  const Cost cost = attention::memory_bytes(attention::llama2_7b(), {.tokens = 4'096, .batch = 2}, 2);
  CHECK(part_of(cost, "weights") == 2 * 6'738'415'616);
  CHECK(part_of(cost, "key/value cache") == std::int64_t{2} * 4'096 * 512 * 1'024);
  CHECK(part_of(cost, "scores") == std::int64_t{2} * 4'096 * 4'096 * 32 * 2);
  CHECK(part_of(cost, "activations") == std::int64_t{2} * 4'096 * (4'096 + 2 * 11'008) * 2);
}

TEST_CASE("an encoder has no cache, and a small feed-forward layer leaves the projections as the larger ones") {
  ModelShape shape = small_decoder();
  shape.decoder_layers = 0;
  shape.encoder_layers = 3;
  const Cost cost = attention::memory_bytes(shape, {.tokens = 10});
  CHECK(part_of(cost, "key/value cache") == 0);
  CHECK(part_of(cost, "scores") == 100 * 4 * 4);
  CHECK(part_of(cost, "activations") == 10 * (7 + 4 * 8 + 2 * 8) * 4);
  CHECK(part_of(multiply_adds(shape, {.tokens = 10}), "encoder feed-forward") == 3 * 10 * 2 * 7 * 11);
}

TEST_CASE("models that cannot be are refused with a sentence") {
  ModelShape shape = small_decoder();
  shape.kv_heads = 3;
  CHECK(support::contains(support::thrown_sentence([&] { parameter_count(shape); }), "do not divide"));
  shape = small_decoder();
  shape.decoder_layers = 0;
  CHECK(support::contains(support::thrown_sentence([&] { parameter_count(shape); }), "at least one layer"));
  shape = small_decoder();
  shape.d_k = 0;
  CHECK(support::contains(support::thrown_sentence([&] { parameter_count(shape); }), "d_k 0"));
  CHECK(
      support::contains(support::thrown_sentence([] { multiply_adds(small_decoder(), {.tokens = -1}); }), "-1 tokens"));
}
