// What a lesson names is what its numbers are about: words follow the text and the selection.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/playground/claims.hpp"
#include "core/playground/json.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/link.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace named_words {
namespace {

using attention::Matrix;
using playground::number_text;
using playground::Session;
using support::claim;

Session opened(const std::string& lesson, int cue, const std::string& more = "") {
  const auto link = playground::decode_link("", "lesson=" + lesson + "&cue=" + std::to_string(cue) + more);
  REQUIRE_MESSAGE(link.notices.empty(), (link.notices.empty() ? "" : link.notices.front()));
  return link.session;
}

std::string text_at(const Session& session) {
  const auto snapshot = playground::derive(session.model, nullptr);
  const auto& cue = playground::find_narration(session.lesson)->cues[static_cast<std::size_t>(session.cue)];
  return playground::with_claims(cue.text.text(), playground::claims_of(session, *snapshot));
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// What stands between “ and ”.
std::vector<std::string> quoted(const std::string& text) {
  const std::string open = "“", close = "”";
  std::vector<std::string> found;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + 1)) {
    const std::size_t from = at + open.size();
    found.push_back(text.substr(from, text.find(close, from) - from));
  }
  return found;
}

std::set<std::string> words_of(const std::string& text) {
  const std::vector<std::string> words = playground::tokenize(text);
  return {words.begin(), words.end()};
}

/// NumPy's numbers of the opening experiment.
Matrix expected(const char* tensor) {
  return support::matrix_from(support::golden("article")["cases"][0]["expected"][tensor]);
}

constexpr const char* kOtherText = "&text=alpha+beta+gamma+delta+epsilon+zeta+eta+theta+iota+kappa+lambda+mu";

}  // namespace

