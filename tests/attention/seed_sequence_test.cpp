#include "core/attention/seed_sequence.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/golden.hpp"

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
