// The lesson on the mask: leaks, probes, empty rows, number formats and the leaky training are NumPy's.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/playground/exercise.hpp"
#include "core/playground/leaky_training.hpp"
#include "core/playground/masks.hpp"
#include "core/playground/number_format.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace lessons_mask {
namespace {

using attention::Matrix;
using playground::NumberFormat;
using playground::Session;
using support::claim;
using support::figure;
using support::readings;
using support::showing;
using support::shown;
using support::worst_difference;

const nlohmann::json& numbers() { return support::golden("lessons_bugs"); }

}  // namespace

TEST_SUITE("lessons") {
  TEST_CASE("weights that must not see the future, and what a changed word moves, are NumPy's") {
    const playground::Exercise exercise = playground::exercise_of(Session{});
    for (const auto& [key, expected] : numbers()["mask_exercise"].items()) {
      const std::string way = key;
      CAPTURE(way);
      const Matrix weights = playground::causal_weights(exercise, way);
      CHECK(worst_difference(weights, support::matrix_from(expected["weights"])) <= 1e-12);
      const Matrix moved = support::matrix_from(expected["moved"]);
      const std::string of_way = way;
      const auto attend = [&](const playground::Exercise& one) {
        return Matrix(playground::causal_weights(one, of_way) * one.values());
      };
      for (Eigen::Index changed : {6, 11}) {
        const std::vector<double> found = playground::moved_by(exercise, changed, attend);
        for (std::size_t word = 0; word < found.size(); ++word) {
          CHECK(std::abs(found[word] - moved(changed == 6 ? 0 : 1, static_cast<Eigen::Index>(word))) < 1e-12);
        }
      }
    }
  }

  TEST_CASE("what the mask's exhibits claim is so") {
    CHECK(claim(showing("mask", "leak", "fill:infinity"), "fill_leak") == 0);
    // Four of exp(−20) beside the four that are seen.
    const double seen = std::exp(2.0) + std::exp(0.5) + std::exp(0.8) + std::exp(1.0);
    const double hidden = 4 * std::exp(-20.0);
    CHECK(claim(showing("mask", "leak", "fill:-20"), "fill_leak") == doctest::Approx(hidden / (seen + hidden)));
    const Matrix by_zero = support::matrix_from(numbers()["mask_exercise"]["zero"]["moved"]);
    const Session probe = showing("mask", "probe");
    CHECK(claim(probe, "moved_before") == 0);
    CHECK(claim(probe, "moved_before_with_zero") == doctest::Approx(by_zero.row(0).head(6).maxCoeff()).epsilon(1e-12));
    CHECK(claim(showing("mask", "probe", "word:1"), "moved_before_without") == 0);
    CHECK(claim(showing("mask", "probe", "word:16~way:zero"), "moved_before") ==
          doctest::Approx(by_zero.row(1).head(11).maxCoeff()).epsilon(1e-12));
    const Session after = showing("mask", "after");
    const Matrix deleted = support::matrix_from(numbers()["mask_exercise"]["after"]["weights"]);
    CHECK(claim(after, "least_sum_after") == doctest::Approx(deleted.rowwise().sum().minCoeff()).epsilon(1e-12));
    CHECK(claim(after, "difference_renormalised") < 1e-14);
    CHECK(claim(after, "difference_after") > 0.5);
    CHECK(readings(after) == std::vector<bool>{false, true, false});
    CHECK(readings(showing("mask", "after", "renormalise:on")) == std::vector<bool>{true, true, true});
    const auto rows = figure<playground::Bars>(shown(showing("mask", "leak", "fill:infinity")), "weights").bars;
    CHECK(rows[0].label == "2 past");
    CHECK(rows[1].label == "0.5 past");
    CHECK(rows[7].label == "−∞ future");
    const Session meaning = showing("mask", "meaning");
    CHECK(claim(meaning, "future_if_kept") == 0);
    CHECK(claim(meaning, "future_if_dropped") == doctest::Approx(3));  // the last row has nothing to look at
    // 10000 and 11000 against 11110 and 11111.
    CHECK(claim(meaning, "keys_seen_left") == 3);
    CHECK(claim(meaning, "keys_seen_right") == 9);
    const auto grid = figure<playground::Grid>(shown(showing("mask", "meaning", "align:right")), "aligned");
    Matrix bottom_right(2, 5);
    bottom_right << 1, 1, 1, 1, 0, 1, 1, 1, 1, 1;
    CHECK(worst_difference(grid.values, bottom_right) <= 0);
  }

  TEST_CASE("a repair of the mask is as far off as NumPy's") {
    for (const std::string repair : {"zero", "small", "after", "infinity"}) {
      CAPTURE(repair);
      const auto& expected = numbers()["mask_exercise"][repair];
      const Matrix weights = support::matrix_from(expected["weights"]);
      const Matrix future = weights.triangularView<Eigen::StrictlyUpper>();
      const Session session = showing("mask", "bug", "repair:" + repair);
      const double sums = (weights.rowwise().sum().array() - 1).abs().maxCoeff();
      CHECK(std::abs(claim(session, "bug_row_error") - sums) < 1e-12);
      CHECK(std::abs(claim(session, "bug_future") - future.sum()) < 1e-12);
      CHECK(std::abs(claim(session, "bug_moved") - support::matrix_from(expected["moved"]).row(1).head(11).maxCoeff()) <
            1e-12);
    }
  }

  TEST_CASE("the first column is NumPy's, and of equal scores it gets one over each row's place") {
    const Session session = playground::lesson_session("mask", 6).value();
    const Matrix weights = support::matrix_from(support::golden("article")["cases"][1]["expected"]["weights"]);
    CHECK(session.model.mask.causal);
    CHECK(claim(session, "first_column") == doctest::Approx(weights.col(0).sum()).epsilon(1e-12));
    double harmonic = 0;
    for (int row = 1; row <= 12; ++row) harmonic += 1.0 / row;
    CHECK(claim(session, "first_column_even") == doctest::Approx(harmonic).epsilon(1e-14));
    CHECK(claim(session, "last_column_even") == doctest::Approx(1.0 / 12).epsilon(1e-14));
    CHECK(weights.col(0).sum() > weights.col(11).sum());
  }

  TEST_CASE("the count of hidden cells follows the window, the padding and the brush") {
    const auto hidden = [](const std::string& mask) {
      const auto link = playground::decode_link("", "lesson=mask&cue=8&mask=" + mask);
      REQUIRE(link.notices.empty());
      CHECK(claim(link.session, "cells") == 144);
      return claim(link.session, "hidden_cells");
    };
    CHECK(playground::lesson_session("mask", 8).value().model.mask.window == 2);
    CHECK(hidden("window:2") == 10 * 9);  // all but five diagonals: 12 + 2 · 11 + 2 · 10
    CHECK(hidden("window:0") == 12 * 11);
    CHECK(hidden("padding:3") == 3 * 12);
    CHECK(hidden("causal") == 66);
    CHECK(hidden("none") == 0);
    Session painted = playground::lesson_session("mask", 8).value();
    painted.model.mask = playground::with_painted_cell(painted.model.mask, 0, 11, true, 12);
    CHECK(claim(painted, "hidden_cells") == 89);
  }

  TEST_CASE("filler at the start and no look ahead leave rows empty, filler at the end does not") {
    const Session session = showing("mask", "fillers");
    CHECK(claim(session, "places") == 6);
    CHECK(claim(session, "fillers") == 2);
    CHECK(claim(session, "empty_rows_at_end") == 0);
    CHECK(claim(session, "empty_rows_at_start") == 2);
    Matrix at_end(6, 6), at_start(6, 6);
    const double third = 1.0 / 3;
    at_end << 1, 0, 0, 0, 0, 0, .5, .5, 0, 0, 0, 0, third, third, third, 0, 0, 0, .25, .25, .25, .25, 0, 0, .25, .25,
        .25, .25, 0, 0, .25, .25, .25, .25, 0, 0;
    at_start << 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, .5, .5, 0, 0, 0, 0, third, third, third, 0,
        0, 0, .25, .25, .25, .25;
    CHECK(worst_difference(figure<playground::Grid>(session, "fillers").values, at_end) <= 1e-15);
    const Session turned = showing("mask", "fillers", "filler:start");
    CHECK(worst_difference(figure<playground::Grid>(turned, "fillers").values, at_start) <= 1e-15);
    CHECK(figure<playground::Grid>(turned, "fillers").rows[1] == "filler");
    CHECK(figure<playground::Remark>(turned, "empty_rows").text == "Rows with nothing to look at: 2");
  }

  TEST_CASE("half precision rounds as NumPy's does") {
    for (const auto& row : numbers()["halves"]) {
      const auto number = row[0].get<double>();
      CAPTURE(number);
      const double half = playground::rounded(number, NumberFormat::kFloat16);
      if (row[1].is_string()) {
        CHECK(half == std::copysign(std::numeric_limits<double>::infinity(), number));
      } else {
        CHECK(half == row[1].get<double>());
      }
    }
    CHECK(std::isnan(playground::rounded(std::nan(""), NumberFormat::kFloat16)));
    CHECK(playground::rounded(-65504.0 - 15, NumberFormat::kFloat16) == -65504);
    CHECK(playground::rounded(-65504.0 - 16, NumberFormat::kFloat16) == -std::numeric_limits<double>::infinity());
    CHECK(playground::rounded(0.1, NumberFormat::kFloat32) == static_cast<double>(0.1F));
    CHECK(playground::lowest_of(NumberFormat::kFloat16) == claim(showing("mask", "empty"), "lowest_in_16"));
  }

  TEST_CASE("an empty row is what NumPy makes of it, in each format") {
    for (const auto& [format_key, policies] : numbers()["empty_rows"].items()) {
      const std::string format = format_key;
      const Session session = showing("mask", "empty", "format:" + format);
      for (const auto& [policy_key, weights] : policies.items()) {
        const std::string policy = policy_key;
        CAPTURE(format);
        CAPTURE(policy);
        const double third = claim(session, "naive_" + policy);
        if (weights[2].is_null()) {
          CHECK(std::isnan(third));
        } else {
          CHECK(third == doctest::Approx(weights[2].get<double>()).epsilon(1e-12));
        }
      }
      CHECK(claim(session, "safe_weight") == 0);
      CHECK(claim(session, "added_in_64") == doctest::Approx(0.7235684742503025).epsilon(1e-12));
      CHECK(claim(session, "added_in_32") == 0.25);
      CHECK(claim(session, "naive_billion_in_16") == -std::numeric_limits<double>::infinity());
    }
  }

  TEST_CASE("the training run with a leaky mask is NumPy's: it looks better and writes worse") {
    const playground::LeakyTraining runs = playground::leaky_training("7");
    for (const auto& [run, name] : {std::pair(&runs.leaky, "leaky"), std::pair(&runs.right, "right")}) {
      const auto& expected = numbers()["leaky"][name];
      REQUIRE(run->losses.size() == expected["losses"].size());
      for (std::size_t mean = 0; mean < run->losses.size(); ++mean) {
        CHECK(run->losses[mean] == doctest::Approx(expected["losses"][mean].get<double>()).epsilon(1e-6));
      }
      CHECK(run->training_accuracy == doctest::Approx(expected["training"].get<double>()));
      CHECK(run->writing_accuracy == doctest::Approx(expected["writing"].get<double>()));
    }
    const Session session = showing("mask", "leaky_training");
    CHECK(claim(session, "leaky_writing_percent") == doctest::Approx(18.75));
    for (const std::string name : {"leaky", "right"}) {
      const auto& expected = numbers()["leaky"][name];
      CHECK(claim(session, name + "_loss") == doctest::Approx(expected["losses"].back().get<double>()).epsilon(1e-6));
      CHECK(claim(session, name + "_training_percent") == doctest::Approx(100 * expected["training"].get<double>()));
      CHECK(claim(session, name + "_writing_percent") == doctest::Approx(100 * expected["writing"].get<double>()));
    }
    CHECK(claim(session, "honest_percent") == doctest::Approx(62.5));
    CHECK(claim(session, "loss_floor") == doctest::Approx(0.8911892321).epsilon(1e-9));
    CHECK(figure<playground::Ledger>(shown(session), "accuracy").rows.back() ==
          std::vector<std::string>{"what can be known", "0.89", "62.5 %", "100.0 %"});
    for (const std::string seed : {"0", "1"}) {
      const playground::LeakyTraining other = playground::leaky_training(seed);
      CAPTURE(seed);
      CHECK(other.leaky.losses.back() < playground::leaky_floor());
      CHECK(other.right.losses.back() > playground::leaky_floor());
      CHECK(other.leaky.training_accuracy > 0.95);
      CHECK(other.leaky.writing_accuracy < 0.6);
      CHECK(other.right.writing_accuracy > 0.95);
    }
  }
}

}  // namespace lessons_mask
