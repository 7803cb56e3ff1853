// 128 bits: SSE2, NEON, WebAssembly. Sixteen registers: 4 x 2 sums, 2 vectors of queries, a broadcast, a product.
#define AP_LANES 4
#define AP_VECTORS 2
#define AP_ROWS 4
#if defined(__wasm__)
#define AP_UNROLL 1  // clang 14 sorts unrolled steps by sum, not by time: 1.7 times slower in V8
#else
#define AP_UNROLL 4
#endif
#define AP_BLOCK 384
#define AP_TILE 120
#include "core/attention/attention_kernel_source.hpp"

namespace attention {

const AttentionKernel* attention_kernel_128() { return &kKernel; }

}  // namespace attention
