#include "core/attention/fast_attention.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/attention/attention_kernel.hpp"
#include "core/attention/mask.hpp"
#include "core/attention/random.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::BoolMatrix;
using attention::fast_attention;
using attention::FastAttentionOptions;
using attention::FloatMatrix;
using attention::Index;
using attention::InstructionSet;
using attention::Matrix;
using support::worst_difference;

constexpr float kFloatNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();
constexpr double kTolerance = 1e-5;  // of the largest value

struct FloatInputs {
  FloatMatrix queries, keys, values;
};

FloatInputs random_inputs(std::uint64_t seed, Index T, Index S, Index d_k, Index d_v) {
  attention::Generator normals(support::entropy_of(seed));
  return {normals.standard_normal(T, d_k).cast<float>(), normals.standard_normal(S, d_k).cast<float>(),
          normals.standard_normal(S, d_v).cast<float>()};
}

/// The mask that the options describe, cell by cell.
BoolMatrix mask_of(Index T, Index S, const FastAttentionOptions& options) {
  BoolMatrix allowed(T, S);
  for (Index i = 0; i < T; ++i) {
    for (Index j = 0; j < S; ++j) {
      const Index position = i + options.offset;
      allowed(i, j) = (!options.causal || j <= position) &&
                      (!options.window_left || j >= position - *options.window_left) &&
                      (!options.window_right || j <= position + *options.window_right);
    }
  }
  return allowed;
}

Matrix reference(const FloatInputs& inputs, const FastAttentionOptions& options) {
  return attention::scaled_dot_product_attention<double>(
             inputs.queries.cast<double>(), inputs.keys.cast<double>(), inputs.values.cast<double>(),
             {.scale = options.scale, .mask = mask_of(inputs.queries.rows(), inputs.keys.rows(), options)})
      .output;
}

std::vector<InstructionSet> instruction_sets() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : {InstructionSet::k128, InstructionSet::kAvx2, InstructionSet::kAvx512}) {
    if (attention::available(set)) sets.push_back(set);
  }
  return sets;
}

std::string name_of(InstructionSet set) {
  if (set == InstructionSet::kAvx512) return "AVX-512";
  return set == InstructionSet::kAvx2 ? "AVX2" : "128 bits";
}

/// Compares with the double path for every instruction set; returns the worst difference.
double check_against_double(const FloatInputs& inputs, FastAttentionOptions options) {
  const Matrix expected = reference(inputs, options);
  const double magnitude = std::max(1.0, inputs.values.size() == 0 ? 0.0 : double{inputs.values.cwiseAbs().maxCoeff()});
  double worst = 0;
  for (const InstructionSet set : instruction_sets()) {
    options.instruction_set = set;
    INFO("with " << name_of(set) << ", queries " << attention::shape_text(inputs.queries) << ", keys "
                 << attention::shape_text(inputs.keys) << ", values " << attention::shape_text(inputs.values)
                 << ", causal " << options.causal << ", offset " << options.offset);
    const FloatMatrix output = fast_attention(inputs.queries, inputs.keys, inputs.values, options);
    const support::Difference difference = worst_difference(output.cast<double>() / magnitude, expected / magnitude);
    CHECK(difference <= kTolerance);
    worst = std::max(worst, difference.size);
  }
  return worst;
}

