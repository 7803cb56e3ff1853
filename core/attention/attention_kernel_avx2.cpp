// AVX2 with FMA. Sixteen registers: 4 x 3 sums, 3 vectors of queries, a broadcast.
#include "core/attention/attention_kernel.hpp"

#if defined(__AVX2__) && defined(__FMA__)
#define AP_LANES 8
#define AP_VECTORS 3
#define AP_ROWS 4
#define AP_UNROLL 4
#define AP_BLOCK 768
#define AP_TILE 120
#include "core/attention/attention_kernel_source.hpp"

namespace attention {

const AttentionKernel* attention_kernel_avx2() { return &kKernel; }

}  // namespace attention
#else
namespace attention {

const AttentionKernel* attention_kernel_avx2() { return nullptr; }

}  // namespace attention
#endif
