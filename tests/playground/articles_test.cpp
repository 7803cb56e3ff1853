// Numbers that stand in the captions of docs/articles are those of the figure above them.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/playground/link.hpp"
#include "core/playground/wording.hpp"
#include "tests/support/lessons.hpp"

namespace articles {
namespace {

using playground::number_text;
using playground::Session;
using support::claim;

/// The captions of an article, each in one line and without its tags.
std::string captions_of(const std::string& article) {
  std::ifstream file(AP_GOLDEN_DIR "/../../docs/articles/" + article + ".html");
  REQUIRE(file.good());
  std::ostringstream whole;
  whole << file.rdbuf();
  const std::string html = whole.str(), begin = "<figcaption>", end = "</figcaption>";
  std::string captions;
  for (std::size_t at = html.find(begin); at != std::string::npos; at = html.find(begin, at + 1)) {
    bool tag = false;
    for (const char letter : html.substr(at + begin.size(), html.find(end, at) - at - begin.size())) {
      tag = letter == '<' || tag;
      const char written = letter == '\n' ? ' ' : letter;
      if (!tag && !(written == ' ' && captions.ends_with(' '))) captions += written;
      tag = letter != '>' && tag;
    }
    captions += '\n';
  }
  return captions;
}

Session figure_of(const std::string& link) {
  const auto opened = playground::decode_link("", link);
  REQUIRE_MESSAGE(opened.notices.empty(), (opened.notices.empty() ? "" : opened.notices.front()));
  return opened.session;
}

/// Digits and what belongs to them: "0.29", "37,000".
std::vector<std::string> numbers_in(const std::string& text) {
  std::vector<std::string> numbers;
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && (is_digit(text[end]) || ((text[end] == '.' || text[end] == ',') && end > at &&
                                                         end + 1 < text.size() && is_digit(text[end + 1])))) {
      ++end;
    }
    if (end > at) numbers.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return numbers;
}

/// Checks that the captions say each of these; afterwards no number may be left that none of them has.
void check_captions(const std::string& article, const std::vector<std::string>& parts,
                    const std::set<std::string>& of_the_task) {
  const std::string captions = captions_of(article);
  std::set<std::string> known = of_the_task;
  for (const std::string& part : parts) {
    CHECK_MESSAGE(captions.find(part) != std::string::npos, part);
    for (const std::string& number : numbers_in(part)) known.insert(number);
  }
  for (const std::string& number : numbers_in(captions)) CHECK_MESSAGE(known.count(number) == 1, number);
}

/// The token that has the largest weight in the row of the selected one.
std::string favourite(const Session& session) {
  const auto snapshot = playground::derive(session.model, nullptr);
  Eigen::Index largest = 0;
  snapshot->tensor(playground::Tensor::kWeights, session.head)->row(session.query).maxCoeff(&largest);
  return "“" + snapshot->tokens[static_cast<std::size_t>(largest)] + "”";
}

}  // namespace

TEST_SUITE("articles") {
  TEST_CASE("what is attention: the numbers of the captions are those of the figures") {
    const auto two = [](const Session& session, const char* name) { return number_text(claim(session, name), 2); };
    const std::string noise = "lesson=attention&cue=7&query=8&key=";
    const Session tired = figure_of(noise + "11"), animal = figure_of(noise + "1");
    const Session fit = figure_of("lesson=similarity&cue=6");
    const auto softmax = [&](const std::string& scale) {
      return two(figure_of("lesson=softmax&cue=4&scale=" + scale), "top_weight");
    };
    const Session context = figure_of("lesson=context&cue=2");
    const Session mask = figure_of("lesson=mask&cue=2&mask=causal&query=8&key=11");
    const auto snapshot = playground::derive(mask.model, nullptr);
    const double most = snapshot->tensor(playground::Tensor::kWeights, 0)->row(8).maxCoeff();
    const auto head = [&](const char* number) {
      return favourite(figure_of("lesson=heads&cue=2&query=8&key=9&head=" + std::string(number)));
    };
    const Session places = figure_of("lesson=positions&cue=1");
    CHECK(head("0") == head("1"));
    check_captions(
        "what_is_attention",
        {"“it” gives “tired” " + two(tired, "weight_there") + " and “animal” only " + two(animal, "weight_there") +
             "; “animal” gives “it” " + two(animal, "weight_back"),
         "scores " + two(fit, "dot_whale") + " and beats “dog” with " + two(fit, "dot_dog"),
         "as usual, the largest share in the row of “it” is " + softmax("on") + ". Left large, it is " + softmax("1"),
         "Made tiny, it is " + softmax("0.02") + ", and an even share would be " + two(tired, "even_weight"),
         "water " + number_text(claim(context, "bank_water"), 0) + " and money " +
             number_text(claim(context, "bank_money"), 0),
         "water " + two(context, "water_one") + " and money " + two(context, "money_one"),
         "water " + two(context, "water_two") + " and money " + two(context, "money_two"),
         "gives the most, " + number_text(most, 2) + ", to " + favourite(mask),
         "The first two listen most to " + head("0") + ", the third to " + head("2") + ", the fourth to " + head("3"),
         "change by up to " + two(places, "change_sinusoidal") + ", with turns by up to " +
             two(places, "change_rotary")},
        {});
  }

  TEST_CASE("attention for engineers: the numbers of the captions are those of the figures") {
    const auto written = [](const Session& session, const char* name, int digits) {
      return number_text(claim(session, name), digits);
    };
    const Session pairing = figure_of("lesson=positions&cue=6");
    const Session cost = figure_of("lesson=cost&cue=2");
    const Session flash = figure_of("lesson=flash&cue=3");
    const Session cross = figure_of("lesson=cross&cue=1");
    const Session base = figure_of("lesson=parameters&cue=1");
    const Session signal = figure_of("lesson=recurrence&cue=4");
    check_captions(
        "attention_for_engineers",
        {"the score is " + written(pairing, "score_mixed", 2) + ", or " + written(pairing, "score_mixed_far", 2) +
             " a hundred places on",
         "8 heads in 12 layers at 4,096 tokens take " + written(cost, "tables_gb_4096", 2) + " GB",
         "the output is off by " + written(flash, "error_without_rescale", 2),
         written(cross, "target_words", 0) + " rows, " + written(cross, "source_words", 0) + " columns",
         "“black” gives " + written(cross, "black_negro", 2) + " to “negro” and “cat” " +
             written(cross, "cat_gato", 2) + " to “gato”",
         "to the " + number_text(claim(base, "base_total") / 1e6, 0) + " million of the figure; the paper says " +
             written(base, "paper_millions", 0) + ", for a vocabulary of “about” " +
             playground::grouped(static_cast<std::int64_t>(claim(base, "base_vocabulary"))),
         "after " + written(signal, "some_words", 0) + " words, " + written(signal, "some_left", 4) +
             " of a change in the first is left in this random recurrent cell, and " +
             written(signal, "some_left_attention", 3) + " in random attention"},
        {"1", "1,024", "80"});  // where a knob is turned to, a sum of shares, and the memory of a card
  }
}

}  // namespace articles
