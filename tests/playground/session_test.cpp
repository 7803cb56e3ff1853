#include "core/playground/session.hpp"

#include <doctest/doctest.h>

#include "core/playground/utf8.hpp"

using playground::Scale;
using playground::tokenize;
using Tokens = std::vector<std::string>;

TEST_SUITE("session") {
  TEST_CASE("the opening experiment has twelve tokens, and \"it\" is selected") {
    const playground::Session session;
    const Tokens tokens = tokenize(session.model.text);
    CHECK(tokens.size() == 12);
    CHECK(tokens[static_cast<std::size_t>(session.query)] == "it");
    CHECK(tokens[static_cast<std::size_t>(session.key)] == "animal");
  }

  TEST_CASE("tokens are split at runs of white space, not at its ends") {
    const Tokens expected = {"a", "bc", "d"};
    CHECK(tokenize("  a  bc\td\n") == expected);
    CHECK(tokenize("").empty());
    CHECK(tokenize(" \t\r\n ").empty());
  }

  TEST_CASE("every white space of Unicode splits") {
    const Tokens expected = {"a", "b"};
    for (const char* space : {"\t",     "\n",     "\v",     "\f",     "\r",     " ",      "\u0085", "\u00A0", "\u1680",
                              "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008",
                              "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"}) {
      CHECK_MESSAGE(tokenize(std::string("a") + space + "b") == expected, "after a: ", space);
    }
  }

  TEST_CASE("what joins or only looks like a space does not split") {
    for (const char* joint : {"\u200B", "\u200D", "\u2060", "\uFEFF", "\u200C", "-", "_", "\u180E", "\x01"}) {
      CHECK(tokenize(std::string("a") + joint + "b").size() == 1);
    }
  }

  TEST_CASE("bytes that are not UTF-8 stay in their token") {
    const Tokens expected = {"a\xFF", "z"};
    CHECK(tokenize("a\xFF z") == expected);
  }

  TEST_CASE("the scale is one over the root of d_k, one, or the given number") {
    CHECK(playground::scale_factor(Scale{}, 16) == 0.25);
    CHECK(playground::scale_factor(Scale{.kind = Scale::Kind::kOff, .number = 1}, 16) == 1);
    CHECK(playground::scale_factor(Scale{.kind = Scale::Kind::kNumber, .number = -3.5}, 16) == -3.5);
  }
}

TEST_SUITE("UTF-8") {
  TEST_CASE("text of one to four bytes a character is valid") {
    CHECK_FALSE(playground::first_invalid_byte("a\u00E4\u20AC\U0001F600"));
    CHECK(playground::count_code_points("a\u00E4\u20AC\U0001F600") == 4);
    CHECK(playground::code_point_at("\U0001F600", 0)->value == 0x1F600);
  }

  TEST_CASE("what is not strictly UTF-8 is refused at its first byte") {
    struct Case {
      const char* what;
      std::string text;
    };
    for (const Case& bad : {Case{"a lone continuation byte", "\x80"}, Case{"overlong solidus", "\xC0\xAF"},
                            Case{"overlong, three bytes", "\xE0\x80\x80"}, Case{"a surrogate", "\xED\xA0\x80"},
                            Case{"beyond U+10FFFF", "\xF4\x90\x80\x80"}, Case{"a cut sequence", "\xE2\x82"},
                            Case{"a byte of no form", "\xFF"}, Case{"five bytes", "\xF8\x88\x80\x80\x80"}}) {
      CHECK_MESSAGE(playground::first_invalid_byte("ab" + bad.text) == std::optional<std::size_t>(2), bad.what);
    }
  }

  TEST_CASE("a shortened text ends at a whole character and shows what is not UTF-8") {
    CHECK(playground::shortened("äöü", 2) == "äö…");
    CHECK(playground::shortened("äöü", 3) == "äöü");
    CHECK(playground::shortened("a\xFF", 3) == "a\uFFFD");
  }
}
