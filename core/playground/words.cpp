#include "core/playground/words.hpp"

namespace playground {
namespace {

struct Row {
  std::string_view english, spanish;
};

constexpr Row kRows[] = {
#define WORD(name, english, spanish) {english, spanish},
#include "core/playground/words.def"
#undef WORD
};

/// The one variable of the process that a function here depends on, and what it says is all that depends on it.
Tongue tongue_of_now = Tongue::kEnglish;

/// A placeholder that begins at `at`: how many bytes it has, 0 where there is none, and the number in it or -1.
struct Placeholder {
  std::size_t bytes = 0;
  int number = -1;
};

Placeholder placeholder_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "{}") return {2, -1};
  const bool numbered = text[at] == '{' && at + 2 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9';
  return numbered && text[at + 2] == '}' ? Placeholder{3, text[at + 1] - '0'} : Placeholder{};
}

}  // namespace

void speak(Tongue tongue) { tongue_of_now = tongue; }
Tongue spoken() { return tongue_of_now; }

std::string_view say(Word word) {
  const Row& row = kRows[static_cast<std::size_t>(word)];
  return tongue_of_now == Tongue::kSpanish ? row.spanish : row.english;
}

std::string say(Word word, std::initializer_list<std::string_view> values) {
  const std::string_view text = say(word);
  std::string filled;
  std::size_t next = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Placeholder place = placeholder_at(text, at);
    if (place.bytes == 0) {
      filled += text[at++];
      continue;
    }
    const std::size_t index = place.number < 0 ? next++ : static_cast<std::size_t>(place.number);
    if (index < values.size()) filled += values.begin()[index];
    at += place.bytes;
  }
  return filled;
}

}  // namespace playground
