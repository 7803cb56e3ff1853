#include "shell/whole_words.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/shell/screen.hpp"

using shell_tests::Screen;

namespace {

std::string marked(const std::string& text) {
  return shell::with_whole_words(text, [](std::string_view word) { return "<" + std::string(word) + ">"; });
}

}  // namespace

TEST_CASE("what is drawn well character by character stays as it is") {
  for (const char* text :
       {"", " ", "cat → dog −3.21", "größer Ελλάδα кот", "日本語 🙂", "“Kᵀ” √d_k ÷ 4", "\uE000 \uF8FF"}) {
    CHECK(shell::is_plain_text(text));
    CHECK(marked(text) == text);
  }
}

TEST_CASE("a word that is joined, stacked or written from right to left becomes one label") {
  CHECK(marked("a שלום b") == "a <שלום> b");
  CHECK(marked("مرحبا  بالعالم") == "<مرحبا>  <بالعالم>");
  CHECK(marked("see \U0001F469\u200D\U0001F469\u200D\U0001F467 now") ==
        "see <\U0001F469\u200D\U0001F469\u200D\U0001F467> now");
  CHECK(marked("❤\uFE0F\n\U0001F1EA\U0001F1F8") == "<❤\uFE0F>\n<\U0001F1EA\U0001F1F8>");
  CHECK(marked("मराठी e\u0301t\u0301") == "<मराठी> <e\u0301t\u0301>");
}

TEST_CASE("the punctuation around such a word stays where it is") {
  CHECK(marked("שלום: 1") == "<שלום>: 1");
  CHECK(marked("“مرحبا”, ['שלום']") == "“<مرحبا>”, ['<שלום>']");
  CHECK(marked("d'שלום-cat.") == "<d'שלום-cat>.");
}

TEST_CASE("words of any language are drawn whole in sentences too") {
  std::vector<std::string> labels;
  Screen screen({}, {}, [&labels](std::string_view label) {
    const auto found = std::find(labels.begin(), labels.end(), label);
    const auto index = static_cast<unsigned>(found - labels.begin());
    if (found == labels.end()) {
      labels.emplace_back(label);
    }
    // A code point for private use from U+E000 on.
    return std::string{'\xEE', static_cast<char>(0x80U + (index >> 6U)), static_cast<char>(0x80U + (index & 0x3FU))};
  });
  const auto is_label = [&](const char* text) { return std::find(labels.begin(), labels.end(), text) != labels.end(); };
  // With its mark the word is a label above its column; without it only in sentences.
  REQUIRE(screen.app().dispatch(playground::SetText{"שלום! cat سلام"}).ok());
  REQUIRE(screen.app().dispatch(playground::Select{.query = 0, .key = 1}).ok());
  screen.go_to(playground::Step::kSoftmax);
  CHECK(is_label("שלום!"));
  CHECK_FALSE(is_label("שלום"));
  screen.go_to(playground::Step::kScores);
  CHECK(is_label("שלום"));
  screen.app().open({}, {"\U0001F469\u200D\U0001F467 is no step."});
  screen.draw();
  CHECK(is_label("\U0001F469\u200D\U0001F467"));
}
