// Vectors of AP_LANES floats for attention_kernel_source.hpp, on the vector extensions that GCC and clang share.
//
// They compile for every instruction set from one source, fuse multiply-adds under -ffp-contract=fast, and need no
// library. docs/decisions/0006-simd.md says why not Highway. Another compiler gets arrays, and plain loops.
#pragma once

#include <cstddef>
#include <cstdint>
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace attention {
namespace {

using Size = std::ptrdiff_t;

constexpr Size kLanes = AP_LANES;

typedef float Floats __attribute__((vector_size(sizeof(float) * AP_LANES), __may_alias__));
typedef std::int32_t Ints __attribute__((vector_size(sizeof(float) * AP_LANES), __may_alias__));
typedef float Quad __attribute__((vector_size(16), aligned(4), __may_alias__));

#define AP_INLINE inline __attribute__((always_inline))
/// A loop over the few vectors or rows of a register block, unrolled.
#define AP_EACH(i, count) _Pragma("GCC unroll 16") for (int i = 0; i < (count); ++i)

/// p is aligned to the size of a vector.
AP_INLINE Floats load(const float* p) { return *reinterpret_cast<const Floats*>(p); }
AP_INLINE void store(float* p, Floats x) { *reinterpret_cast<Floats*>(p) = x; }

/// The number at p in every lane.
AP_INLINE Floats splat(const float* p) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Floats>(wasm_v128_load32_splat(p));  // clang 14 inserts lane by lane otherwise
#else
  return *p - Floats{};
#endif
}
AP_INLINE Floats splat(float x) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Floats>(wasm_f32x4_splat(x));
#else
  return x - Floats{};
#endif
}
AP_INLINE Ints splat(std::int32_t x) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Ints>(wasm_i32x4_splat(x));
#else
  return x - Ints{};
#endif
}

AP_INLINE Floats select(Ints condition, Floats yes, Floats no) {
  return reinterpret_cast<Floats>((condition & reinterpret_cast<Ints>(yes)) |
                                  (~condition & reinterpret_cast<Ints>(no)));
}

/// b where either is NaN: one instruction (maxps; pmax in WebAssembly, whose plain max takes seven).
AP_INLINE Floats larger(Floats a, Floats b) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Floats>(wasm_f32x4_pmax(reinterpret_cast<v128_t>(b), reinterpret_cast<v128_t>(a)));
#else
  return a > b ? a : b;
#endif
}

/// 0, 1, 2, ... plus `first`.
AP_INLINE Ints lanes_from(Size first) {
  Ints lanes;
  for (Size i = 0; i < kLanes; ++i) lanes[i] = static_cast<std::int32_t>(first + i);
  return lanes;
}

/// x[i] = 2^x[i] for x <= 0; exactly 1 at 0, exactly 0 below -126.5, NaN of NaN. The relative error is 2.5e-7 at most:
/// 1.1e-7 from the polynomial (degree 5, minimax for 2^f on [-1/2, 1/2] with 2^0 = 1), the rest from rounding.
/// Step by step for all N: one after the other, each waits for its own last step, and the next is not yet in sight.
template <int N>
AP_INLINE void exp2_below_0(Floats (&x)[N]) {
  constexpr float kRounder = 12582912.0f + 127.0f;  // 1.5 * 2^23 rounds to an integer; 127 biases the exponent
  Floats rounded[N], p[N];
  Floats least = splat(-127.0f);
#if defined(__SSE__)
  asm("" : "+x"(least));  // where GCC 12 knows the number, it compares and blends
#endif
  AP_EACH(i, N) x[i] = larger(least, x[i]);
  AP_EACH(i, N) rounded[i] = x[i] + kRounder;
  AP_EACH(i, N) x[i] -= rounded[i] - kRounder;
  AP_EACH(i, N) p[i] = x[i] * 1.32647272e-3f + 9.67151269e-3f;
  AP_EACH(i, N) p[i] = p[i] * x[i] + 5.55073374e-2f;
  AP_EACH(i, N) p[i] = p[i] * x[i] + 2.40222421e-1f;
  AP_EACH(i, N) p[i] = p[i] * x[i] + 6.93146978e-1f;
  AP_EACH(i, N) p[i] = p[i] * x[i] + 1.0f;
  AP_EACH(i, N) x[i] = p[i] * reinterpret_cast<Floats>(reinterpret_cast<Ints>(rounded[i]) << 23);
}

/// Four floats.
AP_INLINE void copy_quad(const float* from, float* to) {
  *reinterpret_cast<Quad*>(to) = *reinterpret_cast<const Quad*>(from);
}

/// to[c][r] = from[r][c] for a square of 4 x 4 whose rows are a stride apart.
AP_INLINE void transpose_square(const float* from, Size from_stride, float* to, Size to_stride) {
  const Quad a = *reinterpret_cast<const Quad*>(from), b = *reinterpret_cast<const Quad*>(from + from_stride);
  const Quad c = *reinterpret_cast<const Quad*>(from + 2 * from_stride);
  const Quad d = *reinterpret_cast<const Quad*>(from + 3 * from_stride);
  const Quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  *reinterpret_cast<Quad*>(to) = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  *reinterpret_cast<Quad*>(to + to_stride) = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  *reinterpret_cast<Quad*>(to + 2 * to_stride) = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  *reinterpret_cast<Quad*>(to + 3 * to_stride) = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/// to [columns x rows] = the transpose of from [rows x columns].
inline void transpose(const float* from, Size from_stride, Size rows, Size columns, float* to, Size to_stride) {
  const Size whole_rows = rows / 4 * 4, whole_columns = columns / 4 * 4;
  for (Size r = 0; r < whole_rows; r += 4) {
    for (Size c = 0; c < whole_columns; c += 4) {
      transpose_square(from + r * from_stride + c, from_stride, to + c * to_stride + r, to_stride);
    }
  }
  for (Size r = 0; r < rows; ++r) {
    for (Size c = r < whole_rows ? whole_columns : 0; c < columns; ++c)
      to[c * to_stride + r] = from[r * from_stride + c];
  }
}

}  // namespace
}  // namespace attention
