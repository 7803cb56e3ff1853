// Words: every text that a reader sees, in each language, apart from the code that shows it (words.def).
//
// The language of now is one process-wide variable, as gettext has it: whoever reads a link, an action or a field, or
// draws, says first which one it is (App does); docs/decisions/0010 has the reasons.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace playground {

/// A language of the interface. (Language is one of programs: code.hpp.)
enum class Tongue { kEnglish, kSpanish };

enum class Word {
#define WORD(name, english, spanish) name,
#include "core/playground/words.def"
#undef WORD
};

/// From now on say() speaks this language.
void speak(Tongue tongue);
Tongue spoken();

/// Speaks another language for as long as it lives.
class Speaking {
 public:
  explicit Speaking(Tongue tongue) : before_(spoken()) { speak(tongue); }
  ~Speaking() { speak(before_); }
  Speaking(const Speaking&) = delete;
  Speaking& operator=(const Speaking&) = delete;

 private:
  Tongue before_;
};

/// The text as it stands in the table.
std::string_view say(Word word);
/// The same with "{}" filled by the values in their order, "{1}" by the one so numbered from 0.
std::string say(Word word, std::initializer_list<std::string_view> values);

}  // namespace playground
