#include "core/attention/pcg64.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/golden.hpp"
#include "tests/support/random_attention.hpp"

using nlohmann::json;

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
