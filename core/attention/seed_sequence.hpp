// SeedSequence: turns a seed of any length into the state of a generator, as NumPy does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace attention {

/// A seed as NumPy sees it: 32-bit words, least significant first. Words of several integers follow each other.
using Entropy = std::vector<std::uint32_t>;

/// The words of a non-negative decimal integer ("0", "007", "123456789012345678901234567890"); nothing where the text
/// is no such number (empty, a sign, a blank, a letter) or has more than 1,000 digits.
std::optional<Entropy> entropy_from_decimal(std::string_view decimal);

/// Appends the words of one non-negative integer, as NumPy does for a list of integers such as [seed, 0].
void append_entropy(Entropy& entropy, std::uint64_t value);

/// numpy.random.SeedSequence(entropy) with the default pool of 4 words.
class SeedSequence {
 public:
  explicit SeedSequence(const Entropy& entropy);

  /// generate_state(words, numpy.uint32)
  std::vector<std::uint32_t> generate_state(std::size_t words) const;

 private:
  std::array<std::uint32_t, 4> pool_;
};

}  // namespace attention
