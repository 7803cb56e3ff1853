// The language of the training run, its examples, and the reading of a reader's sentence.
#include "core/training/grammar.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/training/examples.hpp"
#include "core/training/reading.hpp"

namespace {

using attention::Index;
using training::Example;

std::string word_of(const Example& example, Index position) {
  return std::string(
      training::vocabulary()[static_cast<std::size_t>(example.sentence.words[static_cast<std::size_t>(position)])]);
}

}  // namespace

TEST_CASE("the two sentences of the article are sentences of the grammar, and held out") {
  bool tired = false, wide = false;
  for (const Example& example : training::held_out_examples()) {
    const std::string text = training::text_of(example.sentence);
    if (text == "the animal did not cross the street because it was too tired") {
      tired = word_of(example, example.referent_position) == "animal";
    }
    if (text == "the animal did not cross the street because it was too wide") {
      wide = word_of(example, example.referent_position) == "street";
    }
  }
  CHECK(tired);
  CHECK(wide);
}

TEST_CASE("every word is in the vocabulary once") {
  const std::set<std::string_view> words(training::vocabulary().begin(), training::vocabulary().end());
  CHECK(words.size() == training::vocabulary().size());
  for (Index number = 0; number < static_cast<Index>(training::vocabulary().size()); ++number) {
    CHECK(training::word_number(training::vocabulary()[static_cast<std::size_t>(number)]) == number);
  }
  CHECK_FALSE(training::word_number("zebra").has_value());
}

TEST_CASE("a sentence that is drawn has no held-out pair; the held-out set has them all") {
  attention::Generator generator(attention::Entropy{5});
  std::set<Index> animates, places;
  for (const Example& example : training::draw_examples(generator, 5'000)) {
    Index animate = example.referent(),
          place = example.sentence.words[static_cast<std::size_t>(example.other_position)];
    if (!training::is_animate(animate)) std::swap(animate, place);
    REQUIRE(training::is_animate(animate));
    REQUIRE(training::is_noun(place));
    REQUIRE_FALSE(training::is_animate(place));
    REQUIRE_FALSE(training::is_held_out(animate, place - training::kAnimates));
    animates.insert(animate);
    places.insert(place);
  }
  CHECK(animates.size() == 10);
  CHECK(places.size() == 10);
  const std::vector<Example> held_out = training::held_out_examples();
  CHECK(held_out.size() == 10 * 6 * 12 * 6);
  const std::vector<Example> few = training::few_held_out_examples();
  CHECK(few.size() == 120);
  for (const Example& example : few) {
    CHECK(std::any_of(held_out.begin(), held_out.end(),
                      [&](const Example& other) { return other.sentence.words == example.sentence.words; }));
  }
  CHECK(training::is_held_out(0, 0));
}

TEST_CASE("\"it\" is where a sentence says, and its position does not tell which noun it stands for") {
  int first = 0, all = 0;
  for (const Example& example : training::held_out_examples()) {
    REQUIRE(word_of(example, example.sentence.it) == "it");
    first += example.referent_position < example.other_position;
    ++all;
  }
  CHECK(2 * first == all);
}

TEST_CASE("an adjective alone decides which noun is meant") {
  for (const Example& example : training::held_out_examples()) {
    const auto adjective = std::find_if(example.sentence.words.begin(), example.sentence.words.end(), [](Index word) {
      return word >= *training::word_number("tired") && word <= *training::word_number("icy");
    });
    REQUIRE(adjective != example.sentence.words.end());
    CHECK((*adjective <= *training::word_number("lazy")) == training::is_animate(example.referent()));
  }
}

TEST_CASE("a reader's sentence is read, with capitals and full stops") {
  const training::Reading reading =
      training::read_sentence("  The animal did not cross the\tstreet, because it was too Tired. ");
  REQUIRE(reading.problem == training::ReadingProblem::kNone);
  CHECK(training::text_of(reading.sentence) == "the animal did not cross the street because it was too tired");
  CHECK(reading.sentence.it == 8);
  CHECK(reading.noun_positions == std::vector<Index>{1, 6});
  REQUIRE(reading.example.has_value());
  CHECK(reading.example->referent_position == 1);
  CHECK(reading.example->other_position == 6);
}

TEST_CASE("a sentence outside the grammar is read too, without an answer where there is none") {
  const training::Reading two = training::read_sentence("the dog did not visit the cat because it was too tired");
  CHECK(two.problem == training::ReadingProblem::kNone);
  CHECK_FALSE(two.example.has_value());
  const training::Reading both = training::read_sentence("the icy road did not visit the dog because it was lazy");
  CHECK(both.problem == training::ReadingProblem::kNone);
  CHECK_FALSE(both.example.has_value());
}

TEST_CASE("unknown words are named, each with words that are near") {
  const training::Reading reading = training::read_sentence("the dgo did not cros the zebra because it was wide");
  REQUIRE(reading.problem == training::ReadingProblem::kUnknownWords);
  REQUIRE(reading.unknown.size() == 3);
  CHECK(reading.unknown[0].word == "dgo");
  CHECK(reading.unknown[0].position == 1);
  REQUIRE_FALSE(reading.unknown[0].suggestions.empty());
  CHECK(reading.unknown[0].suggestions.front() == "dog");
  CHECK(reading.unknown[1].word == "cros");
  REQUIRE_FALSE(reading.unknown[1].suggestions.empty());
  CHECK(reading.unknown[1].suggestions.front() == "cross");
  CHECK(reading.unknown[2].word == "zebra");
  CHECK(training::nearest_words("anmial").front() == "animal");
  CHECK(training::nearest_words("xylophone").empty());
  CHECK(training::nearest_words(std::string(100'000, 'a')).empty());
}

TEST_CASE("what cannot be asked says why") {
  CHECK(training::read_sentence("").problem == training::ReadingProblem::kEmpty);
  CHECK(training::read_sentence(" \t ").problem == training::ReadingProblem::kEmpty);
  CHECK(training::read_sentence("the dog was tired").problem == training::ReadingProblem::kNoIt);
  CHECK(training::read_sentence("it was too wide").problem == training::ReadingProblem::kNoNoun);
  std::string longest;
  for (int i = 0; i < 25; ++i) longest += "it ";
  CHECK(training::read_sentence(longest).problem == training::ReadingProblem::kTooLong);
}

TEST_CASE("signs alone are a token that cannot be read, so that every token has its row") {
  const training::Reading reading =
      training::read_sentence("the animal did not cross the street because it was too tired .");
  REQUIRE(reading.unknown.size() == 1);
  CHECK(reading.unknown[0].word == ".");
  CHECK(reading.unknown[0].position == 12);
  CHECK(training::read_sentence("“the” dog...").unknown.size() == 1);
  CHECK(training::read_sentence("The dog, because it was tired.").problem == training::ReadingProblem::kNone);
}

TEST_CASE("edit distance counts letters to add, take away, change and swap") {
  CHECK(training::edit_distance("ab", "ba") == 1);
  CHECK(training::edit_distance("ca", "abc") == 3);  // of optimal string alignment; without that restriction 2

  CHECK(training::edit_distance("", "") == 0);
  CHECK(training::edit_distance("", "abc") == 3);
  CHECK(training::edit_distance("kitten", "sitting") == 3);
  CHECK(training::edit_distance("sunday", "saturday") == 3);
  CHECK(training::edit_distance("road", "road") == 0);
}
