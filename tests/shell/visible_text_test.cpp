#include "shell/visible_text.hpp"

#include <doctest/doctest.h>

#include <string>

using shell::visible_text;

TEST_CASE("text that can be seen stays as it is") {
  for (const char* text : {"", "cat", "größer", "שלום", "मराठी", "\U0001F469\u200D\U0001F469\u200D\U0001F467",
                           "e\u0301", "می\u200Cخواهم", "a\u00ADb", "❤\uFE0F"}) {
    CHECK(visible_text(text) == text);
  }
}

TEST_CASE("control characters show their pictures") {
  CHECK(visible_text(std::string("a\0b", 3)) == "a␀b");
  CHECK(visible_text("\x01\x1f\x7f") == "␁␟␡");
  CHECK(visible_text("\u0084") == "‹U+0084›");
}

TEST_CASE("a character that turns the writing around is shown and turns nothing") {
  CHECK(visible_text("\u202Eevil") == "‹U+202E›evil");
  CHECK(visible_text("a\u2066b\u2069") == "a‹U+2066›b‹U+2069›");
}

TEST_CASE("a token with nothing to see says what it is") {
  CHECK(visible_text("\u200B") == "‹U+200B›");
  CHECK(visible_text("\u2060\uFEFF\u00AD") == "‹U+2060›…");
  CHECK(visible_text("\U000E0001") == "‹U+E0001›");
}
