#include "core/attention/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "tests/support/golden.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::Entropy;
using nlohmann::json;

Entropy entropy_of_integers(const json& integers) {
  Entropy entropy;
  for (const json& integer : integers) {
    const std::optional<Entropy> words = attention::entropy_from_decimal(integer.get<std::string>());
    REQUIRE(words);
    entropy.insert(entropy.end(), words->begin(), words->end());
  }
  return entropy;
}

/// std::bit_cast, which the library of clang 14 lacks.
std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace

TEST_CASE("decimal seeds of any length become NumPy's words") {
  const json golden = support::golden("random");
  for (const json& expected : golden["normal"]) {
    const Entropy words = entropy_of_integers(expected["integers"]);
    CHECK_MESSAGE(words == expected["words"].get<Entropy>(), "seed ", expected["integers"].dump());
  }
}

TEST_CASE("leading zeros do not change a seed") {
  CHECK(attention::entropy_from_decimal("000") == Entropy{0});
  CHECK(attention::entropy_from_decimal("007") == Entropy{7});
  CHECK(attention::entropy_from_decimal("0000000004294967296") == Entropy{0, 1});
}

TEST_CASE("what is no decimal number is no seed") {
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1.5", "1e3", "0x10", "seven", "\xd9\xa3"}) {
    CHECK_MESSAGE(!attention::entropy_from_decimal(text), "\"", text, "\"");
  }
}

TEST_CASE("a seed has at most a thousand digits") {
  CHECK(attention::entropy_from_decimal(std::string(1'000, '9')));
  CHECK_FALSE(attention::entropy_from_decimal(std::string(1'001, '9')));
}

TEST_CASE("appended integers follow each other word by word") {
  Entropy entropy;
  for (const std::uint64_t integer : {std::uint64_t{7}, std::uint64_t{0}, std::uint64_t{1} << 32 | 5}) {
    attention::append_entropy(entropy, integer);
  }
  CHECK(entropy == Entropy{7, 0, 5, 1});
}

TEST_CASE("the seed sequence makes NumPy's state") {
  const json golden = support::golden("random");
  for (const json& expected : golden["normal"]) {
    const Entropy state = expected["state"].get<Entropy>();
    const attention::SeedSequence sequence(expected["words"].get<Entropy>());
    CHECK_MESSAGE(sequence.generate_state(state.size()) == state, "seed ", expected["integers"].dump());
  }
}

TEST_CASE("PCG64 gives the numbers that NumPy publishes") {
  const json sets = support::golden("random")["pcg64"];
  REQUIRE(sets.size() == 2);
  for (const json& published : sets) {
    attention::Pcg64 bits{attention::SeedSequence(support::entropy_of(published["seed"].get<std::uint64_t>()))};
    std::size_t equal = 0;
    while (equal < published["values"].size() && bits.next_uint64() == published["values"][equal]) ++equal;
    CHECK_MESSAGE(equal == published["values"].size(), published["source"], ": first difference at ", equal);
  }
}

TEST_CASE("a uniform double is the upper 53 bits of the next number") {
  attention::Pcg64 doubles{attention::SeedSequence({7})};
  attention::Pcg64 integers{attention::SeedSequence({7})};
  for (int i = 0; i < 1'000; ++i) {
    const double uniform = doubles.next_double();
    REQUIRE(uniform == std::ldexp(static_cast<double>(integers.next_uint64() >> 11), -53));
  }
}

TEST_CASE("normal draws are NumPy's bit for bit, 200,000 deep") {
  const json golden = support::golden("random");
  const std::size_t draws = golden["draws"], stride = golden["stride"];
  const double tolerance = golden["tolerance"];
  for (const json& expected : golden["normal"]) {
    INFO("seed ", expected["integers"].dump());
    attention::Generator generator(expected["words"].get<Entropy>());
    const json& every = expected["every"];
    const json& tail = expected["tail"];
    std::uint64_t checksum = 0;
    std::size_t in_tail = 0;
    double worst_tail = 0;
    std::string first_wrong;  // a wrong branch shifts all that follows: the first place tells the most
    for (std::size_t i = 0; i < draws; ++i) {
      const double draw = generator.standard_normal();
      const bool from_tail = in_tail < tail.size() && tail[in_tail][0] == i;
      if (from_tail) {
        const double wanted = tail[in_tail++][1];
        const double error = std::abs(draw - wanted) / std::abs(wanted);
        worst_tail = std::max(worst_tail, error);
        if (error > tolerance && first_wrong.empty()) first_wrong = "the tail at draw " + std::to_string(i);
      } else {
        checksum += bits_of(draw) * (2 * i + 1);
        if (i % stride == 0 && draw != every[i / stride] && first_wrong.empty()) {
          first_wrong = "draw " + std::to_string(i);
        }
      }
    }
    CHECK_MESSAGE(first_wrong.empty(), "first difference: ", first_wrong);
    CHECK_MESSAGE(worst_tail <= tolerance, "worst relative difference in the tail ", worst_tail);
    CHECK_MESSAGE(checksum == expected["checksum"], "some draw between those listed differs in some bit");
  }
}

TEST_CASE("a matrix is drawn row by row") {
  attention::Generator one_by_one({7}), at_once({7});
  const attention::Matrix normals = at_once.standard_normal(3, 5);
  for (attention::Index row = 0; row < 3; ++row) {
    for (attention::Index column = 0; column < 5; ++column) {
      REQUIRE(normals(row, column) == one_by_one.standard_normal());
    }
  }
}

TEST_CASE("a matrix of negative size is refused with its shape") {
  attention::Generator generator({7});
  const std::string sentence = support::thrown_sentence([&] { generator.standard_normal(-1, 4); });
  CHECK_MESSAGE(support::contains(sentence, "-1 x 4"), sentence);
}