TEST_SUITE("lessons: words") {
  TEST_CASE(
      "with another text no cue names a word of the lesson's own, unless it says so or its words are made by hand") {
    int named = 0;
    for (const playground::Narration& narration : playground::narrations()) {
      // The words of these stand in their figures, whatever the session's text is. The model of "train" has its own.
      if (narration.lesson == "context" || narration.lesson == "cross" || narration.lesson == "train") continue;
      for (std::size_t index = 0; index < narration.cues.size(); ++index) {
        CAPTURE(narration.lesson);
        CAPTURE(index);
        const playground::Cue& cue = narration.cues[index];
        if (cue.of_own_text || cue.exhibit == "relations") continue;
        const std::set<std::string> own = words_of(opened(narration.lesson, static_cast<int>(index)).model.text);
        const Session session =
            opened(narration.lesson, static_cast<int>(index), kOtherText + std::string("&query=2&key=5"));
        for (const playground::Tongue tongue : {playground::Tongue::kEnglish, playground::Tongue::kSpanish}) {
          const playground::Speaking speaking(tongue);
          for (const std::string& word : quoted(text_at(session))) {
            CHECK_MESSAGE(own.count(word) == 0, word);
            named += static_cast<int>(words_of(session.model.text).count(word));
          }
          for (const playground::Option& option : cue.options) {
            for (const std::string& word : quoted(option.text.text())) CHECK_MESSAGE(own.count(word) == 0, word);
          }
        }
      }
    }
    CHECK(named >= 50);
  }

  TEST_CASE("the words are those of the cell that the number is of") {
    const Matrix scores = expected("scores"), weights = expected("weights");
    const std::string cell = "&query=4&key=2";  // "cross" on "did"
    CHECK(says(text_at(opened("attention", 5, cell)),
               "“cross” (row) on “did” (column), holds " + number_text(scores(4, 2), 2)));
    CHECK(says(text_at(opened("attention", 7, cell)), "“cross” gives “did” " + number_text(weights(4, 2), 2)));
    CHECK(says(text_at(opened("attention", 8, cell)), "“did” gives “cross” " + number_text(weights(2, 4), 2)));
    CHECK(says(text_at(opened("attention", 8, cell)), "“cross” gives “did” " + number_text(weights(4, 2), 2)));
    CHECK(says(text_at(opened("similarity", 9, cell)), "“cross” and “did”: " + number_text(scores(4, 2), 2)));
    CHECK(says(text_at(opened("softmax", 1, cell)),
               "the largest of “cross” is " + number_text(weights.row(4).maxCoeff(), 3)));
    CHECK(says(text_at(opened("softmax", 4, cell)),
               "the largest share of “cross” is then " + number_text(weights.row(4).maxCoeff(), 2)));
    CHECK(says(text_at(opened("scale", 1, cell)), "in the marked row, “cross”, the largest weight"));
    CHECK(says(text_at(opened("heads", 2, cell)), "the row of “cross”"));
    CHECK(says(text_at(opened("block", 0, cell)), "the note of “cross”"));
    CHECK(says(text_at(opened("block", 5, cell)), "Follow “cross” up"));
    CHECK(says(text_at(opened("flash", 0, cell)), "the answer for “cross”"));
    CHECK(says(text_at(opened("attention", 5)),
               "“it” (row) on “animal” (column), holds " + number_text(scores(8, 1), 2)));
    CHECK(says(text_at(opened("mask", 0, "&text=one+two+three&query=1")), "“one”, has a score for the last, “three”"));
    CHECK(says(text_at(opened("mask", 4, "&text=one+two+three")), "3 of the 3 rows"));
    const playground::Speaking spanish(playground::Tongue::kSpanish);
    CHECK(says(text_at(opened("attention", 7, cell)), "“cross” da a “did” " + number_text(weights(4, 2), 2)));
  }

  TEST_CASE("the words that the numbers are about are no numbers of the lesson") {
    const Session session = opened("attention", 5);
    const auto snapshot = playground::derive(session.model, nullptr);
    const auto claims = playground::claims_of(session, *snapshot);
    const auto word = std::find_if(claims.begin(), claims.end(),
                                   [](const playground::Claim& one) { return one.name == "query_word"; });
    REQUIRE(word != claims.end());
    CHECK(word->word == "it");
    CHECK_FALSE(says(playground::lesson_json("attention", "?", claims), "_word"));
    CHECK(says(playground::lesson_json("attention", "?", claims), "weight_there"));
  }

  TEST_CASE("the way back is offered from another step, and from another text where a cue is about its own alone") {
    CHECK_FALSE(playground::went_away(opened("positions", 0)));
    CHECK(playground::went_away(opened("positions", 0, kOtherText)));
    CHECK(playground::went_away(opened("context", 8, kOtherText)));
    CHECK(playground::went_away(opened("flash", 5, kOtherText)));
    CHECK_FALSE(playground::went_away(opened("flash", 5)));
    CHECK_FALSE(playground::went_away(opened("attention", 5, kOtherText)));
    CHECK_FALSE(playground::went_away(opened("attention", 5, "&query=3&key=3")));
    CHECK(playground::went_away(opened("attention", 5, "&step=softmax")));
    CHECK_FALSE(playground::went_away(opened("similarity", 0, "&step=softmax")));  // an exhibit stands there
    CHECK_FALSE(playground::went_away(Session{}));
  }

  TEST_CASE("flash: what is said of the second tile is true whether or not it brings a larger score") {
    int larger = 0, not_larger = 0;
    for (int seed = 1; seed <= 12; ++seed) {
      CAPTURE(seed);
      const Session session = opened("flash", 2, "&seed=" + std::to_string(seed));
      const auto snapshot = playground::derive(session.model, nullptr);
      const Matrix row = snapshot->tensor(playground::Tensor::kMaskedScores, 0)->row(8);
      const double first = row.leftCols(3).maxCoeff(), both = row.leftCols(6).maxCoeff();
      (both > first ? larger : not_larger) += 1;
      CHECK(claim(session, "second_rescale") == doctest::Approx(std::exp(first - both)).epsilon(1e-12));
      const std::string text = text_at(session);
      CHECK(says(text, "goes from " + number_text(first, 2) + " to " + number_text(both, 2)));
      CHECK(says(text, "Where it grew"));
    }
    CHECK(larger > 0);
    CHECK(not_larger > 0);
  }
}

}  // namespace named_words
