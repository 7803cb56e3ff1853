// What each instruction set's build of the fast kernel offers to fast_attention.cpp; not for users of the library.
//
// Those files are compiled with flags for processors that may not be this one. So nothing that another file might share
// (an inline function, a template of the standard library) may be compiled in them: plain structs and pointers only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attention {

/// One head: queries [T x d_k], keys [S x d_k], values [S x d_v], output [T x d_v], each row-major with its own
/// distance in floats from row to row. Query i may attend to key j where i + lower <= j <= i + upper.
struct HeadCall {
  const float* queries;
  const float* keys;
  const float* values;
  float* output;
  std::ptrdiff_t query_stride, key_stride, value_stride, output_stride;
  std::ptrdiff_t key_count;               ///< S
  std::ptrdiff_t key_width, value_width;  ///< d_k, d_v
  float scale;                            ///< of the scores, times log2(e): the kernel works with powers of 2
  std::ptrdiff_t lower, upper;            ///< small enough that adding a position cannot overflow
};

/// One instruction set.
struct AttentionKernel {
  std::ptrdiff_t block;  ///< queries that one call of `attend` takes at most
  /// Floats of scratch memory that `attend` needs, whatever T and S.
  std::ptrdiff_t (*workspace)(std::ptrdiff_t key_width, std::ptrdiff_t value_width);
  /// Attends from `count` queries, the first of them `first`. `workspace` is aligned to 64 bytes.
  void (*attend)(const HeadCall& call, std::ptrdiff_t first, std::ptrdiff_t count, float* workspace);
  /// out[i] = 2^x[i] for x <= 0 as `attend` computes it; for tests.
  void (*exp2)(const float* x, float* out, std::ptrdiff_t count);
};

/// The build that every processor of the platform runs, 128 bits wide: SSE2, NEON, or WebAssembly's SIMD.
const AttentionKernel* attention_kernel_128();
/// Null where this program was built without it; the caller has asked whether the processor has it.
const AttentionKernel* attention_kernel_avx2();
const AttentionKernel* attention_kernel_avx512();

}  // namespace attention
