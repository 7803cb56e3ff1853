// The fast kernel for tests/bench/page.mjs: attention on floats that JavaScript puts into this module's memory.
#include <emscripten.h>

#include "core/attention/fast_attention.hpp"

using Floats = Eigen::Map<const attention::FloatMatrix>;

extern "C" {

/// queries, keys, values and output are n x width, row-major.
EMSCRIPTEN_KEEPALIVE void attend(int n, int width, int causal, const float* queries, const float* keys,
                                 const float* values, float* output) {
  attention::fast_attention_into(Floats(queries, n, width), Floats(keys, n, width), Floats(values, n, width),
                                 Eigen::Map<attention::FloatMatrix>(output, n, width), {.causal = causal != 0});
}

}  // extern "C"
