#include "core/training/reading.hpp"

#include <algorithm>
#include <utility>

namespace training {
namespace {

constexpr std::string_view kBlanks = " \t\n\r\f\v";
constexpr std::string_view kSigns = ".,;:!?\"'";

/// The word without signs around it, in lower case.
std::string bare(std::string_view word) {
  const std::size_t first = word.find_first_not_of(kSigns);
  if (first == std::string_view::npos) return {};
  std::string lower(word.substr(first, word.find_last_not_of(kSigns) - first + 1));
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  std::size_t first = text.find_first_not_of(kBlanks);
  while (first != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, first), text.size());
    const std::string_view whole = text.substr(first, end - first);
    std::string word = bare(whole);
    // Nothing but signs is a token of the text all the same, and no word that can be known.
    words.push_back(word.empty() ? std::string(whole) : std::move(word));
    first = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

/// The answer, where there is one noun of each kind and the adjectives agree.
std::optional<Example> answered(const Sentence& sentence, const std::vector<Index>& noun_positions) {
  const Index first_adjective = *word_number("tired");
  bool animate = false, place = false;
  for (const Index word : sentence.words) {
    const Index adjective = word - first_adjective;
    if (adjective < 0 || adjective >= kAdjectives) continue;
    (adjective < kAdjectivesOfKind ? animate : place) = true;
  }
  if (animate == place || noun_positions.size() != 2) return std::nullopt;
  const auto is_animate_at = [&](Index position) {
    return is_animate(sentence.words[static_cast<std::size_t>(position)]);
  };
  if (is_animate_at(noun_positions[0]) == is_animate_at(noun_positions[1])) return std::nullopt;
  const std::size_t referent = is_animate_at(noun_positions[0]) == animate ? 0 : 1;
  return Example{.sentence = sentence,
                 .referent_position = noun_positions[referent],
                 .other_position = noun_positions[1 - referent]};
}

}  // namespace

Index edit_distance(std::string_view a, std::string_view b) {
  // now[j]: from the first i letters of a to the first j letters of b; before and long_before: with one and two fewer.
  std::vector<Index> now(b.size() + 1), before, long_before;
  for (std::size_t j = 0; j <= b.size(); ++j) now[j] = static_cast<Index>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    long_before = std::exchange(before, now);
    now[0] = static_cast<Index>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const Index changed = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({changed, before[j] + 1, now[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], long_before[j - 2] + 1);
    }
  }
  return now[b.size()];
}

std::vector<std::string_view> nearest_words(std::string_view word, std::size_t most) {
  std::vector<std::pair<Index, std::string_view>> candidates;
  if (word.size() > 40) return {};  // no word; the distance to it would take long
  for (const std::string_view known : vocabulary()) {
    const Index distance = edit_distance(word, known);
    if (2 * distance <= static_cast<Index>(std::max(word.size(), known.size()))) {
      candidates.emplace_back(distance, known);
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> nearest;
  for (const auto& [distance, known] : candidates) {
    if (nearest.size() < most) nearest.push_back(known);
  }
  return nearest;
}

Reading read_sentence(std::string_view text) {
  Reading reading;
  const std::vector<std::string> words = split(text);
  if (words.empty()) reading.problem = ReadingProblem::kEmpty;
  if (words.size() > static_cast<std::size_t>(kLongestSentence)) reading.problem = ReadingProblem::kTooLong;
  if (reading.problem != ReadingProblem::kNone) return reading;
  std::optional<Index> it;
  for (const std::string& word : words) {
    const Index position = static_cast<Index>(reading.sentence.words.size());
    const std::optional<Index> number = word_number(word);
    if (!number) reading.unknown.push_back({.position = position, .word = word, .suggestions = nearest_words(word)});
    reading.sentence.words.push_back(number.value_or(0));
    if (number == it_number() && !it) it = position;
    if (number && is_noun(*number)) reading.noun_positions.push_back(position);
  }
  if (!reading.unknown.empty()) {
    reading.problem = ReadingProblem::kUnknownWords;
  } else if (!it) {
    reading.problem = ReadingProblem::kNoIt;
  } else if (reading.noun_positions.empty()) {
    reading.problem = ReadingProblem::kNoNoun;
  }
  if (reading.problem != ReadingProblem::kNone) return reading;
  reading.sentence.it = *it;
  reading.example = answered(reading.sentence, reading.noun_positions);
  return reading;
}

}  // namespace training
