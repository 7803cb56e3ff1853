// The lesson on heads: relations, parts of an output, and heads joined as they lie are NumPy's.
#include <doctest/doctest.h>

#include <string>

#include "core/playground/wording.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace lessons_heads {
namespace {

using attention::Matrix;
using playground::Session;
using support::claim;
using support::figure;
using support::showing;
using support::shown;
using support::worst_difference;

const nlohmann::json& numbers() { return support::golden("lessons_bugs"); }

}  // namespace

TEST_SUITE("lessons") {
  TEST_CASE("heads: two tables hear both words in full, one table hears 4 of 8 however it shares") {
    for (const std::string knob : {"0", "0.25", "0.5", "0.75", "1"}) {
      const double share = std::stod(knob);
      const Session session = showing("heads", "relations", "share:" + knob);
      CHECK(claim(session, "one_table_what") == 4 * share);
      CHECK(claim(session, "one_table_how") == 4 * (1 - share));
      CHECK(claim(session, "two_tables_what") == 4);
      CHECK(claim(session, "two_tables_how") == 4);
      const auto rows = figure<playground::Ledger>(shown(session), "relations").rows;
      CHECK(rows[2][1] == playground::number_text(4 * share, 2));
      CHECK(rows[3][2] == "4.00");
    }
  }

  TEST_CASE("heads: the same numbers and products whatever their count, and a cache that shrinks with its sets") {
    for (const int wide : {64, 512, 1024}) {
      const Session session = showing("heads", "work", "wide:" + std::to_string(wide));
      CHECK(claim(session, "wide") == wide);
      CHECK(claim(session, "parameters_wide_one") == 4.0 * wide * wide);
      CHECK(claim(session, "parameters_wide_sixteen") == 4.0 * wide * wide);
      // Projections 4 T D², scores and sums 2 T² D.
      CHECK(claim(session, "products_one") == 4.0 * 512 * wide * wide + 2.0 * 512 * 512 * wide);
      CHECK(claim(session, "products_sixteen") == claim(session, "products_one"));
    }
    // 2 · 32 layers · 32 heads · 128 · 2 bytes for each token.
    const Session cache = showing("heads", "cache", "context:4096");
    CHECK(claim(cache, "cache_of_32") == doctest::Approx(2.0 * 32 * 32 * 128 * 2 * 4096 / 1e9));
    CHECK(claim(cache, "cache_of_8") == doctest::Approx(claim(cache, "cache_of_32") / 4));
    CHECK(claim(cache, "cache_of_1") == doctest::Approx(claim(cache, "cache_of_32") / 32));
    const auto bars = figure<playground::Bars>(shown(cache), "cache").bars;
    CHECK(bars.back().value == doctest::Approx(claim(cache, "cache_of_1")));
  }

  TEST_CASE("the heads' parts of an output add up to it, and are NumPy's") {
    const Session session = showing("heads", "mixing");
    const Matrix expected = support::matrix_from(numbers()["mixing"]);
    CHECK(claim(session, "sum_error") < 1e-13);
    CHECK(claim(session, "first_part") == doctest::Approx(expected(0, 0)).epsilon(1e-12));
    CHECK(claim(session, "first_sum") == doctest::Approx(expected(4, 0)).epsilon(1e-12));
    const auto grid = figure<playground::Grid>(shown(session), "parts");
    CHECK(worst_difference(grid.values, expected.leftCols(6)) <= 1e-12);
    Session one = session;
    one.model.sizes.heads = 1;
    one.model.sizes.kv_heads = 1;
    CHECK(claim(one, "sum_error") == 0);
  }

  TEST_CASE("heads joined as they lie scramble the words: 0 1 4 5 becomes 0 1 2 3") {
    const auto joined = [](const std::string& how) {
      return figure<playground::Grid>(shown(showing("heads", "scramble", "join:" + how)), "after");
    };
    Matrix right(2, 4);
    right << 0, 1, 4, 5, 2, 3, 6, 7;
    Matrix wrong(2, 4);
    wrong << 0, 1, 2, 3, 4, 5, 6, 7;
    CHECK(worst_difference(joined("right").values, right) <= 0);
    CHECK(worst_difference(joined("wrong").values, wrong) <= 0);
    CHECK(joined("right").marked.empty());
    for (const playground::Grid::Place& place : joined("wrong").marked) {
      // The numbers of word 1 are 0, 1, 4, 5.
      const double number = wrong(place.row, place.column);
      const bool of_first = number < 2 || number == 4 || number == 5;
      CHECK(of_first == (place.row == 1));
    }
    CHECK(joined("wrong").marked.size() == 4);
    CHECK(claim(showing("heads", "scramble"), "third_of_first_word_right") == 4);
    CHECK(claim(showing("heads", "scramble"), "third_of_first_word_wrong") == 2);
  }
}

}  // namespace lessons_heads
