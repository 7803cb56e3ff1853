// The fast kernel for tests/bench/page.mjs: attention on floats that JavaScript puts into this module's memory.
#include <emscripten.h>
#include <wasm_simd128.h>

#include "core/attention/fast_attention.hpp"

using Floats = Eigen::Map<const attention::FloatMatrix>;

extern "C" {

/// queries, keys, values and output are n x width, row-major.
EMSCRIPTEN_KEEPALIVE void attend(int n, int width, int causal, const float* queries, const float* keys,
                                 const float* values, float* output) {
  attention::fast_attention_into(Floats(queries, n, width), Floats(keys, n, width), Floats(values, n, width),
                                 Eigen::Map<attention::FloatMatrix>(output, n, width), {.causal = causal != 0});
}

/// `rounds` of nothing but a multiplication and an addition on 13 vectors in registers, enough to cover the latency
/// of both; what comes out is of no use. 104 floating-point operations a round.
EMSCRIPTEN_KEEPALIVE float multiply_add(int rounds, float factor) {
  const v128_t f = wasm_f32x4_splat(factor);
#define AP_ALL(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11) M(12)
#define AP_DECLARE(i) v128_t x##i = wasm_f32x4_splat(factor * (i + 1));
#define AP_STEP(i) x##i = wasm_f32x4_add(wasm_f32x4_mul(x##i, f), f);
#define AP_SUM(i) sum = wasm_f32x4_add(sum, x##i);
  AP_ALL(AP_DECLARE)
  for (int i = 0; i < rounds; ++i) {
    AP_ALL(AP_STEP)
  }
  v128_t sum = f;
  AP_ALL(AP_SUM)
  return wasm_f32x4_extract_lane(sum, 0);
}

}  // extern "C"
