#include "core/training/grammar.hpp"

#include <algorithm>

namespace training {
namespace {

using std::string_view_literals::operator""sv;

// Where each kind of word begins in the vocabulary.
constexpr Index kFirstPlace = kAnimates;
constexpr Index kFirstVerb = kNouns;
constexpr Index kFirstParticiple = kFirstVerb + kVerbs;
constexpr Index kFirstAdjective = kFirstParticiple + kVerbs;

constexpr std::array kVocabulary{
    "animal"sv, "dog"sv, "cat"sv, "horse"sv, "cow"sv, "fox"sv, "sheep"sv, "rabbit"sv, "donkey"sv, "goat"sv,
    //
    "street"sv, "road"sv, "river"sv, "bridge"sv, "field"sv, "garden"sv, "park"sv, "square"sv, "valley"sv, "tunnel"sv,
    //
    "cross"sv, "enter"sv, "reach"sv, "explore"sv, "visit"sv, "pass"sv,
    //
    "crossed"sv, "entered"sv, "reached"sv, "explored"sv, "visited"sv, "passed"sv,
    //
    "tired"sv, "hungry"sv, "thirsty"sv, "sleepy"sv, "scared"sv, "lazy"sv,
    //
    "wide"sv, "narrow"sv, "long"sv, "crowded"sv, "flooded"sv, "icy"sv,
    //
    "the"sv, "did"sv, "not"sv, "because"sv, "it"sv, "was"sv, "too"sv, "by"sv, "so"sv};

// A stands for an animate noun, P for a place, V for a verb and W for its participle, J for an adjective.
constexpr std::array<std::string_view, kForms> kFormTexts{
    "the A did not V the P because it was too J",     //
    "the P was not W by the A because it was too J",  //
    "because it was too J the A did not V the P",     //
    "because it was too J the P was not W by the A",  //
    "it was too J so the A did not V the P",          //
    "it was too J so the P was not W by the A",
};

}  // namespace

std::span<const std::string_view> vocabulary() { return kVocabulary; }

std::optional<Index> word_number(std::string_view word) {
  const auto found = std::find(kVocabulary.begin(), kVocabulary.end(), word);
  if (found == kVocabulary.end()) return std::nullopt;
  return found - kVocabulary.begin();
}

Index it_number() { return *word_number("it"); }

Example example(const Choice& choice) {
  const auto within = [](Index number, Index count) { return number >= 0 && number < count; };
  attention::require(within(choice.animate, kAnimates) && within(choice.place, kPlaces) &&
                         within(choice.verb, kVerbs) && within(choice.adjective, kAdjectives) &&
                         within(choice.form, kForms),
                     "a choice of words is out of range");
  Example made;
  Index animate_position = 0, place_position = 0;
  std::string_view rest = kFormTexts[static_cast<std::size_t>(choice.form)];
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const Index position = static_cast<Index>(made.sentence.words.size());
    Index number = 0;
    if (word == "A") {
      number = choice.animate;
      animate_position = position;
    } else if (word == "P") {
      number = kFirstPlace + choice.place;
      place_position = position;
    } else if (word == "V") {
      number = kFirstVerb + choice.verb;
    } else if (word == "W") {
      number = kFirstParticiple + choice.verb;
    } else if (word == "J") {
      number = kFirstAdjective + choice.adjective;
    } else {
      number = *word_number(word);
      if (word == "it") made.sentence.it = position;
    }
    made.sentence.words.push_back(number);
  }
  const bool animate = choice.adjective < kAdjectivesOfKind;
  made.referent_position = animate ? animate_position : place_position;
  made.other_position = animate ? place_position : animate_position;
  return made;
}

std::string text_of(const Sentence& sentence) {
  std::string text;
  for (const Index word : sentence.words) {
    if (!text.empty()) text += ' ';
    text += kVocabulary[static_cast<std::size_t>(word)];
  }
  return text;
}

}  // namespace training
