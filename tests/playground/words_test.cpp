#include "core/playground/words.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

using playground::say;
using playground::Speaking;
using playground::Tongue;
using playground::Word;

namespace {

struct WordRow {
  std::string_view name, english, spanish;
};

constexpr WordRow kWordRows[] = {
#define WORD(name, english, spanish) {#name, english, spanish},
#include "core/playground/words.def"
#undef WORD
};

/// Rows that are rightly the same: names, signs, keys, and words that both languages have.
const std::set<std::string_view> kSameInBoth{
    "kTitle",       "kUndoSign",      "kRedoSign",        "kShortcuts",       "kStepTokens",      "kStepEmbeddings",
    "kStepSoftmax", "kStepResidual1", "kStepFeedForward", "kStepResidual2",   "kCausal",          "kSinusoidal",
    "kAlibi",       "kAuto",          "kLogarithmic",     "kLanguageEnglish", "kLanguageSpanish", "kPartTokens",
    "kPartStage",   "kKeyLeftRight",  "kKeyUpDown",       "kKeyTab",          "kKeySource",       "kKeyCells",
    "kKeyZoom",     "kKeyEscape",     "kKeyHelp"};

/// The places that values take, in order of their number: how often each is filled.
std::multiset<std::string> placeholders(std::string_view text) {
  std::multiset<std::string> places;
  int next = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 2) == "{}") places.insert(std::to_string(next++));
    const bool numbered = text[at] == '{' && at + 2 < text.size() && text[at + 2] == '}';
    if (numbered && text[at + 1] >= '0' && text[at + 1] <= '9') places.insert(std::string(1, text[at + 1]));
  }
  return places;
}

}  // namespace

TEST_SUITE("words") {
  TEST_CASE("every text is there in both languages, with the same values in it") {
    for (const WordRow& row : kWordRows) {
      CAPTURE(row.name);
      CHECK(!row.english.empty());
      CHECK(!row.spanish.empty());
      CHECK(placeholders(row.english) == placeholders(row.spanish));
      // What stands before and after it is put together by the code.
      CHECK((row.english.front() == ' ') == (row.spanish.front() == ' '));
      CHECK((row.english.back() == ' ') == (row.spanish.back() == ' '));
      CHECK((row.english.back() == '.') == (row.spanish.back() == '.'));
    }
  }

  TEST_CASE("every text is translated, but for those that are rightly the same") {
    for (const WordRow& row : kWordRows) {
      CAPTURE(row.name);
      CHECK((row.english == row.spanish) == kSameInBoth.contains(row.name));
    }
  }

  TEST_CASE("what is spoken decides what is said") {
    CHECK(playground::spoken() == Tongue::kEnglish);
    CHECK(say(Word::kBack) == "Back");
    {
      const Speaking spanish(Tongue::kSpanish);
      CHECK(say(Word::kBack) == "Atrás");
    }
    CHECK(say(Word::kBack) == "Back");
  }

  TEST_CASE("values fill a text in their order, and are not read again") {
    CHECK(say(Word::kPartOf, {"3", "12"}) == "3 of 12");
    CHECK(say(Word::kPartOf, {"{}", "{0}"}) == "{} of {0}");
    CHECK(say(Word::kPartOf, {"3"}) == "3 of ");
    CHECK(say(Word::kActionNoObject, {}) == say(Word::kActionNoObject));
    const Speaking spanish(Tongue::kSpanish);
    CHECK(say(Word::kPartOf, {"3", "12"}) == "3 de 12");
  }
}
