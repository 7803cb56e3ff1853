// AVX-512. Thirty-two registers: 8 x 3 sums, 3 vectors of queries, broadcasts.
#include "core/attention/attention_kernel.hpp"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define AP_LANES 16
#define AP_VECTORS 3
#define AP_ROWS 8
#define AP_UNROLL 4
#define AP_BLOCK 768
#define AP_TILE 120
#include "core/attention/attention_kernel_source.hpp"

namespace attention {

const AttentionKernel* attention_kernel_avx512() { return &kKernel; }

}  // namespace attention
#else
namespace attention {

const AttentionKernel* attention_kernel_avx512() { return nullptr; }

}  // namespace attention
#endif
