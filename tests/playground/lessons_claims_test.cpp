// Claims that no other test of lessons compares with a number from elsewhere; and that every claim is in some test.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "core/attention/fast_attention.hpp"
#include "core/attention/random.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace all_claims {
namespace {

using attention::FloatMatrix;
using attention::Index;
using playground::Session;
using support::claim;
using support::showing;
using support::turned;

Session opened(const std::string& lesson, int cue) { return playground::lesson_session(lesson, cue).value(); }

#ifndef __EMSCRIPTEN__
std::string sources_of_tests() {
  std::ostringstream all;
  for (const auto& file : std::filesystem::directory_iterator(AP_GOLDEN_DIR "/../playground")) {
    if (file.path().extension() == ".cpp") all << std::ifstream(file.path()).rdbuf();
  }
  return all.str();
}

/// In quotes, or put together from a beginning in quotes that ends with "_", or from an end that begins with it.
bool is_named(const std::string& tests, const std::string& name) {
  if (tests.find("\"" + name + "\"") != std::string::npos) return true;
  for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at + 1)) {
    if (tests.find("\"" + name.substr(0, at + 1) + "\" + ") != std::string::npos) return true;
    if (tests.find(" + \"" + name.substr(at) + "\"") != std::string::npos) return true;
  }
  return false;
}
#endif

}  // namespace

TEST_SUITE("lessons: claims") {
#ifndef __EMSCRIPTEN__  // a page has no folder of sources
  TEST_CASE("every number that a lesson states is named in a test") {
    const std::string tests = sources_of_tests();
    std::set<std::string> names;
    for (const playground::Narration& narration : playground::narrations()) {
      if (narration.lesson == "train") continue;  // its numbers are those of its runs: lessons_train_test.cpp
      for (int cue = 0; cue < static_cast<int>(narration.cues.size()); ++cue) {
        const Session session = opened(narration.lesson, cue);
        const auto snapshot = playground::derive(session.model, nullptr);
        for (const playground::Claim& one : playground::claims_of(session, *snapshot)) {
          if (one.word.empty()) names.insert(one.name);
        }
      }
    }
    CHECK(names.size() > 150);
    for (const std::string& name : names) CHECK_MESSAGE(is_named(tests, name), name);
    CHECK_FALSE(is_named(tests, std::string("no_") + "such_claim"));
  }
#endif

  TEST_CASE("attention and heads: score and cells are NumPy's") {
    const auto& article = support::golden("article")["cases"][0]["expected"];
    CHECK(claim(opened("attention", 5), "score") ==
          doctest::Approx(article["scores"][8][1].get<double>()).epsilon(1e-12));
    const auto& cells = support::golden("lessons_bugs")["heads_cells"];
    const Session heads = opened("heads", 2);
    CHECK(claim(heads, "cell_first") == doctest::Approx(cells[0].get<double>()).epsilon(1e-12));
    CHECK(claim(heads, "cell_last") == doctest::Approx(cells[1].get<double>()).epsilon(1e-12));
    CHECK(claim(heads, "top_weight") == doctest::Approx(cells[2].get<double>()).epsilon(1e-12));
  }

  TEST_CASE("similarity: the arrows are where the knobs put them, and as long") {
    const Session session = turned(turned(opened("similarity", 4), "a", "-1.5;2"), "b", "0.6;0.8");
    CHECK(claim(session, "a_first") == -1.5);
    CHECK(claim(session, "a_second") == 2);
    CHECK(claim(session, "b_first") == 0.6);
    CHECK(claim(session, "b_second") == 0.8);
    CHECK(claim(session, "length_a") == doctest::Approx(2.5));
    CHECK(claim(session, "length_b") == doctest::Approx(1));
    CHECK(claim(session, "dot") == doctest::Approx(-0.9 + 1.6));
  }

  TEST_CASE("positions and cache: the places a hundred on, a row for each word") {
    const Session session = showing("positions", "distances");
    CHECK(claim(session, "query_at") == 5);
    CHECK(claim(session, "key_at") == 2);
    CHECK(claim(session, "query_far") == 105);
    CHECK(claim(session, "key_far") == 102);
    CHECK(claim(turned(opened("cache", 1), "words", "12"), "rows_with_cache") == 12);
  }

  TEST_CASE("block: words start out as alike as NumPy's") {
    for (const auto& one : support::golden("lessons_ledger")["stacks"]) {
      if (one["words"] == 12) {
        CHECK(std::abs(claim(opened("block", 7), "alike_at_start") - one["alike"][0].get<double>()) < 1e-12);
      }
    }
  }

  TEST_CASE("flash: the errors in float32 are those against sums in long double") {
    for (const unsigned draw : {0U, 5U}) {
      attention::Generator generator({draw});
      FloatMatrix q = generator.standard_normal(64, 16).cast<float>();
      FloatMatrix k = generator.standard_normal(64, 16).cast<float>();
      FloatMatrix v = generator.standard_normal(64, 16).cast<float>();
      const FloatMatrix table = attention::scaled_dot_product_attention<float>(q, k, v).output;
      const FloatMatrix kernel = attention::fast_attention(q, k, v);
      long double table_error = 0, kernel_error = 0;
      for (Index row = 0; row < 64; ++row) {
        long double shares[64], sum = 0;
        for (Index key = 0; key < 64; ++key) {
          long double score = 0;
          for (Index at = 0; at < 16; ++at) score += static_cast<long double>(q(row, at)) * k(key, at);
          sum += shares[key] = std::exp(score / 4);
        }
        for (Index column = 0; column < 16; ++column) {
          long double exact = 0;
          for (Index key = 0; key < 64; ++key) exact += shares[key] / sum * v(key, column);
          table_error = std::max(table_error, std::abs(table(row, column) - exact));
          kernel_error = std::max(kernel_error, std::abs(kernel(row, column) - exact));
        }
      }
      const Session session = turned(showing("flash", "exact"), "draw", std::to_string(draw));
      CHECK(std::abs(claim(session, "table_error_e7") - static_cast<double>(table_error * 1e7L)) < 1e-6);
      CHECK(std::abs(claim(session, "kernel_error_e7") - static_cast<double>(kernel_error * 1e7L)) < 1e-6);
    }
  }
}

}  // namespace all_claims
