#include "core/attention/embedding.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/difference.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_draw.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::Index;
using attention::Matrix;
using support::worst_difference;

const Matrix kTable{{1, 2}, {3, 4}, {5, 6}};

}  // namespace

TEST_CASE("a word is its row of the table, as often as it comes") {
  const std::vector<Index> ids{2, 0, 2};
  CHECK(worst_difference(attention::embed(kTable, ids), Matrix{{5, 6}, {1, 2}, {5, 6}}) <= 0);
}

TEST_CASE("a word that stands twice gets the sum of both gradients, one that does not stand there 0") {
  const std::vector<Index> ids{2, 0, 2};
  const Matrix d_output{{1, 0}, {0, 1}, {10, 10}};
  CHECK(worst_difference(attention::embed_backward(ids, d_output, 3), Matrix{{0, 1}, {0, 0}, {11, 10}}) <= 0);
}

TEST_CASE("gradients of word and position tables are central differences") {
  support::Worst worst;
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    support::RandomDraw draw(seed);
    const Index vocabulary = draw.size(4), T = draw.size(6), D = draw.size(4), first = draw.size(3) - 1;
    Matrix words = draw.matrix<double>(vocabulary, D), places = draw.matrix<double>(first + T + 1, D);
    const std::vector<Index> ids = draw.labels(T, vocabulary);
    const Matrix d_output = draw.matrix<double>(T, D);
    Matrix d_words = attention::embed_backward(ids, d_output, vocabulary);
    Matrix d_places = attention::learned_positions_backward(d_output, places.rows(), first);
    support::check_gradients(worst, {&words, &places}, {&d_words, &d_places}, [&] {
      const Matrix x = attention::embed(words, ids) + attention::learned_positions(places, T, first);
      return support::weighted_total(x, d_output);
    });
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("positions are rows of the table from the first on") {
  CHECK(worst_difference(attention::learned_positions(kTable, 2, 1), Matrix{{3, 4}, {5, 6}}) <= 0);
  CHECK(worst_difference(attention::learned_positions(kTable, 0, 3), Matrix(0, 2)) <= 0);
}

TEST_CASE("words and positions beyond the table are refused by number") {
  for (const Index id : {-1, 3}) {
    const std::vector<Index> ids{0, id};
    const std::string sentence = support::thrown_sentence([&] { attention::embed(kTable, ids); });
    CHECK_MESSAGE(support::contains(sentence, "word " + std::to_string(id)), sentence);
    CHECK_MESSAGE(support::contains(sentence, "3 words"), sentence);
  }
  const std::string sentence = support::thrown_sentence([] { attention::learned_positions(kTable, 2, 2); });
  CHECK_MESSAGE(support::contains(sentence, "positions 2 to 3"), sentence);
}
