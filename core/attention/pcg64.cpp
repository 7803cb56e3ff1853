#include "core/attention/pcg64.hpp"

#include <vector>

namespace attention {
namespace {

constexpr Uint128 kMultiplier = {2549297995355413924u, 4865540595714422341u};

Uint128 sum(const Uint128& a, const Uint128& b) {
  const std::uint64_t low = a.low + b.low;
  const std::uint64_t carry = low < a.low ? 1 : 0;
  return {a.high + b.high + carry, low};
}

/// The whole product of two 64-bit numbers, from the four products of their halves.
Uint128 full_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLowHalf = 0xffffffffu;
  const std::uint64_t a_low = a & kLowHalf, a_high = a >> 32;
  const std::uint64_t b_low = b & kLowHalf, b_high = b >> 32;
  const std::uint64_t low = a_low * b_low;
  const std::uint64_t middle = a_high * b_low + (low >> 32);  // no overflow: (2^32-1)^2 + 2^32-1 < 2^64
  const std::uint64_t other_middle = a_low * b_high + (middle & kLowHalf);
  return {a_high * b_high + (middle >> 32) + (other_middle >> 32), (other_middle << 32) | (low & kLowHalf)};
}

Uint128 product(const Uint128& a, const Uint128& b) {
  Uint128 result = full_product(a.low, b.low);
  result.high += a.high * b.low + a.low * b.high;
  return result;
}

/// By 0 to 63 bits; std::rotr takes an int in one standard library and an unsigned in another.
std::uint64_t rotated_right(std::uint64_t value, unsigned bits) { return value >> bits | value << ((64 - bits) % 64); }

}  // namespace

Pcg64::Pcg64(const SeedSequence& seed_sequence) {
  // NumPy reads 8 words as 4 numbers of 64 bits, low word first: the high and low half of the initial state, then
  // those of the stream, which becomes an odd increment.
  const std::vector<std::uint32_t> words = seed_sequence.generate_state(8);
  const auto number = [&words](std::size_t i) { return std::uint64_t{words[2 * i + 1]} << 32 | words[2 * i]; };
  const Uint128 initial = {number(0), number(1)};
  const Uint128 stream = {number(2), number(3)};
  increment_ = {stream.high << 1 | stream.low >> 63, stream.low << 1 | 1};
  step();
  state_ = sum(state_, initial);
  step();
}

void Pcg64::step() { state_ = sum(product(state_, kMultiplier), increment_); }

std::uint64_t Pcg64::next_uint64() {
  step();
  return rotated_right(state_.high ^ state_.low, static_cast<unsigned>(state_.high >> 58));
}

double Pcg64::next_double() { return static_cast<double>(next_uint64() >> 11) * 0x1p-53; }

}  // namespace attention
