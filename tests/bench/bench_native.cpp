// The fast kernel natively for tests/bench/native.py, as a library with C functions, so that one process times all.
#include <algorithm>
#include <chrono>

#include "core/attention/fast_attention.hpp"

namespace {

using Floats = Eigen::Map<const attention::FloatMatrix>;

}  // namespace

extern "C" {

/// queries, keys, values and output are n x width, row-major.
void attend(long n, long width, int causal, const float* queries, const float* keys, const float* values,
            float* output) {
  attention::fast_attention_into(Floats(queries, n, width), Floats(keys, n, width), Floats(values, n, width),
                                 Eigen::Map<attention::FloatMatrix>(output, n, width), {.causal = causal != 0});
}

/// 128, 2 or 512: the instruction set that attend chooses.
int instruction_set() {
  const attention::InstructionSet best = attention::best_instruction_set();
  if (best == attention::InstructionSet::kAvx512) return 512;
  return best == attention::InstructionSet::kAvx2 ? 2 : 128;
}

/// The best of many short runs of nothing but multiply-adds, in 10^9 floating-point operations a second: 2 for each
/// multiply-add.
double multiply_add_peak();

}  // extern "C"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRounds = 100'000;

double best_of_many(void (*round)(), double operations) {
  double best = 0;
  for (int i = 0; i < 200; ++i) {
    const Clock::time_point start = Clock::now();
    round();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    best = std::max(best, operations / seconds / 1e9);
  }
  return best;
}

// Ten chains cover the latency; the empty assembly keeps the compiler from seeing that nobody wants the result.
#define AP_TEN(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9)
#define AP_DECLARE(i) auto x##i = factor;

__attribute__((target("avx2,fma"))) void avx2_round() {
  const __m256 factor = _mm256_set1_ps(0.5f);
#define AP_STEP(i) x##i = _mm256_fmadd_ps(x##i, factor, factor);
#define AP_KEEP(i) asm volatile("" : "+x"(x##i));
  AP_TEN(AP_DECLARE)
  for (int i = 0; i < kRounds; ++i) {
    AP_TEN(AP_STEP)
    AP_TEN(AP_KEEP)
  }
#undef AP_STEP
#undef AP_KEEP
}

__attribute__((target("avx512f"))) void avx512_round() {
  const __m512 factor = _mm512_set1_ps(0.5f);
#define AP_STEP(i) x##i = _mm512_fmadd_ps(x##i, factor, factor);
#define AP_KEEP(i) asm volatile("" : "+v"(x##i));
  AP_TEN(AP_DECLARE)
  for (int i = 0; i < kRounds; ++i) {
    AP_TEN(AP_STEP)
    AP_TEN(AP_KEEP)
  }
#undef AP_STEP
#undef AP_KEEP
}

void sse_round() {
  const __m128 factor = _mm_set1_ps(0.5f);
#define AP_STEP(i) x##i = _mm_add_ps(_mm_mul_ps(x##i, factor), factor);
#define AP_KEEP(i) asm volatile("" : "+x"(x##i));
  AP_TEN(AP_DECLARE)
  for (int i = 0; i < kRounds; ++i) {
    AP_TEN(AP_STEP)
    AP_TEN(AP_KEEP)
  }
#undef AP_STEP
#undef AP_KEEP
}

}  // namespace

double multiply_add_peak() {
  const int set = instruction_set();
  if (set == 512) return best_of_many(avx512_round, 20.0 * 16 * kRounds);
  if (set == 2) return best_of_many(avx2_round, 20.0 * 8 * kRounds);
  return best_of_many(sse_round, 20.0 * 4 * kRounds);
}
#else
double multiply_add_peak() { return 0; }
#endif
