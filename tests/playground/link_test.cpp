#include "core/playground/link.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/playground/json.hpp"
#include "core/playground/percent.hpp"
#include "tests/playground/invariants.hpp"
#include "tests/playground/random_sessions.hpp"

using namespace playground;

namespace {

/// The session of a hash that must give no notice.
Session session_of(std::string_view hash) {
  const DecodedLink link = decode_link("", hash);
  for (const std::string& notice : link.notices) FAIL_CHECK(notice);
  return link.session;
}

/// The only notice of a hash.
std::string notice_of(std::string_view hash) {
  const DecodedLink link = decode_link("", hash);
  CHECK(support::broken_invariant(link.session) == "");
  REQUIRE(link.notices.size() == 1);
  return link.notices.front();
}

std::string words_of_link(int count) {
  std::string text;
  for (int index = 0; index < count; ++index) text += "a+";
  return text;
}

}  // namespace

TEST_SUITE("link") {
  TEST_CASE("a language may have a region, as in HTML; without one it is the reader's") {
    CHECK(session_of("lang=es").lang == Tongue::kSpanish);
    CHECK(session_of("lang=es-MX").lang == Tongue::kSpanish);
    CHECK(session_of("lang=en-GB").lang == Tongue::kEnglish);
    CHECK(session_of("lang=auto").lang == std::nullopt);
    CHECK(session_of("step=scores").lang == std::nullopt);
    CHECK(encode_link(session_of("lang=es-MX")) == "v=1&lang=es");
    CHECK(encode_link(session_of("lang=en")) == "v=1&lang=en");
  }

  TEST_CASE("what is wrong with a link is said in the language that it asks for") {
    CHECK(notice_of("lang=es&lesson=later") ==
          "El parámetro lesson del enlace no se usa tal como está. “later” aún no se conoce aquí.");
    CHECK(playground::spoken() == Tongue::kEnglish);
    const Speaking spanish(Tongue::kSpanish);
    CHECK(notice_of("lang=en&lesson=later") ==
          "The link's lesson is not used as given. “later” is not known here yet.");
    CHECK(notice_of("seed=x") ==
          "El parámetro seed del enlace no se usa tal como está. La semilla “x” no es un número entero no negativo de "
          "1,000 cifras como máximo.");
  }

  TEST_CASE("an empty link is the opening experiment") {
    CHECK(session_of("") == Session{});
    CHECK(session_of("#") == Session{});
    CHECK(decode_link("?", "#").session == Session{});
    CHECK(encode_link(Session{}) == "v=1");
  }

  TEST_CASE("every parameter is read") {
    const Session session = session_of(
        "#v=1&lang=en&step=masked&text=one+two%20three+four&seed=12&vectors=word&d_model=8&d_k=3&heads=4&kv_heads="
        "2&"
        "mask=padding:2&scale=0.5&query=3&key=2&head=3&feature=5&tokens=columns&colors=log&digits=0&edits=wq.1.2_1.5~"
        "keys.0.1.2_-2e-3&theme=dark&hide=text,seed");
    Session expected;
    expected.step = Step::kMasked;
    expected.model.text = "one two three four";
    expected.model.seed = "12";
    expected.model.vectors = Vectors::kWord;
    expected.model.vectors_chosen = true;
    expected.model.sizes = {.d_model = 8, .d_k = 3, .heads = 4, .kv_heads = 2};
    expected.model.mask = {.padding = 2};
    expected.model.scale = {Scale::Kind::kNumber, 0.5};
    expected.query = 3;
    expected.key = 2;
    expected.head = 3;
    expected.feature = 5;
    expected.tokens_as = TokensAs::kColumns;
    expected.colors = ColorScale::kLogarithmic;
    expected.digits = 0;
    expected.model.edits = {{Tensor::kWq, 1, 2, 0, 1.5}, {Tensor::kKeys, 0, 1, 2, -0.002}};
    expected.theme = Theme::kDark;
    expected.lang = Tongue::kEnglish;
    expected.hide = {"text", "seed"};
    CHECK(session == expected);
  }

  TEST_CASE("the query is read too, the hash wins, and of a name given twice the last counts") {
    CHECK(decode_link("?seed=1&d_k=4", "#seed=2").session.model.seed == "2");
    CHECK(decode_link("?seed=1&d_k=4", "#seed=2").session.model.sizes.d_k == 4);
    CHECK(decode_link("seed=1", "").session.model.seed == "1");
    CHECK(session_of("seed=1&seed=3").model.seed == "3");
  }

  TEST_CASE("unknown names, names without a value and empty parts are ignored") {
    CHECK(session_of("#utm_source=x&&=&=5&foo&seed=3&").model.seed == "3");
  }

  TEST_CASE("escapes are decoded, and a percent sign that starts none stays") {
    CHECK(session_of("text=%C3%A4+b").model.text == "ä b");
    CHECK(session_of("text=100%+%zz+%4").model.text == "100% %zz %4");
    CHECK(session_of("text=a%2Bb%26c%3Dd").model.text == "a+b&c=d");
    CHECK(session_of("t%65xt=a=b").model.text == "a=b");
    CHECK(percent_decoded("%-1%+1%0") == "%-1% 1%0");
  }

  TEST_CASE("a text by link is no edit by hand") {
    const Session session = session_of("text=a+b");
    CHECK(session.model.vectors == Vectors::kArticle);
    CHECK_FALSE(session.model.vectors_chosen);
    CHECK(session_of("text=a+b&vectors=article").model.vectors_chosen);
  }

  TEST_CASE("a short text moves the default selection without a notice") {
    CHECK(session_of("text=a+b+c").query == 2);
    CHECK(session_of("text=a").key == 0);
  }

  TEST_CASE("key/value heads follow heads") {
    CHECK(session_of("heads=8").model.sizes.kv_heads == 8);
    CHECK(session_of("heads=8&kv_heads=2").model.sizes.kv_heads == 2);
    CHECK(session_of("kv_heads=2&heads=8").model.sizes.kv_heads == 2);
  }

  TEST_CASE("a step of the block brings the block, four times as wide as the model, unless the width is given") {
    const DecodedLink link = decode_link("", "step=norm_1&d_model=8");
    CHECK(link.notices.empty());
    CHECK(link.session.step == Step::kNorm1);
    CHECK(link.session.model.sizes.d_ff == 32);
    CHECK(decode_link("", "step=residual_2&d_ff=5").session.model.sizes.d_ff == 5);
    const DecodedLink refused = decode_link("", "step=norm_2&d_ff=0");
    CHECK(refused.session.step == Step::kTokens);
    REQUIRE(refused.notices.size() == 1);
    CHECK(
        refused.notices[0] ==
        "The link's step is not used as given. There is no step norm_2 without the rest of the block: give d_ff, 1 or "
        "more.");
  }

  TEST_CASE("positions, painted masks and comparisons travel in links") {
    const DecodedLink link =
        decode_link("", "text=a+b&positions=rotary_half&mask=painted:10/11&compare=scale%3Doff%26mask%3Dnone");
    CHECK(link.notices.empty());
    CHECK(link.session.model.positions == Positions::kRotaryHalf);
    CHECK(link.session.model.mask.painted == std::vector<bool>{true, false, true, true});
    CHECK(link.session.compare == "mask=none&scale=off");
    CHECK(decode_link("", encode_link(link.session)).session == link.session);
  }

  TEST_CASE("a bad value falls back alone and is told what is allowed") {
    struct Case {
      const char* hash;
      const char* sentence;
    };
    for (const auto& [hash, sentence] : {
             Case{"heads=7&kv_heads=2",
                  "kv_heads is not used as given. kv_heads is 2 and heads is 7: kv_heads must divide heads."},
             Case{"kv_heads=2", "kv_heads is not used as given. kv_heads is 2: 1 to 1 are allowed."},
             Case{"heads=17", "heads is not used as given. heads is 17: 1 to 16 are allowed."},
             Case{"d_model=64x", "d_model is not used as given. “64x” is not a whole number."},
             Case{"d_k=99999999999", "d_k is not used as given. “99999999999” is too large."},
             Case{"d_k=", "d_k is not used as given. “” is not a whole number."},
             Case{"seed=seven",
                  "seed is not used as given. The seed “seven” is not a non-negative whole number of at most 1,000 "
                  "digits."},
             Case{"seed=-1",
                  "seed is not used as given. The seed “-1” is not a non-negative whole number of at most 1,000 "
                  "digits."},
             Case{"text=", "text is not used as given. The text is empty: at least 1 token is needed."},
             Case{"text=%FF", "text is not used as given. The text is not Unicode: byte 0 is not valid UTF-8."},
             Case{"vectors=random",
                  "vectors is not used as given. “random” is not known: article or word are allowed."},
             Case{"mask=triangle",
                  "mask is not used as given. “triangle” is not known: none, causal, padding:N, window:N, prefix:N, "
                  "several of them with commas, or painted: and the cells are allowed."},
             Case{"mask=padding:13", "mask is not used as given. The padding is 13: 0 to 12 are allowed."},
             Case{"scale=nan",
                  "scale is not used as given. “nan” is not known: on, off or a finite number are allowed."},
             Case{"scale=1e7",
                  "scale is not used as given. The scale is 10000000.0000: −1,000,000 to 1,000,000 are allowed."},
             Case{"step=projected",
                  "step is not used as given. There is no step projected with one head: set two heads or more."},
             Case{"query=99", "query is not used as given. query is 99: 0 to 11 are allowed."},
             Case{"head=1", "head is not used as given. head is 1: 0 to 0 are allowed."},
             Case{"tokens=diagonals",
                  "tokens is not used as given. “diagonals” is not known: rows or columns are allowed."},
             Case{"digits=7",
                  "digits is not used as given. “7” is not known: auto, 0, 1, 2, 3, 4, 5 or 6 are allowed."},
             Case{"theme=blue", "theme is not used as given. “blue” is not known: auto, light or dark are allowed."},
             Case{"hide=a,b%00",
                  "hide is not used as given. Left out: 1. “b%00” is not the name of a control: letters, digits, “_”, "
                  "“-” and “.” are allowed, at most 64."},
             Case{"edits=wq.0.0_1~nope~wq.64.0_1",
                  "edits is not used as given. Left out: 2. “nope” is not of the form tensor.row.column_value or "
                  "tensor.row.column.head_value."},
             Case{"edits=scores.0.0_1",
                  "edits is not used as given. Left out: 1. scores follows from other tensors; these can be edited: "
                  "embeddings, wq, wk, wv, wo, w1, w2, queries, keys, values."},
         }) {
      std::string expected = sentence;
      if (const std::size_t at = expected.find("%00"); at != std::string::npos) expected.replace(at, 3, 1, '\0');
      CHECK(notice_of(hash) == "The link's " + expected);
    }
  }

  TEST_CASE("one bad value leaves the others in place") {
    const DecodedLink link = decode_link("", "heads=7&kv_heads=2&d_k=0&seed=5&query=99&mask=causal");
    CHECK(link.notices.size() == 3);
    CHECK(link.session.model.sizes == Sizes{.d_model = 64, .d_k = 16, .heads = 7, .kv_heads = 7});
    CHECK(link.session.model.seed == "5");
    CHECK(link.session.model.mask.causal);
    CHECK(link.session.query == 11);
  }

  TEST_CASE("what this version does not have is said, and what it has is not") {
    CHECK(notice_of("lesson=later") == "The link's lesson is not used as given. “later” is not known here yet.");
    CHECK(notice_of("weights=learned") ==
          "The link's weights is not used as given. “learned” is not known: random or trained are allowed.");
    CHECK(notice_of("training=rate:5000") ==
          "The link's training is not used as given. rate is “5000”: a number above 0 and at most 1,000 is allowed.");
    CHECK(notice_of("v=999") ==
          "The link's v is not used as given. It is of version 999, and this page knows version 1: some of it may be "
          "missing.");
    CHECK(notice_of("lang=de") ==
          "The link's lang is not used as given. “de” is not known: auto, en or es are allowed.");
    CHECK(session_of("lesson=&weights=random&training=&lang=&unknown=1") == Session{});
  }

  TEST_CASE("too long a text falls back to the default text") {
    const DecodedLink link = decode_link("", "text=" + words_of_link(513));
    CHECK(link.session.model.text == Model{}.text);
    REQUIRE(link.notices.size() == 1);
    CHECK(link.notices[0].find("513 tokens: at most 512 are allowed") != std::string::npos);
  }

  TEST_CASE("sizes beyond the bound on the work fall back, fewer key/value heads may save them") {
    const std::string big = "text=" + words_of_link(512) + "&d_model=1024&d_k=128&heads=8";
    CHECK(notice_of(big).find("multiply-adds") != std::string::npos);
    CHECK(decode_link("", big).session.model.sizes == Sizes{.d_model = 1024, .d_k = 128, .heads = 1, .kv_heads = 1});
    CHECK(session_of(big + "&kv_heads=1").model.sizes == Sizes{.d_model = 1024, .d_k = 128, .heads = 8, .kv_heads = 1});
  }

  TEST_CASE("more than 1,000 edits are left out") {
    std::string edits;
    for (int index = 0; index < 1'002; ++index) {
      edits += "~wq." + std::to_string(index / 16) + "." + std::to_string(index % 16) + "_1";
    }
    const DecodedLink link = decode_link("", "edits=" + edits.substr(1));
    CHECK(link.session.model.edits.size() == 1'000);
    REQUIRE(link.notices.size() == 1);
    CHECK(link.notices[0].ends_with("Left out: 2. At most 1,000 edits are allowed."));
  }

  TEST_CASE("a link says only what differs from the defaults") {
    Session session;
    session.model.mask.causal = true;
    session.step = Step::kSoftmax;
    CHECK(encode_link(session) == "v=1&step=softmax&mask=causal");
    session = Session{};
    session.model.text = "a b=c ä";
    session.query = 2;
    CHECK(encode_link(session) == "v=1&text=a+b%3Dc+%C3%A4");
    session = Session{};
    session.model.sizes = {.d_model = 64, .d_k = 16, .heads = 4, .kv_heads = 4};
    CHECK(encode_link(session) == "v=1&heads=4");
    session.model.vectors_chosen = true;
    CHECK(encode_link(session) == "v=1&vectors=article&heads=4");
  }

  TEST_CASE("a link holds letters, digits and marks that no address changes") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      support::Dice dice(seed);
      const std::string link = encode_link(support::random_session(dice));
      const bool plain = std::all_of(link.begin(), link.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("-._~%+&=").find(c) != std::string_view::npos;
      });
      CHECK_MESSAGE(plain, link);
    }
  }

  TEST_CASE("every session comes back from its link, in the hash and in the query") {
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
      INFO("seed ", seed);
      support::Dice dice(seed);
      const Session session = support::random_session(dice);
      const std::string link = encode_link(session);
      INFO(link);
      REQUIRE(support::broken_invariant(session) == "");
      const DecodedLink in_hash = decode_link("", "#" + link);
      CHECK(in_hash.notices.empty());
      CHECK_MESSAGE(in_hash.session == session, state_json(in_hash.session));
      CHECK(decode_link("?" + link, "").session == session);
    }
  }

  TEST_CASE("every history's session comes back from its link") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      INFO("seed ", seed);
      support::Dice dice(seed);
      History history;
      for (int count = 0; count < 30; ++count) {
        const Result<History> next = reduce(history, support::random_action(dice, history.session));
        if (next) history = next.value();
        const Session back = decode_link("", encode_link(history.session)).session;
        CHECK_MESSAGE(back == history.session, encode_link(history.session), state_json(history.session), state_json(back));
      }
    }
  }

  TEST_CASE("the largest session comes back from its link") {
    Session session;
    session.model.text.clear();
    for (int index = 0; index < 512; ++index) session.model.text += "ab ";
    session.model.sizes = {.d_model = 1024, .d_k = 32, .heads = 16, .kv_heads = 1};
    session.model.seed = std::string(1'000, '9');
    for (int index = 0; index < 1'000; ++index) {
      session.model.edits.push_back({Tensor::kEmbeddings, index % 512, index, 0, 1.0 / (index + 3)});
    }
    session.query = 511;
    session.key = 0;
    REQUIRE(support::broken_invariant(session) == "");
    CHECK(decode_link("", encode_link(session)).session == session);
  }
}
