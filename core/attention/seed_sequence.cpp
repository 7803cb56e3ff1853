// The hash is M. E. O'Neill's seed_seq_fe ("Developing a seed_seq Alternative", 2015), in the form that NEP 19 made
// NumPy's. All arithmetic is modulo 2^32.
#include "core/attention/seed_sequence.hpp"

#include <algorithm>

namespace attention {
namespace {

constexpr std::size_t kMaxDigits = 1'000;
constexpr std::uint32_t kShift = 16;

std::uint32_t folded(std::uint32_t value) { return value ^ (value >> kShift); }

/// Hashes word after word; its multiplier moves on with every word, so that equal words hash differently.
class Hash {
 public:
  Hash(std::uint32_t initial, std::uint32_t multiplier) : constant_(initial), multiplier_(multiplier) {}

  std::uint32_t operator()(std::uint32_t word) {
    word ^= constant_;
    constant_ *= multiplier_;
    return folded(word * constant_);
  }

 private:
  std::uint32_t constant_;
  std::uint32_t multiplier_;
};

std::uint32_t mixed(std::uint32_t x, std::uint32_t y) { return folded(0xca01f9ddu * x - 0x4973f715u * y); }

/// words = words * factor + summand; a carry beyond the last word becomes a new word.
void multiply_add(Entropy& words, std::uint32_t factor, std::uint32_t summand) {
  std::uint64_t carry = summand;
  for (std::uint32_t& word : words) {
    carry += std::uint64_t{word} * factor;
    word = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
}

}  // namespace

std::optional<Entropy> entropy_from_decimal(std::string_view decimal) {
  const auto is_digit = [](char character) { return character >= '0' && character <= '9'; };
  if (decimal.empty() || decimal.size() > kMaxDigits || !std::all_of(decimal.begin(), decimal.end(), is_digit)) {
    return std::nullopt;
  }
  Entropy words;
  for (const char digit : decimal) multiply_add(words, 10, static_cast<std::uint32_t>(digit - '0'));
  if (words.empty()) words.push_back(0);  // NumPy: the integer 0 is one word, not none
  return words;
}

void append_entropy(Entropy& entropy, std::uint64_t value) {
  entropy.push_back(static_cast<std::uint32_t>(value));
  if (value >> 32 != 0) entropy.push_back(static_cast<std::uint32_t>(value >> 32));
}

SeedSequence::SeedSequence(const Entropy& entropy) : pool_{} {
  Hash hash(0x43b0d7e5u, 0x931e8875u);
  for (std::size_t i = 0; i < pool_.size(); ++i) pool_[i] = hash(i < entropy.size() ? entropy[i] : 0);
  for (std::size_t source = 0; source < pool_.size(); ++source) {
    for (std::size_t target = 0; target < pool_.size(); ++target) {
      if (source != target) pool_[target] = mixed(pool_[target], hash(pool_[source]));
    }
  }
  for (std::size_t extra = pool_.size(); extra < entropy.size(); ++extra) {
    for (std::uint32_t& word : pool_) word = mixed(word, hash(entropy[extra]));
  }
}

std::vector<std::uint32_t> SeedSequence::generate_state(std::size_t words) const {
  Hash hash(0x8b51f9ddu, 0x58f38dedu);
  std::vector<std::uint32_t> state;
  state.reserve(words);
  for (std::size_t i = 0; i < words; ++i) state.push_back(hash(pool_[i % pool_.size()]));
  return state;
}

}  // namespace attention
