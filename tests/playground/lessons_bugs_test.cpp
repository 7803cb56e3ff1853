// The three exercises: a broken attention, what its instruments read, and that one repair alone is right.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace lessons_bugs {
namespace {

using attention::Matrix;
using playground::Session;
using support::claim;
using support::figure;
using support::readings;
using support::showing;
using support::shown;

const nlohmann::json& numbers() { return support::golden("lessons_bugs"); }

bool is_found(const Session& session) {
  using playground::Remark;
  const bool found = claim(session, "found") == 1;
  CHECK((figure<Remark>(shown(session), "verdict").tone == Remark::Tone::kGood) == found);
  const std::vector<bool> hold = readings(session);
  CHECK(std::all_of(hold.begin(), hold.end(), [](bool one) { return one; }) == found);
  return found;
}

/// Sessions that an exercise has to work for: other seeds, few words, many, equal ones.
std::vector<Session> others(Session session) {
  std::vector<Session> all;
  for (const std::string seed : {"0", "1", "987654321987654321"}) {
    session.model.seed = seed;
    all.push_back(session);
  }
  std::string many;
  for (int word = 0; word < 40; ++word) {
    many += "w" + std::to_string(word) + " ";
  }
  for (const std::string& text : {std::string("one"), std::string("a b c d"), std::string("a a a a a"), many}) {
    session.model.text = text;
    session.query = 0;
    session.key = 0;
    all.push_back(session);
  }
  return all;
}

bool right_alone(const std::string& lesson, const std::string& right, const std::vector<std::string>& wrong) {
  bool holds = true;
  for (Session session : others(showing(lesson, "bug"))) {
    session.knobs["repair"] = right;
    holds = holds && is_found(session);
    for (const std::string& repair : wrong) {
      session.knobs["repair"] = repair;
      CAPTURE(session.model.seed);
      CAPTURE(session.model.text);
      CAPTURE(repair);
      CHECK_FALSE(is_found(session));
    }
  }
  return holds;
}

}  // namespace

TEST_SUITE("lessons") {
  TEST_CASE("find the wrong scale: the numbers are NumPy's, and one repair alone is right for every seed and text") {
    for (const auto& [key, expected] : numbers()["scale_exercise"].items()) {
      const std::string repair = key;
      CAPTURE(repair);
      const Session session = showing("scale", "bug", "repair:" + repair);
      const auto bars = figure<playground::Bars>(shown(session), "entropies").bars;
      REQUIRE(bars.size() == 5);
      for (std::size_t at = 0; at < 5; ++at) {
        CHECK(bars[at].value == doctest::Approx(expected[at].get<double>()).epsilon(1e-11));
      }
      CHECK(claim(session, "bug_deviation_many_heads") == doctest::Approx(expected[6].get<double>()).epsilon(1e-11));
      CHECK(claim(session, "bug_entropy_one_head") == doctest::Approx(expected[0].get<double>()).epsilon(1e-11));
      CHECK(claim(session, "bug_entropy_many_heads") == doctest::Approx(expected[4].get<double>()).epsilon(1e-11));
      // Divided after softmax a row of the widest head, 64, adds up to 1/8.
      CHECK(std::abs(claim(session, "bug_row_error") - (repair == "after" ? 0.875 : 0)) < 1e-12);
      CHECK(std::abs(claim(session, "bug_one_head_error") - numbers()["scale_one_head"][repair].get<double>()) < 1e-12);
      CHECK(is_found(session) == (repair == "width"));
    }
    CHECK(readings(showing("scale", "bug")) == std::vector<bool>{true, true, false, false});
    CHECK_FALSE(readings(showing("scale", "bug", "repair:after"))[0]);
    CHECK(right_alone("scale", "width", {"model", "tokens", "after"}));
  }

  TEST_CASE("find the leak: three instruments tell the repairs apart, and one alone is right") {
    CHECK(readings(showing("mask", "bug")) == std::vector<bool>{true, true, false, false});
    CHECK(readings(showing("mask", "bug", "repair:after")) == std::vector<bool>{false, true, true, false});
    CHECK(is_found(showing("mask", "bug", "repair:infinity")));
    CHECK(right_alone("mask", "infinity", {"zero", "small", "after"}));
  }

  TEST_CASE("find the scrambled heads: the numbers are NumPy's, and one repair alone is right") {
    for (const auto& [key, expected] : numbers()["heads_exercise"].items()) {
      const std::string repair = key;
      CAPTURE(repair);
      const Session session = showing("heads", "bug", "repair:" + repair);
      const Matrix moved = support::matrix_from(expected["moved"]);
      const auto bars = figure<playground::Bars>(shown(session), "moves").bars;
      REQUIRE(bars.size() == 12);
      for (std::size_t word = 0; word < 12; ++word) {
        CHECK(std::abs(bars[word].value - moved(0, static_cast<Eigen::Index>(word))) < 1e-12);
      }
      CHECK(std::abs(claim(session, "bug_leaked") - moved.row(1).head(11).maxCoeff()) < 1e-12);
      CHECK(std::abs(claim(session, "bug_swap") - expected["swap"].get<double>()) < 1e-12);
      CHECK(claim(session, "bug_row_error") < 1e-12);
      CHECK(claim(session, "bug_one_head_error") < 1e-12);
      CHECK(claim(session, "bug_least_heard") == doctest::Approx(moved.row(0).minCoeff()).epsilon(1e-12));
      CHECK(is_found(session) == (repair == "both"));
    }
    CHECK(claim(showing("heads", "bug"), "least_heard_repaired") ==
          doctest::Approx(support::matrix_from(numbers()["heads_exercise"]["both"]["moved"]).row(0).minCoeff())
              .epsilon(1e-12));
    CHECK(readings(showing("heads", "bug")) == std::vector<bool>{true, true, true, true, false, false});
    CHECK(right_alone("heads", "both", {"none", "split", "join"}));
  }
}

}  // namespace lessons_bugs
