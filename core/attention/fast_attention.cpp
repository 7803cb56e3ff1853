#include "core/attention/fast_attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#if !defined(__wasm__)
#include <atomic>
#include <thread>
#endif

#include "core/attention/attention_kernel.hpp"

namespace attention {
namespace {

constexpr double kLog2E = 1.4426950408889634;
constexpr Index kUnbounded = Index{1} << (sizeof(Index) * 8 - 3);
constexpr std::size_t kAlignment = 64;
constexpr Index kSmallestBlock = 96;
constexpr Index kTasksPerThread = 4;

const AttentionKernel* kernel_of(InstructionSet set) {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
  if (set == InstructionSet::kAvx512) {
    const bool has =
        __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return has ? attention_kernel_avx512() : nullptr;
  }
  if (set == InstructionSet::kAvx2) {
    const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return has ? attention_kernel_avx2() : nullptr;
  }
#endif
  return set == InstructionSet::k128 ? attention_kernel_128() : nullptr;
}

const AttentionKernel& chosen_kernel(const FastAttentionOptions& options) {
  const AttentionKernel* kernel = kernel_of(options.instruction_set.value_or(best_instruction_set()));
  require(kernel != nullptr, "this program or this processor lacks the instruction set that was asked for");
  return *kernel;
}

int thread_count(const FastAttentionOptions& options) {
  require(options.threads >= 1, std::to_string(options.threads) + " threads cannot be: at least 1 works");
#if defined(__wasm__)
  return 1;
#else
  return options.threads;
#endif
}

/// Scratch memory of one thread, aligned as the kernel wants it. Not set to zero: that would take a small call longer
/// than its softmax.
class Workspace {
 public:
  explicit Workspace(std::size_t floats) : memory_(new std::byte[floats * sizeof(float) + kAlignment]) {}
  float* begin() {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(memory_.get());
    return reinterpret_cast<float*>((address + kAlignment - 1) / kAlignment * kAlignment);
  }

 private:
  std::unique_ptr<std::byte[]> memory_;
};

void require_widths(const FloatView& queries, const FloatView& keys, const FloatView& values,
                    const HeadCounts& counts) {
  const Index H = counts.heads, G = counts.kv_heads;
  require(H >= 1 && G >= 1 && H % G == 0, std::to_string(G) + " key/value heads for " + std::to_string(H) +
                                              " query heads: the first must divide the second");
  require(
      queries.cols() % H == 0 && keys.cols() % G == 0 && queries.cols() > 0 && queries.cols() / H == keys.cols() / G,
      "queries are " + shape_text(queries) + " in " + std::to_string(H) + " heads and keys are " + shape_text(keys) +
          " in " + std::to_string(G) + ": a head needs the same width in both, at least 1");
  require(keys.rows() == values.rows(),
          "keys are " + shape_text(keys) + " and values are " + shape_text(values) + ": each key needs one value");
  require(values.cols() % G == 0,
          "values are " + shape_text(values) + ": " + std::to_string(G) + " heads do not divide their width");
}

HeadCall call_of(const FloatView& queries, const FloatView& keys, const FloatView& values, const HeadCounts& counts,
                 const FastAttentionOptions& options, FloatTarget& output) {
  const Index key_width = keys.cols() / counts.kv_heads, value_width = values.cols() / counts.kv_heads;
  const double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(key_width)));
  const auto bounded = [](Index bound) { return std::clamp(bound, -kUnbounded, kUnbounded); };
  const Index offset = bounded(options.offset);
  Index lower = -kUnbounded, upper = kUnbounded;
  if (options.window_left) lower = bounded(offset - bounded(*options.window_left));
  if (options.window_right) upper = bounded(offset + bounded(*options.window_right));
  if (options.causal) upper = std::min(upper, offset);
  return {.queries = queries.data(),
          .keys = keys.data(),
          .values = values.data(),
          .output = output.data(),
          .query_stride = queries.outerStride(),
          .key_stride = keys.outerStride(),
          .value_stride = values.outerStride(),
          .output_stride = output.outerStride(),
          .key_count = keys.rows(),
          .key_width = key_width,
          .value_width = value_width,
          .scale = static_cast<float>(scale * kLog2E),
          .lower = lower,
          .upper = upper};
}

