#include "core/attention/mask.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/difference.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::BoolMatrix;
using attention::Index;
using attention::Matrix;
using support::worst_difference;

/// "110/111": a row a group, 1 where the query may attend.
std::string drawn(const BoolMatrix& mask) {
  std::string text;
  for (Index row = 0; row < mask.rows(); ++row) {
    if (row > 0) text += '/';
    for (Index column = 0; column < mask.cols(); ++column) text += mask(row, column) ? '1' : '0';
  }
  return text;
}

}  // namespace

TEST_CASE("the full mask allows everything") { CHECK(drawn(attention::full_mask(2, 3)) == "111/111"); }

TEST_CASE("a causal query sees itself and the past") {
  CHECK(drawn(attention::causal_mask(3, 3)) == "100/110/111");
  CHECK(drawn(attention::causal_mask(1, 1)) == "1");
}

TEST_CASE("the causal mask starts at the top left where there are more keys or more queries") {
  CHECK(drawn(attention::causal_mask(2, 4)) == "1000/1100");
  CHECK(drawn(attention::causal_mask(4, 2)) == "10/11/11/11");
}

TEST_CASE("the causal offset counts the keys that were there before") {
  CHECK(drawn(attention::causal_mask(2, 5, 3)) == "11110/11111");
  CHECK(drawn(attention::causal_mask(3, 2, -1)) == "00/10/11");
}

TEST_CASE("padding hides the last keys from every query") {
  CHECK(drawn(attention::padding_mask(2, 3, 2)) == "110/110");
  CHECK(drawn(attention::padding_mask(2, 3, 3)) == "111/111");
  CHECK(drawn(attention::padding_mask(2, 3, 0)) == "000/000");
}

TEST_CASE("more valid keys than keys are refused with the number and the shape") {
  for (const Index valid_keys : {-1, 4}) {
    const std::string sentence = support::thrown_sentence([&] { attention::padding_mask(2, 3, valid_keys); });
    CHECK_MESSAGE(support::contains(sentence, std::to_string(valid_keys)), sentence);
    CHECK_MESSAGE(support::contains(sentence, "2 x 3"), sentence);
  }
}

TEST_CASE("a sliding window reaches left and right of each position") {
  CHECK(drawn(attention::sliding_window_mask(4, 4, 1, 1)) == "1100/1110/0111/0011");
  CHECK(drawn(attention::sliding_window_mask(4, 4, 2, 0)) == "1000/1100/1110/0111");
  CHECK(drawn(attention::sliding_window_mask(3, 4, 0, 2)) == "1110/0111/0011");
  CHECK(drawn(attention::sliding_window_mask(3, 3, 0, 0)) == "100/010/001");
}

TEST_CASE("a window without a bound on a side is open there, and -1 says the same") {
  for (const std::optional<Index> open : {std::optional<Index>{}, std::optional<Index>{-1}}) {
    CHECK(drawn(attention::sliding_window_mask(3, 4, open, 0)) == "1000/1100/1110");
    CHECK(drawn(attention::sliding_window_mask(3, 4, 1, open)) == "1111/1111/0111");
    CHECK(drawn(attention::sliding_window_mask(2, 3, open, open)) == "111/111");
  }
}

TEST_CASE("a window moves with the offset, also where it leaves the keys") {
  CHECK(drawn(attention::sliding_window_mask(2, 5, 1, 0, 3)) == "00110/00011");
  CHECK(drawn(attention::sliding_window_mask(3, 2, 1, 0, -2)) == "00/00/10");
  CHECK(drawn(attention::sliding_window_mask(2, 2, 1, 0, 2)) == "01/00");
  CHECK(drawn(attention::sliding_window_mask(3, 3, 0, 1, -1)) == "100/110/011");
}

TEST_CASE("a window bound below -1 is refused with the number") {
  const std::string sentence = support::thrown_sentence([] { attention::sliding_window_mask(2, 2, std::nullopt, -2); });
  CHECK_MESSAGE(support::contains(sentence, "-2"), sentence);
}

TEST_CASE("a prefix is visible to all, and the rest is causal") {
  CHECK(drawn(attention::prefix_mask(4, 4, 2)) == "1100/1100/1110/1111");
  CHECK(drawn(attention::prefix_mask(2, 4, 0)) == "1000/1100");
  CHECK(drawn(attention::prefix_mask(2, 3, 3)) == "111/111");
  CHECK(drawn(attention::prefix_mask(2, 3, 1, -1)) == "100/100");
  const std::string sentence = support::thrown_sentence([] { attention::prefix_mask(2, 3, 4); });
  CHECK_MESSAGE(support::contains(sentence, "2 x 3"), sentence);
}

TEST_CASE("masks combine by both and by either") {
  const BoolMatrix causal = attention::causal_mask(3, 3), padding = attention::padding_mask(3, 3, 2);
  CHECK(drawn(attention::mask_intersection(causal, padding)) == "100/110/110");
  CHECK(drawn(attention::mask_union(causal, padding)) == "110/110/111");
  const std::string sentence =
      support::thrown_sentence([&] { attention::mask_union(causal, attention::full_mask(2, 3)); });
  CHECK_MESSAGE(support::contains(sentence, "3 x 3"), sentence);
  CHECK_MESSAGE(support::contains(sentence, "2 x 3"), sentence);
}

TEST_CASE("empty rows are named") {
  CHECK(attention::empty_rows(attention::causal_mask(4, 3, -2)) == std::vector<Index>{0, 1});
  CHECK(attention::empty_rows(attention::full_mask(2, 2)).empty());
  CHECK(attention::empty_rows(BoolMatrix(2, 0)) == std::vector<Index>{0, 1});
}

TEST_CASE("masks aligned at the top left and at the bottom right differ in the offset alone") {
  // Queries 2, keys 5: the same pair of conventions that attention libraries disagree about.
  CHECK(drawn(attention::causal_mask(2, 5, 0)) == "10000/11000");
  CHECK(drawn(attention::causal_mask(2, 5, 5 - 2)) == "11110/11111");
  CHECK(drawn(attention::causal_mask(1, 8)) == "10000000");
}

TEST_CASE("masked logits are minus infinity and the others stay") {
  const Matrix logits{{1, 2}, {3, 4}};
  const double minus_infinity = -std::numeric_limits<double>::infinity();
  const Matrix expected{{1, minus_infinity}, {3, 4}};
  CHECK(worst_difference(attention::apply_mask(logits, attention::causal_mask(2, 2)), expected) <= 0);
}

TEST_CASE("a mask of another shape than the logits is refused with both shapes") {
  const std::string sentence =
      support::thrown_sentence([] { attention::apply_mask<double>(Matrix::Zero(3, 2), attention::full_mask(2, 3)); });
  CHECK_MESSAGE(support::contains(sentence, "2 x 3"), sentence);
  CHECK_MESSAGE(support::contains(sentence, "3 x 2"), sentence);
}
