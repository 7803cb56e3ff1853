#include "core/playground/limits.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <limits>

#include "core/playground/edits.hpp"
#include "tests/support/many_tokens.hpp"

using playground::broken_limit;
using playground::Model;
using playground::Scale;
using playground::Tensor;

namespace {

Model with(const std::function<void(Model&)>& change) {
  Model model;
  change(model);
  return model;
}

std::string sentence(const std::function<void(Model&)>& change) { return broken_limit(with(change)).value_or("fine"); }

}  // namespace

TEST_SUITE("limits") {
  TEST_CASE("the opening experiment keeps all limits") { CHECK_FALSE(broken_limit(Model{})); }

  TEST_CASE("512 tokens with d_model 512 and 8 heads of 64 are allowed") {
    CHECK(sentence([](Model& model) {
            model.text = support::many_tokens(512);
            model.sizes = {.d_model = 512, .d_k = 64, .heads = 8, .kv_heads = 8};
          }) == "fine");
  }

  TEST_CASE("a text has 1 to 512 tokens") {
    const auto of_words = [](int count) {
      return sentence([=](Model& model) { model.text = support::many_tokens(count); });
    };
    CHECK(of_words(1) == "fine");
    CHECK(of_words(511) == "fine");
    CHECK(of_words(512) == "fine");
    CHECK(of_words(513) == "The text has 513 tokens: at most 512 are allowed.");
    CHECK(sentence([](Model& model) { model.text = ""; }) == "The text is empty: at least 1 token is needed.");
    CHECK(sentence([](Model& model) { model.text = " \u3000 "; }) == "The text is empty: at least 1 token is needed.");
  }

  TEST_CASE("a text has at most 10,000 characters, however many bytes") {
    const auto of_length = [](int count) {
      std::string text;
      for (int index = 0; index < count; ++index) text += "\u20AC";
      return sentence([&](Model& model) { model.text = text; });
    };
    CHECK(of_length(9'999) == "fine");
    CHECK(of_length(10'000) == "fine");
    CHECK(of_length(10'001) == "The text has 10,001 characters: at most 10,000 are allowed.");
  }

  TEST_CASE("a text is Unicode") {
    CHECK(sentence([](Model& model) { model.text = "ab \xC3"; }) ==
          "The text is not Unicode: byte 3 is not valid UTF-8.");
  }

  TEST_CASE("a seed is a non-negative whole number of at most 1,000 digits") {
    const auto of_seed = [](const std::string& seed) { return sentence([&](Model& model) { model.seed = seed; }); };
    CHECK(of_seed("0") == "fine");
    CHECK(of_seed(std::string(999, '9')) == "fine");
    CHECK(of_seed(std::string(1'000, '9')) == "fine");
    CHECK(of_seed(std::string(1'001, '9')) == "The seed has 1,001 digits: at most 1,000 are allowed.");
    for (const char* seed : {"", "-1", "1.5", " 7", "7 ", "1e3", "seven", "+7", "0x7", "٧"}) {
      CHECK_MESSAGE(of_seed(seed) == "The seed \u201C" + std::string(seed) +
                                         "\u201D is not a non-negative whole number of at most 1,000 digits.",
                    of_seed(seed));
    }
    CHECK(of_seed("007") != "fine");
  }

  TEST_CASE("each size has its range") {
    struct Case {
      const char* name;
      int playground::Sizes::*size;
      int highest;
      const char* highest_text;
    };
    for (const auto& [name, size, highest, text] :
         {Case{"d_model", &playground::Sizes::d_model, 1024, "1,024"}, Case{"d_k", &playground::Sizes::d_k, 256, "256"},
          Case{"heads", &playground::Sizes::heads, 16, "16"}}) {
      const auto of_size = [&, member = size](int value) {
        return sentence([&](Model& model) { model.sizes.*member = value; });
      };
      CHECK(of_size(1) == "fine");
      CHECK(of_size(highest - 1) == "fine");
      CHECK(of_size(highest) == "fine");
      CHECK(of_size(0) == std::string(name) + " is 0: 1 to " + text + " are allowed.");
      CHECK(of_size(-5) == std::string(name) + " is \u22125: 1 to " + text + " are allowed.");
      CHECK(of_size(highest + 1).ends_with(": 1 to " + std::string(text) + " are allowed."));
      CHECK(of_size(std::numeric_limits<int>::max()) != "fine");
      CHECK(of_size(std::numeric_limits<int>::min()) != "fine");
    }
  }

  TEST_CASE("key/value heads divide heads") {
    const auto of_heads = [](int heads, int kv_heads) {
      return sentence([=](Model& model) { model.sizes.heads = heads, model.sizes.kv_heads = kv_heads; });
    };
    CHECK(of_heads(12, 4) == "fine");
    CHECK(of_heads(12, 5) == "kv_heads is 5 and heads is 12: kv_heads must divide heads.");
    CHECK(of_heads(12, 0) == "kv_heads is 0: 1 to 12 are allowed.");
    CHECK(of_heads(12, 13) == "kv_heads is 13: 1 to 12 are allowed.");
  }

  TEST_CASE("padding covers 0 to all tokens") {
    const auto of_padding = [](int count) { return sentence([=](Model& model) { model.mask = {.padding = count}; }); };
    CHECK(of_padding(0) == "fine");
    CHECK(of_padding(12) == "fine");
    CHECK(of_padding(13) == "The padding is 13: 0 to 12 are allowed.");
    CHECK(of_padding(-1) == "The padding is \u22121: 0 to 12 are allowed.");
  }

  TEST_CASE("a scale is finite and at most a million in magnitude") {
    const auto of_scale = [](double number) {
      return sentence([=](Model& model) { model.scale = {.kind = Scale::Kind::kNumber, .number = number}; });
    };
    CHECK(of_scale(1e6) == "fine");
    CHECK(of_scale(-1e6) == "fine");
    CHECK(of_scale(0) == "fine");
    CHECK(of_scale(1'000'001) == "The scale is 1000001.0000: \u22121,000,000 to 1,000,000 are allowed.");
    CHECK(of_scale(std::numeric_limits<double>::quiet_NaN()) != "fine");
    CHECK(of_scale(-std::numeric_limits<double>::infinity()) != "fine");
  }

  TEST_CASE("the work of a model counts the multiply-adds of its products") {
    // X W_q, X W_k, X W_v: 3 * 12 * 64 * 16; scores and output: 2 * 12 * 12 * 16.
    CHECK(playground::work_of({.d_model = 64, .d_k = 16, .heads = 1, .kv_heads = 1}, 12) == 36'864 + 4'608);
    // (4 + 2 * 2) * 3 columns of 10 from 5 tokens; 2 * 25 * 12; and W_o: 5 * 12 * 10.
    CHECK(playground::work_of({.d_model = 10, .d_k = 3, .heads = 4, .kv_heads = 2}, 5) == 1'200 + 600 + 600);
  }

  TEST_CASE("sizes that fit alone may be too much work together") {
    const std::string text = sentence([](Model& model) {
      model.text = support::many_tokens(512);
      model.sizes = {.d_model = 1024, .d_k = 256, .heads = 16, .kv_heads = 16};
    });
    CHECK(text ==
          "512 tokens with d_model 1,024, heads 16, kv_heads 16, d_k 256 and d_ff 0 take 10,737,418,240 multiply-adds: "
          "at most 2,147,483,648 are allowed.");
  }

  TEST_CASE("the bound on the work is exact") {
    // One token: d_model * 3 H d (projections) + 2 H d (scores, output) + H d * d_model (W_o) per token pair.
    const playground::Sizes sizes{.d_model = 1024, .d_k = 255, .heads = 16, .kv_heads = 16};
    int tokens = 1;
    while (playground::work_of(sizes, tokens) <= playground::kMaxWork) ++tokens;
    const auto of_words = [&](int count) {
      return sentence([&](Model& model) { model.text = support::many_tokens(count), model.sizes = sizes; });
    };
    CHECK(of_words(tokens - 1) == "fine");
    CHECK(of_words(tokens).find("multiply-adds") != std::string::npos);
  }

  TEST_CASE("an edit names a cell that exists and can be edited, and a value in bounds") {
    const auto of_edit = [](playground::CellEdit edit) {
      return sentence([=](Model& model) { model.edits = {edit}; });
    };
    CHECK(of_edit({Tensor::kWq, 63, 15, 0, 1e6}) == "fine");
    CHECK(of_edit({Tensor::kWq, 64, 15, 0, 0}) == "wq has no row 64: rows 0 to 63 are allowed.");
    CHECK(of_edit({Tensor::kWq, 0, 16, 0, 0}) == "wq has no column 16: columns 0 to 15 are allowed.");
    CHECK(of_edit({Tensor::kQueries, 0, 0, 1, 0}) == "queries has no head 1: heads 0 to 0 are allowed.");
    CHECK(of_edit({Tensor::kWo, 0, 0, 0, 0}).starts_with("There is no wo"));
    CHECK(of_edit({Tensor::kScores, 0, 0, 0, 0}) ==
          "scores follows from other tensors; these can be edited: embeddings, wq, wk, wv, wo, w1, w2, queries, keys, "
          "values.");
    CHECK(of_edit({Tensor::kWq, 0, 0, 0, 1'000'001}).starts_with("The value of a cell is 1000001.0000"));
    CHECK(of_edit({Tensor::kWq, 0, 0, 0, std::numeric_limits<double>::quiet_NaN()}) != "fine");
  }

  TEST_CASE("a cell is edited once, and at most 1,000 cells are") {
    const auto of_edits = [](int count) {
      return sentence([=](Model& model) {
        for (int index = 0; index < count; ++index) {
          model.edits.push_back({Tensor::kWq, index / 16, index % 16, 0, 1});
        }
      });
    };
    CHECK(of_edits(999) == "fine");
    CHECK(of_edits(1'000) == "fine");
    CHECK(of_edits(1'001) == "The model has 1,001 edited cells: at most 1,000 are allowed.");
    CHECK(sentence([](Model& model) {
            model.edits = {{Tensor::kWq, 1, 1, 0, 1}, {Tensor::kWq, 1, 1, 0, 2}};
          }) == "A cell of wq is edited twice: once is allowed.");
    CHECK(sentence([](Model& model) {  // two query heads of one group name the same key
            model.sizes = {.d_model = 4, .d_k = 2, .heads = 4, .kv_heads = 2};
            model.edits = {{Tensor::kKeys, 1, 1, 2, 1}, {Tensor::kKeys, 1, 1, 3, 2}};
          }) == "A cell of keys is edited twice: once is allowed.");
  }
}
