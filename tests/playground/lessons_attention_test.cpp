// The lesson on attention: who listens to whom is not mutual.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace lessons_attention {
namespace {

using attention::Matrix;
using playground::Session;
using support::claim;
using support::figure;
using support::showing;
using support::shown;

const nlohmann::json& numbers() { return support::golden("lessons_bugs"); }

}  // namespace

TEST_SUITE("lessons") {
  TEST_CASE("one matrix for queries and keys makes scores mutual, but not shares") {
    const Session session = showing("attention", "mutual");
    const Matrix scores = support::matrix_from(numbers()["tied"]["scores"]);
    const Matrix weights = support::matrix_from(numbers()["tied"]["weights"]);
    CHECK(claim(session, "tied_there") == doctest::Approx(scores(session.query, session.key)).epsilon(1e-12));
    CHECK(claim(session, "tied_back") == doctest::Approx(scores(session.key, session.query)).epsilon(1e-12));
    CHECK(claim(session, "tied_weight_there") == doctest::Approx(weights(session.query, session.key)).epsilon(1e-11));
    CHECK(claim(session, "tied_weight_back") == doctest::Approx(weights(session.key, session.query)).epsilon(1e-11));
    const auto mutual = [](const std::string& matrices) {
      return figure<playground::Instruments>(shown(showing("attention", "mutual", "matrices:" + matrices)), "mutual")
          .readings;
    };
    CHECK(mutual("one")[0].holds);
    CHECK_FALSE(mutual("one")[1].holds);
    CHECK_FALSE(mutual("two")[0].holds);
    CHECK_FALSE(figure<playground::Instruments>(shown(session), "mutual").alarming);
    CHECK(claim(session, "d_k") == 16);
    CHECK(claim(session, "factor") == 0.25);
  }
}

}  // namespace lessons_attention