/// The same question of a NaN: where it is, and that the rest is as expected.
void check_against_double_with_nan(const FloatInputs& inputs, FastAttentionOptions options) {
  const Matrix expected = reference(inputs, options);
  for (const InstructionSet set : instruction_sets()) {
    options.instruction_set = set;
    const FloatMatrix output = fast_attention(inputs.queries, inputs.keys, inputs.values, options);
    for (Index i = 0; i < output.rows(); ++i) {
      for (Index c = 0; c < output.cols(); ++c) {
        INFO("with " << name_of(set) << ", cell [" << i << ", " << c << "] is " << output(i, c) << ", not "
                     << expected(i, c));
        if (std::isfinite(expected(i, c))) {
          CHECK(std::abs(double{output(i, c)} - expected(i, c)) <= kTolerance * 5);
        } else {
          CHECK(!std::isfinite(output(i, c)));
          CHECK(std::isnan(output(i, c)) == std::isnan(expected(i, c)));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("fast attention is the double path's to 1e-5 at awkward numbers of queries") {
  double worst = 0;
  // Vectors are 4, 8 and 16 wide, panels 8, 24 and 48, blocks 96 and 192.
  for (const Index T : {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 23, 24, 25, 47, 48, 49, 95, 96, 97, 131, 191, 192, 193, 211}) {
    for (const bool causal : {false, true}) {
      worst = std::max(worst, check_against_double(random_inputs(T, T, 37, 16, 16), {.causal = causal}));
    }
  }
  MESSAGE("worst difference " << worst);
}

TEST_CASE("fast attention is the double path's to 1e-5 at awkward numbers of keys") {
  double worst = 0;
  for (const Index S : {1, 2, 3, 4, 5, 8, 59, 60, 61, 119, 120, 121, 127, 241, 367}) {  // a tile is 60 or 120
    for (const bool causal : {false, true}) {
      worst = std::max(worst, check_against_double(random_inputs(S, 29, S, 16, 16), {.causal = causal, .offset = 100}));
    }
  }
  MESSAGE("worst difference " << worst);
}

TEST_CASE("fast attention takes any width of keys and values") {
  double worst = 0;
  for (const Index d_k : {1, 2, 3, 4, 5, 7, 8, 13, 64, 80}) {
    for (const Index d_v : {1, 2, 3, 4, 5, 9, 17, 64}) {
      worst = std::max(worst, check_against_double(random_inputs(d_k * 100 + d_v, 27, 31, d_k, d_v), {.causal = true}));
    }
  }
  MESSAGE("worst difference " << worst);
}

TEST_CASE("fast attention is the double path's over random shapes, offsets and windows") {
  double worst = 0;
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed " << seed);
    attention::Pcg64 bits{attention::SeedSequence(support::entropy_of(seed))};
    const Index T = support::random_size(bits, 230), S = support::random_size(bits, 300);
    FastAttentionOptions options;
    options.causal = bits.next_uint64() % 2 == 0;
    options.offset = support::random_size(bits, 400) - 200;
    if (bits.next_uint64() % 2 == 0) options.window_left = support::random_size(bits, 60) - 1;
    if (bits.next_uint64() % 3 == 0) options.window_right = support::random_size(bits, 60) - 1;
    if (bits.next_uint64() % 3 == 0) options.scale = 0.3;
    const Index d_k = support::random_size(bits, 20), d_v = support::random_size(bits, 20);
    worst = std::max(worst, check_against_double(random_inputs(seed, T, S, d_k, d_v), options));
  }
  MESSAGE("worst difference " << worst);
}

TEST_CASE("heads side by side are as many attentions apart, read and written in place") {
  const Index T = 33, S = 41, d_k = 6, d_v = 5;
  const attention::HeadCounts counts{.heads = 6, .kv_heads = 2};
  const FloatInputs all = random_inputs(3, T, S, counts.heads * d_k, 0);
  const FloatInputs kv = random_inputs(4, 1, S, counts.kv_heads * d_k, counts.kv_heads * d_v);
  const FloatMatrix output = attention::fast_multi_head_attention(all.queries, kv.keys, kv.values, counts);
  REQUIRE(output.cols() == counts.heads * d_v);
  for (Index head = 0; head < counts.heads; ++head) {
    const Index group = head / 3;
    const FloatMatrix alone =
        fast_attention(all.queries.middleCols(head * d_k, d_k), kv.keys.middleCols(group * d_k, d_k),
                       kv.values.middleCols(group * d_v, d_v));
    CHECK(output.middleCols(head * d_v, d_v) == alone);
  }
  FloatMatrix frame = FloatMatrix::Constant(T + 2, d_v + 2, 7.0f);
  attention::fast_attention_into(all.queries.leftCols(d_k), kv.keys.leftCols(d_k), kv.values.leftCols(d_v),
                                 frame.block(1, 1, T, d_v));
  CHECK(frame.block(1, 1, T, d_v) == output.leftCols(d_v));
  frame.block(1, 1, T, d_v).setConstant(7.0f);
  CHECK((frame.array() == 7.0f).all());
}

TEST_CASE("any number of threads gives the same result") {
  const FloatInputs inputs = random_inputs(5, 700, 300, 16, 16);
  for (const bool causal : {false, true}) {
    const FloatMatrix alone = fast_attention(inputs.queries, inputs.keys, inputs.values, {.causal = causal});
    for (const int threads : {2, 3, 16}) {
      CHECK(fast_attention(inputs.queries, inputs.keys, inputs.values, {.causal = causal, .threads = threads}) ==
            alone);
    }
  }
}

TEST_CASE("a query with nothing to attend to has output 0") {
  const FloatInputs inputs = random_inputs(6, 50, 60, 8, 8);
  for (const InstructionSet set : instruction_sets()) {
    const FloatMatrix late = fast_attention(inputs.queries, inputs.keys, inputs.values,
                                            {.causal = true, .offset = -10, .instruction_set = set});
    CHECK((late.topRows(10).array() == 0).all());
    CHECK((late.row(10) - inputs.values.row(0)).cwiseAbs().maxCoeff() <= 1e-6f);
    const FloatMatrix none = fast_attention(inputs.queries, inputs.keys, inputs.values,
                                            {.causal = true, .offset = -1000, .instruction_set = set});
    CHECK((none.array() == 0).all());
    const FloatMatrix keyless =
        fast_attention(inputs.queries, inputs.keys.topRows(0), inputs.values.topRows(0), {.instruction_set = set});
    CHECK((keyless.array() == 0).all());
    CHECK(keyless.rows() == 50);
  }
  CHECK(fast_attention(inputs.queries.topRows(0), inputs.keys, inputs.values).rows() == 0);
}

TEST_CASE("offsets and windows of any size are taken") {
  const FloatInputs inputs = random_inputs(7, 9, 11, 4, 4);
  const Index largest = std::numeric_limits<Index>::max(), least = std::numeric_limits<Index>::min();
  const FloatMatrix open = fast_attention(inputs.queries, inputs.keys, inputs.values);
  CHECK(fast_attention(inputs.queries, inputs.keys, inputs.values, {.causal = true, .offset = largest}) == open);
  CHECK(fast_attention(inputs.queries, inputs.keys, inputs.values, {.window_left = largest, .window_right = largest}) ==
        open);
  CHECK((fast_attention(inputs.queries, inputs.keys, inputs.values, {.causal = true, .offset = least}).array() == 0)
            .all());
}

TEST_CASE("scores of some hundred keep the tolerance, and far larger ones choose one key") {
  FloatInputs inputs = random_inputs(8, 60, 250, 16, 16);
  MESSAGE("worst difference " << check_against_double(inputs, {.scale = 0.0}));
  MESSAGE("worst difference at scores of 60 " << check_against_double(inputs, {.scale = 4.0}));
  inputs.queries *= 1e15f;
  inputs.keys *= 1e15f;
  const Matrix expected = reference(inputs, {});
  for (const InstructionSet set : instruction_sets()) {
    const FloatMatrix output = fast_attention(inputs.queries, inputs.keys, inputs.values, {.instruction_set = set});
    CHECK(worst_difference(output.cast<double>(), expected) <= kTolerance);
  }
}

TEST_CASE("what a masked key and its value hold never reaches the output") {
  for (const float garbage : {kFloatNan, kFloatInfinity, -kFloatInfinity, 3e38f}) {
    FloatInputs inputs = random_inputs(9, 150, 150, 8, 8);
    const FloatMatrix clean = fast_attention(inputs.queries, inputs.keys, inputs.values, {.causal = true});
    inputs.keys.bottomRows(20).setConstant(garbage);
    inputs.values.bottomRows(20).setConstant(garbage);
    for (const InstructionSet set : instruction_sets()) {
      const FloatMatrix output =
          fast_attention(inputs.queries, inputs.keys, inputs.values, {.causal = true, .instruction_set = set});
      INFO("with " << name_of(set) << " and " << garbage);
      CHECK((output.topRows(130) - clean.topRows(130)).cwiseAbs().maxCoeff() <= 1e-5f);
    }
  }
}

TEST_CASE("NaN and infinity go where the arithmetic takes them") {
  const FastAttentionOptions causal{.causal = true};
  for (const float special : {kFloatNan, kFloatInfinity, -kFloatInfinity}) {
    for (FloatMatrix FloatInputs::*place : {&FloatInputs::queries, &FloatInputs::keys, &FloatInputs::values}) {
      FloatInputs inputs = random_inputs(10, 70, 70, 8, 8);
      (inputs.*place)(33, 2) = special;
      check_against_double_with_nan(inputs, causal);
      check_against_double_with_nan(inputs, {});
    }
  }
}

TEST_CASE("a score that overflows makes its row NaN, as softmax_rows has it; one that underflows adds nothing") {
  FloatInputs inputs = random_inputs(11, 3, 3, 2, 2);
  inputs.queries << 1e30f, 0, 1, 0, -1e30f, 0;
  inputs.keys << 1e30f, 0, 1, 0, 2, 0;
  for (const InstructionSet set : instruction_sets()) {
    const FloatMatrix output =
        fast_attention(inputs.queries, inputs.keys, inputs.values, {.scale = 1.0, .instruction_set = set});
    CHECK(output.row(0).array().isNaN().all());
    CHECK((output.row(1) - inputs.values.row(0)).cwiseAbs().maxCoeff() == 0);
    CHECK((output.row(2) - inputs.values.row(1)).cwiseAbs().maxCoeff() == 0);
  }
}

TEST_CASE("the kernel's power of 2 has a relative error of 2.5e-7 at most, down to its smallest result") {
  std::vector<const attention::AttentionKernel*> kernels = {attention::attention_kernel_128()};
  if (attention::available(InstructionSet::kAvx2)) kernels.push_back(attention::attention_kernel_avx2());
  if (attention::available(InstructionSet::kAvx512)) kernels.push_back(attention::attention_kernel_avx512());
  std::vector<float> x, result;
  for (float at = 0; at >= -125.5f; at -= 1.0f / 1024) x.push_back(at);
  for (float at = 1e-7f; at < 100; at *= 1.0013f) x.push_back(-at);
  result.resize(x.size());
  for (const attention::AttentionKernel* kernel : kernels) {
    kernel->exp2(x.data(), result.data(), static_cast<std::ptrdiff_t>(x.size()));
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double expected = std::exp(double{x[i]} * 0.69314718055994530942);
      worst = std::max(worst, std::abs(double{result[i]} - expected) / expected);
    }
    MESSAGE("worst relative error " << worst);
    CHECK(worst <= 2.5e-7);
    const float ends[] = {0.0f, -127.0f, -1000.0f, -3e38f, -kFloatInfinity, kFloatNan, -0.0f};
    float at_ends[7];
    kernel->exp2(ends, at_ends, 7);
    CHECK(at_ends[0] == 1);
    for (int i = 1; i < 5; ++i) CHECK(at_ends[i] == 0);
    CHECK(std::isnan(at_ends[5]));
    CHECK(at_ends[6] == 1);
  }
}

TEST_CASE("scratch memory does not grow with the number of tokens, and is below 1 MB a thread") {
  for (const InstructionSet set : instruction_sets()) {
    const std::size_t bytes = attention::fast_attention_workspace(128, 128, {.instruction_set = set});
    MESSAGE(name_of(set) << ": " << bytes << " bytes at d_k = d_v = 128");
    CHECK(bytes < 1'000'000);
  }
}

TEST_CASE("shape mistakes are said with both shapes") {
  const FloatMatrix a = FloatMatrix::Zero(3, 4), b = FloatMatrix::Zero(5, 6), c = FloatMatrix::Zero(2, 4);
  const auto sentence = [](const std::function<void()>& call) { return support::thrown_sentence(call); };
  const std::string widths = sentence([&] { fast_attention(a, b, b); });
  CHECK(support::contains(widths, "3 x 4"));
  CHECK(support::contains(widths, "5 x 6"));
  const std::string rows = sentence([&] { fast_attention(a, c, b); });
  CHECK(support::contains(rows, "2 x 4"));
  CHECK(support::contains(rows, "5 x 6"));
  FloatMatrix output(1, 1);
  const std::string target = sentence([&] { attention::fast_attention_into(a, a, a, output); });
  CHECK(support::contains(target, "1 x 1"));
  CHECK(support::contains(target, "3 x 4"));
  CHECK(support::contains(sentence([&] { attention::fast_multi_head_attention(a, a, a, {3, 2}); }), "divide"));
  CHECK(support::contains(sentence([&] { fast_attention(a, a, a, {.threads = 0}); }), "threads"));
}
