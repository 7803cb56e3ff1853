#include "core/attention/mask.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

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
