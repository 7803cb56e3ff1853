#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/playground/claims.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/knobs.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/link.hpp"
#include "core/playground/narration.hpp"
#include "core/playground/wording.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

// The lessons on similarity, positions and context. golden/lessons_geo.json has NumPy's numbers.
namespace geo_lessons {
namespace {

using attention::Matrix;
using playground::Session;
using support::claim;
using support::figure;
using support::showing;
using support::shown;
using support::turned;

constexpr double kTolerance = 1e-12;

bool holds(const Session& session, std::string_view id, std::size_t reading) {
  return figure<playground::Instruments>(session, id).readings.at(reading).holds;
}

void check_near(double found, double expected, const std::string& what) {
  CHECK_MESSAGE(std::abs(found - expected) < kTolerance, what << ": " << found << " instead of " << expected);
}

const nlohmann::json& numbers(const char* lesson) { return support::golden("lessons_geo")[lesson]; }

}  // namespace

TEST_SUITE("lessons") {
  TEST_CASE("similarity: the words' dot products, cosines and shares are NumPy's") {
    const auto& golden = numbers("similarity");
    const Session session = showing("similarity", "ranking");
    check_near(claim(session, "dot_dog"), golden["dots"][0], "dog");
    check_near(claim(session, "dot_whale"), golden["dots"][2], "whale");
    check_near(claim(session, "cosine_dog"), golden["cosines"][0], "dog");
    check_near(claim(session, "cosine_whale"), golden["cosines"][2], "whale");
    check_near(claim(session, "share_dog"), golden["dot_shares"][0], "dog");
    check_near(claim(session, "share_whale"), golden["dot_shares"][2], "whale");
    const auto& dots = golden["dot_shares"];
    const auto& cosines = golden["cosine_shares"];
    const auto written = [](const nlohmann::json& shares, bool largest) {
      const std::vector<double> all = shares;
      return playground::number_text(
          largest ? *std::max_element(all.begin(), all.end()) : *std::min_element(all.begin(), all.end()), 3);
    };
    CHECK(figure<playground::Remark>(showing("similarity", "shares"), "range").text ==
          "Shares of the dot products: from " + written(dots, false) + " to " + written(dots, true) +
              ". Of the cosines: from " + written(cosines, false) + " to " + written(cosines, true) + ".");
    check_near(claim(session, "cosine_share_dog"), golden["cosine_shares"][0], "dog");
    check_near(claim(session, "cosine_share_whale"), golden["cosine_shares"][2], "whale");
    check_near(claim(session, "stretch_even"), 2.55 / 2.8, "length at which whale and dog are even");
    check_near(claim(session, "score"), golden["score"], "score");
    check_near(claim(session, "score_degrees"), golden["degrees"], "angle");
    check_near(claim(session, "score_length_query"), golden["lengths"][0], "query");
    check_near(claim(session, "score_length_key"), golden["lengths"][1], "key");
    CHECK(claim(session, "d_k") == 16);
  }

  TEST_CASE("similarity: a dot product is a sum, a length times a shadow, and what the law of cosines says") {
    const Session session = showing("similarity", "projection");
    CHECK(claim(session, "square_dot") == 0);
    for (const auto& [ax, ay, bx, by] :
         {std::array{2.0, 1.0, 1.0, 2.0}, {2.0, 1.0, -1.0, 2.0}, {-3.0, 0.05, 3.0, -3.0}, {0.5, -2.25, -0.25, -1.0}}) {
      const Session dragged =
          turned(turned(session, "a", playground::point_text({ax, ay})), "b", playground::point_text({bx, by}));
      const double dot = claim(dragged, "dot");
      check_near(dot, claim(dragged, "product_first") + claim(dragged, "product_second"), "sum");
      check_near(dot, claim(dragged, "length_a") * claim(dragged, "shadow"), "projection");
      check_near(dot, (ax * ax + ay * ay + bx * bx + by * by - std::pow(ax - bx, 2) - std::pow(ay - by, 2)) / 2, "law");
      const double turn = std::abs(std::atan2(by, bx) - std::atan2(ay, ax)) * 180 / std::numbers::pi;
      CHECK(claim(dragged, "degrees") == doctest::Approx(turn > 180 ? 360 - turn : turn).epsilon(1e-9));
      const auto ledger = figure<playground::Ledger>(dragged, "projection");
      CHECK(ledger.rows[2][1] == ledger.rows[3][1]);
      CHECK(ledger.rows[3][1] == playground::number_text(dot, 2));
      const auto plot =
          figure<playground::Plot>(turned(turned(showing("similarity", "turn"), "a", playground::point_text({ax, ay})),
                                          "b", playground::point_text({bx, by})),
                                   "turn");
      CHECK(plot.series[1].y[0] == doctest::Approx(dot));
    }
  }

  TEST_CASE("similarity: the shadow's arrow ends where its line to the tip of b meets that of a at a right angle") {
    const auto picture = figure<playground::Arrows>(showing("similarity", "projection"), "arrows");
    const playground::Arrow& line = picture.arrows[0];
    CHECK(line.dashed);
    CHECK(line.from_x == 1);
    CHECK(line.from_y == 2);
    CHECK(line.x == doctest::Approx(1.6));  // (a·b / a·a) a = 4/5 (2, 1)
    CHECK(line.y == doctest::Approx(0.8));
    const playground::Arrow& shadow = picture.arrows[1];
    const playground::FigureTable table = playground::table_of({"arrows", picture});
    CHECK(table.rows.front() == "shadow of b");
    CHECK(table.cells.front() == std::vector<std::string>{"1.60", "0.80"});
    CHECK(shadow.x - shadow.from_x == doctest::Approx(1.6));
    CHECK(shadow.y - shadow.from_y == doctest::Approx(0.8));
    // It lies beside the line of a, on the other side than b.
    CHECK(2 * shadow.from_x + shadow.from_y == doctest::Approx(0));
    CHECK(2 * shadow.from_y - shadow.from_x < 0);
    CHECK(picture.arrows[2].knob == "a");
    CHECK(picture.arrows[3].knob == "b");
  }

  TEST_CASE("similarity: an arrow of length 0 has neither direction nor shadow") {
    const Session none = turned(showing("similarity", "sum"), "a", "0;0");
    for (const char* name : {"dot", "length_a", "shadow", "cosine"}) {
      CHECK(claim(none, name) == 0);
    }
    CHECK(figure<playground::Remark>(none, "verdict").text.find("length 0") != std::string::npos);
    CHECK(figure<playground::Remark>(turned(none, "a", "2;1"), "verdict").text == "A right angle: 0.");
  }

  TEST_CASE(
      "similarity: a long arrow beats a better aligned short one, until it is shortened or lengths are left out") {
    const auto first = [](const Session& session) {
      const auto bars = figure<playground::Bars>(session, "ranking").bars;
      CHECK(std::is_sorted(bars.begin(), bars.end(), [](const auto& a, const auto& b) { return a.value > b.value; }));
      return bars.front().label;
    };
    const Session session = showing("similarity", "ranking");
    CHECK(first(session) == "whale");
    CHECK(first(turned(session, "stretch", "0.9")) == "dog");  // even at 0.91
    CHECK(first(turned(session, "stretch", "0.8")) == "dog");
    CHECK(first(turned(session, "measure", "cosine")) == "dog");
    CHECK(first(turned(turned(session, "measure", "cosine"), "stretch", "1.2")) == "dog");
    CHECK(first(turned(session, "query", "-2;0")) == "car");
    double sum = 0;
    for (const playground::Bar& bar : figure<playground::Bars>(showing("similarity", "shares"), "shares").bars) {
      sum += bar.value;
    }
    CHECK(sum == doctest::Approx(1));
  }

  TEST_CASE("positions: what another order changes is what NumPy says, and nothing without positions") {
    const Session session = showing("positions", "shuffle");
    for (const char* order : {"swapped", "reversed"}) {
      for (const char* kind : {"none", "sinusoidal", "rotary", "alibi"}) {
        const std::string name = std::string(order) + " " + kind;
        CAPTURE(name);
        const Session now = turned(turned(session, "order", order), "positions", kind);
        const auto ledger = figure<playground::Ledger>(now, "moves");
        const auto& expected = numbers("positions")["change"][name];
        double largest = 0;
        for (std::size_t word = 0; word < expected.size(); ++word) {
          const double change = expected[word].get<double>();
          largest = std::max(largest, change);
          CHECK(ledger.rows[word][3] == playground::number_text(change, 3));
        }
        CHECK(holds(now, "moved", 0) == (largest < kTolerance));
      }
    }
    const auto largest = [](const char* name) {
      const std::vector<double> all = numbers("positions")["change"][name];
      return *std::max_element(all.begin(), all.end());
    };
    CHECK(claim(session, "change_none") < 1e-14);
    check_near(claim(session, "change_sinusoidal"), largest("swapped sinusoidal"), "sinusoidal");
    check_near(claim(session, "change_rotary"), largest("swapped rotary"), "rotary");
    check_near(claim(session, "change_alibi"), largest("swapped alibi"), "ALiBi");
    CHECK(claim(session, "change_alibi_reversed") < 1e-14);
    CHECK(holds(turned(turned(session, "order", "given"), "positions", "rotary"), "moved", 0));
  }

  TEST_CASE("positions: the picture of the sinusoids is NumPy's, and likeness depends on distance only") {
    const Session session = showing("positions", "sinusoids");
    const Matrix table = support::matrix_from(numbers("positions")["sinusoids"]);
    const auto grid = figure<playground::Grid>(session, "sinusoids");
    CHECK((grid.values - table).cwiseAbs().maxCoeff() < kTolerance);
    const Matrix products = table * table.transpose();
    for (const int place : {0, 8, 31}) {
      const auto plot = figure<playground::Plot>(turned(session, "place", std::to_string(place)), "closeness");
      for (int other = 0; other < 32; ++other) {
        check_near(plot.series[0].y[static_cast<std::size_t>(other)], products(place, other), "likeness");
        check_near(plot.series[0].y[static_cast<std::size_t>(other)], products(0, std::abs(place - other)), "distance");
      }
    }
    CHECK(claim(session, "closeness_self") == doctest::Approx(16));
    CHECK(claim(session, "shortest_wave") == doctest::Approx(6.283185307));
    // The wave of column 30 of 32: sin(p / 10000^(30/32)).
    CHECK(std::sin(2 * std::numbers::pi / claim(session, "longest_wave")) == doctest::Approx(table(1, 30)));
    CHECK(figure<playground::Remark>(session, "waves").text ==
          "Columns 0 and 1 return after 6.28 places, the last two columns after 35333.");
    // With 4 columns the other pair turns by 1/100 a place.
    CHECK(claim(turned(session, "table_width", "4"), "longest_wave") == doctest::Approx(200 * std::numbers::pi));
  }

  TEST_CASE("positions: a pair turned by query and key is NumPy's product of complex numbers") {
    const Session session = showing("positions", "turning");
    for (const auto& row : numbers("positions")["pairs"]) {
      Session now = turned(session, "pair", std::to_string(row[0].get<int>() + 1));
      now = turned(now, "query_at", std::to_string(row[1].get<int>()));
      now = turned(now, "key_at", std::to_string(row[2].get<int>()));
      check_near(claim(now, "pair_product"), row[3], "pair");
      CHECK(claim(now, "pair_difference") < 1e-12);
      const auto picture = figure<playground::Arrows>(now, "turning");
      CHECK(std::hypot(picture.arrows[2].x, picture.arrows[2].y) == doctest::Approx(std::hypot(2, 0.5)));
      check_near(picture.arrows[2].x * picture.arrows[3].x + picture.arrows[2].y * picture.arrows[3].y, row[3],
                 "arrows");
    }
    CHECK(claim(session, "pair") == 1);
    CHECK(claim(session, "speed_degrees") == doctest::Approx(180 / std::numbers::pi));
    CHECK(claim(turned(session, "pair", "4"), "speed_degrees") == doctest::Approx(0.18 / std::numbers::pi));
  }

  TEST_CASE("positions: a rotary score depends on distance only, in either pairing, but not in a mixture") {
    const auto& golden = numbers("positions")["scores"];
    const Session session = showing("positions", "pairing");
    check_near(claim(session, "score"), golden["adjacent"][0], "adjacent");
    check_near(claim(session, "score_far"), golden["adjacent"][1], "adjacent, far");
    check_near(claim(session, "score_halves"), golden["halves"][0], "halves");
    check_near(claim(session, "score_reordered"), golden["reordered"][0], "reordered");
    check_near(claim(session, "score_mixed"), golden["mixed"][0], "mixed");
    check_near(claim(session, "score_mixed_far"), golden["mixed"][1], "mixed, far");
    CHECK(claim(session, "score_difference") < 1e-13);
    const auto readings = [&](const char* query, const char* key) {
      const Session now = turned(turned(session, "query_pairs", query), "key_pairs", key);
      return std::array{holds(now, "checks", 0), holds(now, "checks", 1)};
    };
    CHECK(readings("adjacent", "adjacent") == std::array{true, true});
    CHECK(readings("halves", "halves") == std::array{false, true});
    CHECK(readings("adjacent", "halves") == std::array{false, false});
    CHECK(readings("halves", "adjacent") == std::array{false, false});
    CHECK(figure<playground::Ledger>(session, "turned").rows ==
          std::vector<std::vector<std::string>>{{"query", "1 + 2", "3 + 4", "5 + 6", "7 + 8"},
                                                {"key", "1 + 5", "2 + 6", "3 + 7", "4 + 8"}});
    const auto ledger = figure<playground::Ledger>(showing("positions", "distances"), "distances");
    CHECK(ledger.rows.front()[3] == ledger.rows.back()[3]);
    CHECK(ledger.rows.back()[0] == "105");
  }

  TEST_CASE("positions: the decay of two vectors of ones and the paper's bound are NumPy's") {
    const Session session = showing("positions", "decay");
    for (const auto& one : numbers("positions")["decay"]) {
      const auto plot =
          figure<playground::Plot>(turned(session, "width", std::to_string(one["width"].get<int>())), "decay");
      const std::vector<double> ones = one["ones"];
      const std::vector<double> bound = one["bound"];
      REQUIRE(plot.series[0].y.size() == ones.size());
      for (std::size_t distance = 0; distance < ones.size(); ++distance) {
        check_near(plot.series[0].y[distance], ones[distance], "ones");
        check_near(plot.series[1].y[distance], bound[distance], "bound");
      }
    }
    CHECK(figure<playground::Remark>(session, "at")
              .text.find(playground::number_text(numbers("positions")["decay"][0]["ones"][100].get<double>(), 2)) !=
          std::string::npos);
    check_near(claim(session, "decay_100"), numbers("positions")["decay"][0]["ones"][100], "decay");
    check_near(claim(session, "decay_10"), numbers("positions")["decay"][0]["ones"][10], "decay");
    check_near(claim(session, "bound_100"), numbers("positions")["decay"][0]["bound"][100], "bound");
  }

  TEST_CASE("positions: turned values make the output depend on the place where the sentence begins") {
    const Session session = showing("positions", "values");
    const std::vector<double> expected = numbers("positions")["turned_values"];
    const Session wrong = turned(session, "turn_values", "on");
    const auto bars = figure<playground::Bars>(wrong, "values").bars;
    for (std::size_t word = 0; word < expected.size(); ++word) {
      check_near(bars[word].value, expected[word], bars[word].label);
    }
    check_near(claim(session, "outputs_moved_turned"), *std::max_element(expected.begin(), expected.end()), "outputs");
    CHECK(claim(session, "outputs_moved") < kTolerance);
    CHECK(claim(session, "weights_moved") < kTolerance);
    CHECK(holds(session, "checks", 0));
    CHECK(holds(session, "checks", 1));
    CHECK(holds(wrong, "checks", 0));
    CHECK_FALSE(holds(wrong, "checks", 1));
    CHECK(holds(turned(wrong, "shift", "0"), "checks", 1));
  }

  TEST_CASE("positions: one word, odd and least widths, several heads and a block do no harm") {
    for (const char* link : {"text=alone", "text=one+two", "d_k=1", "d_k=5", "d_model=1&d_k=1", "heads=4&kv_heads=2",
                             "d_ff=8", "text=a+a+a", "mask=causal", "positions=rotary", "vectors=article"}) {
      CAPTURE(link);
      for (int cue = 0; cue < 10; ++cue) {
        const auto opened = playground::decode_link(
            "", "lesson=positions&knobs=order:swapped~turn_values:on&cue=" + std::to_string(cue) + "&" + link);
        CHECK(opened.notices.empty());
        const auto snapshot = playground::derive(opened.session.model, nullptr);
        for (const playground::Claim& one : playground::claims_of(opened.session, *snapshot)) {
          CHECK_MESSAGE(std::isfinite(one.value), one.name);
        }
        CHECK(claim(opened.session, "change_none") < kTolerance);
        playground::exhibit_of(opened.session, *snapshot, {});
      }
    }
  }

  TEST_CASE("positions: of a long text the first twelve words are put in another order") {
    const auto opened = playground::decode_link("", "lesson=positions&cue=1&text=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p");
    const auto ledger = figure<playground::Ledger>(opened.session, "moves");
    CHECK(ledger.rows.size() == 12);
    CHECK(ledger.rows.back().front() == "l");
  }

  TEST_CASE("context: what comes out follows the words that the reader moves") {
    Session session = showing("context", "two", "place:river");
    const double before = claim(session, "money_one");
    for (const auto& [word, place] : {std::pair("bank", "0.5;2"), {"boat", "3;-1"}, {"account", "2;0.5"}}) {
      session = turned(session, word, place);
    }
    const auto& moved = numbers("context_moved");
    check_near(claim(session, "bank_water"), 0.5, "bank");
    check_near(claim(session, "bank_money"), 2, "bank");
    check_near(claim(session, "water_one"), moved[0]["output"][0], "water");
    check_near(claim(session, "money_one"), moved[0]["output"][1], "money");
    check_near(claim(session, "water_two"), moved[1]["output"][0], "water");
    check_near(claim(session, "money_two"), moved[1]["output"][1], "money");
    check_near(claim(session, "weight_boat"), moved[0]["weights"][1], "weight");
    check_near(claim(session, "weight_account"), moved[1]["weights"][4], "weight");
    CHECK(std::abs(claim(session, "money_one") - before) > 0.1);

    const Session first = turned(showing("context", "vectors"), "boat", "3;-1");
    const playground::Exhibit exhibit = shown(first);
    for (const std::string_view word : {"bank", "boat", "account"}) {
      CHECK(std::find(exhibit.knobs.begin(), exhibit.knobs.end(), word) != exhibit.knobs.end());
    }
    const auto grid = figure<playground::Grid>(first, "vectors");
    const auto boat = std::find(grid.rows.begin(), grid.rows.end(), "boat") - grid.rows.begin();
    CHECK(grid.values(boat, 0) == 3);
    CHECK(grid.values(boat, 1) == -1);
    CHECK(grid.values(boat, 2) == 0.2);
    const auto arrows = figure<playground::Arrows>(first, "movable").arrows;
    REQUIRE(arrows.size() == 3);
    CHECK(arrows[1].knob == "boat");
    CHECK(arrows[1].x == 3);
  }

  TEST_CASE("context: weights, pulls and outputs are NumPy's") {
    for (const auto& one : numbers("context")) {
      const std::vector<std::string> words = one["words"];
      const bool account = words.back() == "account";
      Session session =
          turned(showing("context", "two"), "sharpness",
                 playground::number_text(one["sharpness"].get<double>(), one["sharpness"].get<double>() < 1 ? 1 : 0));
      session =
          turned(session, "strength", one["strength"] == 2.5 ? "2.5" : std::to_string(one["strength"].get<int>()));
      session = turned(session, "sentence", account ? "account" : "river");
      if (!account) {
        session = turned(session, "place", words[4]);
        check_near(claim(session, "weight_place"), one["weights"][4], "weight");
        check_near(claim(session, "weight_boat"), one["weights"][1], "weight");
        check_near(claim(session, "weight_self_one"), one["weights"][5], "weight");
        check_near(claim(session, "pull_place_water"), one["pulls"][4][0], "pull");
        check_near(claim(session, "pull_place_money"), one["pulls"][4][1], "pull");
      } else {
        check_near(claim(session, "weight_account"), one["weights"][4], "weight");
        check_near(claim(session, "weight_self_two"), one["weights"][1], "weight");
      }
      check_near(claim(session, account ? "water_two" : "water_one"), one["output"][0], "water");
      check_near(claim(session, account ? "money_two" : "money_one"), one["output"][1], "money");
      check_near(claim(session, "now_water"), one["output"][0], "water");
      check_near(claim(session, "now_money"), one["output"][1], "money");
      check_near(claim(session, "pull_sum_water"), one["output"][0], "pulls lead to the output");
      const auto grid = figure<playground::Grid>(session, "out");
      for (int column = 0; column < 3; ++column) {
        check_near(grid.values(account ? 2 : 1, column), one["output"][static_cast<std::size_t>(column)], "grid");
      }
    }
    const auto& cases = numbers("context");
    const auto output_of = [&](bool account) {
      for (const auto& one : cases) {
        const bool this_one = account ? one["words"].back() == "account" : one["words"][4] == "river";
        if (this_one && one["sharpness"] == 1 && one["strength"] == 2.5) return support::matrix_from(one["output"]);
      }
      return attention::Matrix();
    };
    const attention::Matrix river = output_of(false), account = output_of(true);
    const Session session = showing("context", "two");
    CHECK(claim(session, "cosine_after") ==
          doctest::Approx((river * account.transpose())(0, 0) / river.norm() / account.norm()).epsilon(1e-12));
    CHECK(claim(session, "cosine_before") == doctest::Approx(1).epsilon(1e-15));
  }

  TEST_CASE("context: the river pulls to water, the account to money, and one vector becomes two") {
    const Session session = showing("context", "two");
    CHECK(claim(session, "water_one") > claim(session, "bank_water"));
    CHECK(claim(session, "money_one") < claim(session, "bank_money"));
    CHECK(claim(session, "money_two") > claim(session, "bank_money"));
    CHECK(claim(session, "water_two") < claim(session, "bank_water"));
    CHECK(claim(session, "cosine_after") < 0.3);
    const Session loan = turned(session, "place", "loan");
    CHECK(claim(loan, "money_one") > claim(session, "money_one"));
    CHECK(claim(loan, "water_one") < claim(session, "water_one"));
    double before = -1;
    for (const char* strength : {"0", "0.5", "1", "1.5", "2", "2.5", "3"}) {
      const double water = claim(turned(session, "strength", strength), "water_one");
      if (before > 0 && std::string(strength) != "0.5") {
        CHECK(water > before);
      }
      before = water;
    }
  }

  TEST_CASE("context: the steps of the pulls lead head to tail from before to after") {
    for (const char* sentence : {"river", "account"}) {
      const Session session = turned(showing("context", "pull"), "sentence", sentence);
      const auto path = figure<playground::Arrows>(session, "path").arrows;
      for (std::size_t step = 1; step + 1 < path.size(); ++step) {
        CHECK(path[step].from_x == doctest::Approx(path[step - 1].x));
        CHECK(path[step].from_y == doctest::Approx(path[step - 1].y));
      }
      CHECK(path[path.size() - 2].x == doctest::Approx(path.back().x));
      CHECK(path[path.size() - 2].y == doctest::Approx(path.back().y));
    }
  }

  TEST_CASE("context: how much a river means water is asked only where a river is in the sentence") {
    const auto asks = [](const Session& session) {
      const auto knobs = shown(session).knobs;
      return std::find(knobs.begin(), knobs.end(), "strength") != knobs.end();
    };
    CHECK(asks(showing("context", "two")));
    CHECK_FALSE(asks(turned(showing("context", "two"), "place", "desk")));
    CHECK(asks(showing("context", "pull")));
    CHECK_FALSE(asks(turned(showing("context", "pull"), "sentence", "account")));
  }
}

}  // namespace geo_lessons
