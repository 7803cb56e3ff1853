// 128 bits: SSE2, NEON, WebAssembly. Sixteen registers: 4 x 2 sums, 2 vectors of queries, a broadcast, a product.
#define AP_LANES 4
#define AP_VECTORS 2
#define AP_ROWS 4
#define AP_BLOCK 96
#define AP_TILE 120
#include "core/attention/attention_kernel_source.hpp"

namespace attention {

const AttentionKernel* attention_kernel_128() { return &kKernel; }

}  // namespace attention
