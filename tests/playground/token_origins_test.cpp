#include "core/playground/token_origins.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/playground/session.hpp"

using Origins = std::vector<int>;

namespace {

Origins origins(const std::string& before, const std::string& after, const Origins& said = {}) {
  return playground::token_origins(playground::tokenize(before), playground::tokenize(after), said);
}

}  // namespace

TEST_CASE("words at both ends that stay are the same, and new ones between are new") {
  CHECK(origins("a b c", "a b c") == Origins{0, 1, 2});
  CHECK(origins("a b c", "a x y c") == Origins{0, -1, -1, 2});
  CHECK(origins("a b c", "b c") == Origins{1, 2});
  CHECK(origins("a b c", "x") == Origins{-1});
  CHECK(origins("a a a", "a a") == Origins{0, 1});
  CHECK(origins("a a", "a a a") == Origins{0, 1, -1});
}

TEST_CASE("moved words are found by what they say") {
  CHECK(origins("a b c d", "b c a d") == Origins{1, 2, 0, 3});
  CHECK(origins("a b c d", "a d b c") == Origins{0, 3, 1, 2});
  CHECK(origins("a b c d", "d c b a") == Origins{3, 2, 1, 0});
  CHECK(origins("a b a c", "c a a b") == Origins{3, 0, 2, 1});
}

TEST_CASE("who knows better is believed where it can be so") {
  CHECK(origins("a a", "a a", {1, 0}) == Origins{1, 0});
  CHECK(origins("a b", "b a", {1, -1}) == Origins{1, -1});
  for (const Origins& wrong : {Origins{0}, Origins{0, 0}, Origins{0, 2}, Origins{-2, 0}, Origins{0, 1, -1}}) {
    CHECK(origins("a a", "a a", wrong) == Origins{0, 1});
  }
  CHECK(origins("a b", "a b", {1, 0}) == Origins{0, 1});
}
