#include "core/playground/masks.hpp"

#include <doctest/doctest.h>

#include "core/playground/base64.hpp"

using namespace playground;

namespace {

/// Rows of 0 and 1, as a person would write the mask down.
std::string drawn(const Mask& mask, int tokens) {
  std::string rows;
  for (int query = 0; query < tokens; ++query) {
    for (int key = 0; key < tokens; ++key) rows += allows(mask, query, key, tokens) ? '1' : '0';
    if (query + 1 < tokens) rows += '/';
  }
  return rows;
}

std::string drawn(std::string_view text, int tokens) {
  const Result<Mask> mask = mask_from_text(text);
  REQUIRE_MESSAGE(mask.ok(), mask.sentence());
  return drawn(mask.value(), tokens);
}

}  // namespace

TEST_SUITE("masks") {
  TEST_CASE("each part allows what it says") {
    CHECK(drawn("none", 3) == "111/111/111");
    CHECK(drawn("causal", 3) == "100/110/111");
    CHECK(drawn("padding:1", 3) == "110/110/110");
    CHECK(drawn("padding:3", 3) == "000/000/000");
    CHECK(drawn("window:0", 3) == "100/010/001");
    CHECK(drawn("window:1", 4) == "1100/1110/0111/0011");
    CHECK(drawn("prefix:2", 4) == "1100/1100/1110/1111");
    CHECK(drawn("prefix:0", 3) == drawn("causal", 3));
    CHECK(drawn("painted:101/010/111", 3) == "101/010/111");
  }

  TEST_CASE("several parts allow what all of them allow") {
    CHECK(drawn("causal,window:1", 4) == "1000/1100/0110/0011");
    CHECK(drawn("window:1,causal,padding:1", 4) == "1000/1100/0110/0010");
    CHECK(text_of(mask_from_text("window:1,causal").value()) == "causal,window:1");
  }

  TEST_CASE("a painted mask is short in a link and reads back") {
    const Mask painted = mask_from_text("painted:110/000/101").value();
    CHECK(text_of(painted) == "painted:AgQBAQE");  // runs 2 4 1 1 1 as bytes, in base64url (RFC 4648)
    CHECK(mask_from_text("painted:AgQBAQE").value() == painted);
    Mask causal{.painted = {}};
    for (int cell = 0; cell < 512 * 512; ++cell) causal.painted.push_back(cell % 512 <= cell / 512);
    CHECK(text_of(causal).size() < 3'000);
    CHECK(mask_from_text(text_of(causal)).value() == causal);
    CHECK(mask_from_text("painted:0").value() == Mask{.painted = {false}});
  }

  TEST_CASE("what is no mask is refused with a sentence") {
    for (const char* text :
         {"", "causal,", "Causal", "padding", "padding:", "padding:x", "window:1.5", "painted:", "painted:10/1",
          "painted:!!", "painted:A", "painted:gA", "painted:_____w", "none,causal"}) {
      CHECK_MESSAGE(!mask_from_text(text).ok(), text);
    }
  }

  TEST_CASE("a mask that does not fit the tokens is named") {
    CHECK(broken_mask({.window = 4}, 3) == "The window is 4: 0 to 3 are allowed.");
    CHECK(broken_mask({.prefix = -1}, 3) == "The prefix is \u22121: 0 to 3 are allowed.");
    CHECK(broken_mask({.painted = {true}}, 3) == "The painted mask has 1 cells: 3 tokens need 9.");
    CHECK(broken_mask({.causal = true, .painted = {true}}, 1) == "A painted mask has no other parts.");
    CHECK_FALSE(broken_mask({.causal = true, .padding = 3, .window = 3, .prefix = 0}, 3));
  }

  TEST_CASE("a forbidden key is told why") {
    CHECK(why_forbidden({.causal = true}, 1, 2, 3) == "which comes later");
    CHECK(why_forbidden({.padding = 1}, 1, 2, 3) == "which is padding");
    CHECK(why_forbidden({.window = 1}, 0, 2, 3) == "which is more than 1 away");
    CHECK(why_forbidden({.causal = true}, 2, 1, 3).empty());
    CHECK(has_empty_row({.padding = 3}, 3));
    CHECK_FALSE(has_empty_row({.padding = 2}, 3));
  }

  TEST_CASE("base64url is that of RFC 4648") {
    // Section 10, without padding; and the two letters in which it differs from base64.
    CHECK(base64url_encoded("") == "");
    CHECK(base64url_encoded("f") == "Zg");
    CHECK(base64url_encoded("fo") == "Zm8");
    CHECK(base64url_encoded("foo") == "Zm9v");
    CHECK(base64url_encoded("foobar") == "Zm9vYmFy");
    CHECK(base64url_encoded("\xfb\xff") == "-_8");
    CHECK(base64url_decoded("Zm9vYg") == "foob");
    CHECK(base64url_decoded("-_8") == "\xfb\xff");
    CHECK_FALSE(base64url_decoded("Zm9vYh").has_value());
    CHECK_FALSE(base64url_decoded("Zm9vY").has_value());
    CHECK_FALSE(base64url_decoded("Zm 9").has_value());
  }
}