/// One head of the call with all of them.
HeadCall head_of(const HeadCall& all, Index head, const HeadCounts& counts) {
  const Index kv_head = kv_head_of(head, counts);
  HeadCall call = all;
  call.queries += head * all.key_width;
  call.keys += kv_head * all.key_width;
  call.values += kv_head * all.value_width;
  call.output += head * all.value_width;
  return call;
}

/// Queries of one task: as many as share the packing of keys and values best, but enough tasks for all threads.
Index block_of(const AttentionKernel& kernel, Index T, Index heads, Index threads) {
  Index block = kernel.block;
  while (threads > 1 && block > kSmallestBlock && (T + block - 1) / block * heads < kTasksPerThread * threads) {
    block /= 2;
  }
  return block;
}

void attend_heads_into(const FloatView& queries, const FloatView& keys, const FloatView& values,
                       const HeadCounts& counts, const FastAttentionOptions& options, FloatTarget output) {
  const AttentionKernel& kernel = chosen_kernel(options);
  const HeadCall all = call_of(queries, keys, values, counts, options, output);
  const Index T = queries.rows(), block = block_of(kernel, T, counts.heads, thread_count(options));
  const Index blocks = (T + block - 1) / block, tasks = blocks * counts.heads;
  const auto floats = static_cast<std::size_t>(kernel.workspace(all.key_width, all.value_width));
  // Late blocks first: with a causal mask they are the long ones.
  const auto attend = [&](Index task, float* workspace) {
    const Index first = (blocks - 1 - task % blocks) * block;
    kernel.attend(head_of(all, task / blocks, counts), first, std::min(block, T - first), workspace);
  };
  [[maybe_unused]] const Index threads = std::min<Index>(thread_count(options), tasks);
#if !defined(__wasm__)
  if (threads > 1) {
    std::vector<Workspace> workspaces;
    for (Index i = 0; i < threads; ++i) workspaces.emplace_back(floats);
    std::atomic<Index> next = 0;
    const auto work = [&](Workspace& workspace) {
      for (Index task = next++; task < tasks; task = next++) attend(task, workspace.begin());
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < workspaces.size(); ++i) others.emplace_back([&, i] { work(workspaces[i]); });
    work(workspaces[0]);
    return;
  }
#endif
  Workspace workspace(floats);
  for (Index task = 0; task < tasks; ++task) attend(task, workspace.begin());
}

}  // namespace

bool available(InstructionSet set) { return kernel_of(set) != nullptr; }

InstructionSet best_instruction_set() {
  if (available(InstructionSet::kAvx512)) return InstructionSet::kAvx512;
  if (available(InstructionSet::kAvx2)) return InstructionSet::kAvx2;
  return InstructionSet::k128;
}

FloatMatrix fast_attention(const FloatView& queries, const FloatView& keys, const FloatView& values,
                           const FastAttentionOptions& options) {
  return fast_multi_head_attention(queries, keys, values, HeadCounts{}, options);
}

void fast_attention_into(const FloatView& queries, const FloatView& keys, const FloatView& values, FloatTarget output,
                         const FastAttentionOptions& options) {
  require_widths(queries, keys, values, HeadCounts{});
  require(output.rows() == queries.rows() && output.cols() == values.cols(),
          "the output is " + shape_text(output) + " and should be " + shape_text(queries.rows(), values.cols()));
  attend_heads_into(queries, keys, values, HeadCounts{}, options, output);
}

FloatMatrix fast_multi_head_attention(const FloatView& queries, const FloatView& keys, const FloatView& values,
                                      const HeadCounts& counts, const FastAttentionOptions& options) {
  require_widths(queries, keys, values, counts);
  FloatMatrix output(queries.rows(), values.cols() / counts.kv_heads * counts.heads);
  attend_heads_into(queries, keys, values, counts, options, output);
  return output;
}

std::size_t fast_attention_workspace(Index key_width, Index value_width, const FastAttentionOptions& options) {
  const auto floats = static_cast<std::size_t>(chosen_kernel(options).workspace(key_width, value_width));
  return static_cast<std::size_t>(thread_count(options)) * (floats * sizeof(float) + kAlignment);
}

}  // namespace attention
