// The lessons of what a model is made of: block, parameters, recurrence, cross.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/attention/encoder_layer.hpp"
#include "core/playground/claims.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/link.hpp"
#include "core/playground/signal_experiment.hpp"
#include "core/playground/stack_experiment.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace lessons_ledger {
namespace {

using attention::Index;
using attention::Matrix;
using attention::NormOrder;
using playground::Exhibit;
using playground::Grid;
using playground::Ledger;
using playground::Plot;
using playground::Session;
using support::claim;
using support::figure;
using support::showing;
using support::shown;

Session opened(const std::string& lesson, int cue, const std::string& knobs = "") {
  const auto link = playground::decode_link(
      "", "lesson=" + lesson + "&cue=" + std::to_string(cue) + (knobs.empty() ? "" : "&knobs=" + knobs));
  REQUIRE(link.notices.empty());
  return link.session;
}

playground::StackOptions options_of(const nlohmann::json& one) {
  return {.layers = one["layers"].get<int>(),
          .order = one["pre"].get<bool>() ? NormOrder::kPre : NormOrder::kPost,
          .residuals = one["residuals"].get<bool>(),
          .feed_forward = one["feed_forward"].get<bool>()};
}

}  // namespace

TEST_SUITE("lessons of a model") {
  TEST_CASE("a stack of random blocks is NumPy's, in both norm orders, with and without its parts") {
    for (const auto& one : support::golden("lessons_ledger")["stacks"]) {
      CAPTURE(one["layers"].get<int>());
      CAPTURE(one["pre"].get<bool>());
      CAPTURE(one["residuals"].get<bool>());
      CAPTURE(one["feed_forward"].get<bool>());
      const int words = one["words"].get<int>();
      const auto draw = playground::draw_stack(one["seed"].get<std::string>(), words);
      const auto states = playground::stack_states(draw, options_of(one));
      REQUIRE(states.size() == one["lengths"].size());
      // Where all tokens are nearly the same, a norm divides by what is left of their differences.
      CHECK(support::worst_difference(states.back(), support::matrix_from(one["last"])) <= 1e-9);
      const Index row = std::min(8, words - 1);
      for (std::size_t layer = 0; layer < states.size(); ++layer) {
        const Matrix& x = states[layer];
        CHECK(x.row(row).norm() == doctest::Approx(one["lengths"][layer].get<double>()).epsilon(1e-9));
        CHECK(std::abs(x.row(row).normalized().dot(draw.x.row(row).normalized()) -
                       one["cosines"][layer].get<double>()) < 1e-9);
        CHECK(std::abs(playground::mean_cosine(x) - one["alike"][layer].get<double>()) < 1e-9);
      }
    }
  }

  TEST_CASE("a stack with all its parts is encoder layers on top of each other, and its first one the main view's") {
    const auto draw = playground::draw_stack("7", 12);
    for (const NormOrder order : {NormOrder::kPost, NormOrder::kPre}) {
      Matrix x = draw.x;
      for (std::size_t layer = 0; layer < 3; ++layer) {
        x = attention::encoder_layer<double>(x, draw.layers[layer],
                                             {.counts = playground::kStackCounts, .order = order})
                .output;
      }
      CHECK(support::worst_difference(playground::stack_states(draw, {.layers = 3, .order = order}).back(), x) <=
            1e-13);
    }
    const auto snapshot = playground::derive(opened("block", 4).model, nullptr);
    CHECK(support::worst_difference(playground::stack_states(draw, {.layers = 1}).back(),
                                    *snapshot->tensor(playground::Tensor::kNorm2, 0)) <= 1e-13);
  }

  TEST_CASE("claims about the block of the main view are NumPy's") {
    const Session session = opened("block", 3);
    const auto& expected = support::golden("lessons_ledger")["main_view"];
    for (const char* name :
         {"length_word", "length_note", "length_sum", "cosine_sum", "length_norm", "hidden_zero", "length_out"}) {
      CAPTURE(name);
      CHECK(claim(session, name) == doctest::Approx(expected[name].get<double>()).epsilon(1e-12));
    }
    CHECK(claim(session, "root") == doctest::Approx(std::sqrt(32.0)));
    CHECK(claim(session, "parameters_attention") == 4 * 32 * 32);
    CHECK(claim(session, "parameters_feed_forward") == 2 * 32 * 128 + 128 + 32);
    CHECK(claim(session, "parameters_block") == 4 * 32 * 32 + 2 * 32 * 128 + 128 + 32 + 4 * 32);
  }

  TEST_CASE("claims about the stack follow the knobs") {
    const auto& stacks = support::golden("lessons_ledger")["stacks"];
    for (const auto& one : stacks) {
      if (one["words"] != 12) continue;
      const Session session = showing("block", "journey",
                                      "layers:" + std::to_string(one["layers"].get<int>()) +
                                          "~norm:" + (one["pre"].get<bool>() ? "pre" : "post") +
                                          "~residual:" + (one["residuals"].get<bool>() ? "on" : "off") +
                                          "~feed_forward:" + (one["feed_forward"].get<bool>() ? "on" : "off"));
      CHECK(std::abs(claim(session, "stack_length") - one["lengths"].back().get<double>()) < 1e-9);
      CHECK(std::abs(claim(session, "stack_cosine") - one["cosines"].back().get<double>()) < 1e-9);
      CHECK(std::abs(claim(session, "first_cosine") - one["cosines"][1].get<double>()) < 1e-9);
      CHECK(std::abs(claim(session, "alike") - one["alike"].back().get<double>()) < 1e-9);
      CHECK(std::abs(claim(session, one["residuals"].get<bool>() ? "alike_with" : "alike_without") -
                     one["alike"].back().get<double>()) < 1e-9);
      const Exhibit exhibit = shown(session);
      const Plot& lengths = figure<Plot>(exhibit, "length");
      REQUIRE(lengths.series.size() == 2);
      // Each norm order keeps its place and its look.
      const playground::Series& now = lengths.series[one["pre"].get<bool>() ? 1 : 0];
      CHECK(now.pattern == (one["pre"].get<bool>() ? 1 : 0));
      CHECK(now.y.size() == one["lengths"].size());
      CHECK(std::abs(now.y.back() - one["lengths"].back().get<double>()) < 1e-9);
      CHECK(std::abs(figure<Plot>(exhibit, "turned").series[0].y.back() - one["cosines"].back().get<double>()) < 1e-9);
    }
  }

  TEST_CASE("norm after keeps every length, norm before lets it grow, and without residuals all tokens become one") {
    const Session tall = showing("block", "journey", "layers:24");
    // √(D var / (var + ε)) of a row: a hair below √32.
    CHECK(std::abs(claim(tall, "length_post") - std::sqrt(32.0)) < 1e-3);
    CHECK(claim(tall, "length_pre") > 4 * std::sqrt(32.0));
    const Session bare = showing("block", "alike", "layers:3~residual:off");
    CHECK(std::abs(claim(bare, "alike_at_start")) < 0.05);
    CHECK(claim(bare, "alike_without") > 0.99);
    CHECK(claim(bare, "alike_with") < 0.7);
    const Exhibit alike = shown(bare);
    const Grid& cosines = figure<Grid>(alike, "cosines");
    CHECK(cosines.values.minCoeff() > 0.98);
    CHECK(cosines.rows.size() == 12);
    CHECK(figure<Plot>(alike, "alike").series[1].y.back() == claim(bare, "alike"));
    CHECK(figure<Plot>(alike, "alike").series[0].y.back() == claim(bare, "alike_with"));
  }

  TEST_CASE("the ledger of a block adds up, for one block and for many, and short texts have a stack too") {
    const Exhibit six = shown(showing("block", "shapes", "layers:6"));
    CHECK(figure<Ledger>(six, "shapes").rows.back() ==
          std::vector<std::string>{"what comes out of 6 blocks", "12 × 32", "75,456"});  // 6 · (4,096 + 8,352 + 128)
    CHECK(figure<Ledger>(six, "shapes").rows[4][1] == "12 × 128");
    const auto link =
        playground::decode_link("", "lesson=block&text=alone&cue=" + std::to_string(showing("block", "alike").cue));
    CHECK(claim(link.session, "alike") == 1);
    CHECK(figure<Grid>(shown(link.session), "cosines").rows == std::vector<std::string>{"alone"});
    // A link may take the block from the main view, or ask for more words than the stack has.
    const auto bare = playground::decode_link("", "lesson=block&d_ff=0&cue=5").session;
    CHECK(claim(bare, "stack_cosine") == claim(opened("block", 5), "stack_cosine"));
    const auto many = playground::decode_link("", "lesson=block&cue=5&query=15&text=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p");
    CHECK(std::isfinite(claim(many.session, "stack_cosine")));
    CHECK(figure<Plot>(shown(many.session), "length").title == "How long “l” is");
  }

  TEST_CASE("the ledger of 2017 has the numbers that everyone can multiply out") {
    const Session session = opened("parameters", 0);
    CHECK(claim(session, "one_attention") == 1'048'576);
    CHECK(claim(session, "one_feed_forward") == 2'097'152);
    CHECK(claim(session, "encoder_attention") == 6'291'456);
    CHECK(claim(session, "decoder_attention") == 12'582'912);
    CHECK(claim(session, "attention") == 18'874'368);
    CHECK(claim(session, "feed_forward") == 25'165'824);
    CHECK(claim(session, "blocks") == 44'040'192);
    CHECK(claim(session, "embedding") == 37'000 * 512);
    // 30 norms of 2 · 512, and 12 · (2,048 + 512) biases.
    CHECK(claim(session, "norms_and_biases") == 30 * 2 * 512 + 12 * (2'048 + 512));
    CHECK(claim(session, "total") == 63'045'632);
    CHECK(claim(session, "attention_percent") == doctest::Approx(100 * 18'874'368.0 / 63'045'632));
    CHECK(claim(session, "feed_forward_percent") == doctest::Approx(100 * 25'165'824.0 / 63'045'632));
    CHECK(claim(session, "tables_percent") == doctest::Approx(100 * 18'944'000.0 / 63'045'632));
    const double pieces = claim(session, "pieces_for_65_million");
    CHECK(std::abs(44'040'192 + 61'440 + 512 * pieces - 65e6) < 512);
    CHECK(claim(opened("parameters", 5, "vocabulary:" + std::to_string(static_cast<int>(pieces))), "total") ==
          44'040'192 + 61'440 + 512 * pieces);
  }

  TEST_CASE("the facts of the papers are as printed") {
    // Vaswani et al. 2017: abstract, section 1 and table 2; Brown et al. 2020: abstract.
    const Session session = showing("parameters", "paper");
    CHECK(claim(session, "paper_millions") == 65);
    CHECK(claim(session, "bleu_german") == 28.4);
    CHECK(claim(session, "bleu_french") == 41.8);
    CHECK(claim(session, "bleu_gain") > 2);
    CHECK(claim(session, "bleu_gain") == doctest::Approx(2.04));
    CHECK(claim(session, "bleu_german_base") > 26.36);
    CHECK(claim(session, "hours") == 12);
    CHECK(claim(session, "days") == 3.5);
    CHECK(claim(session, "gpus") == 8);
    CHECK(claim(session, "gpt3_billions") == 175);
    CHECK(claim(session, "times_earlier_dense") == 10);
    const Ledger& paper = figure<Ledger>(shown(session), "paper");
    CHECK(paper.rows[1][1] == "65 million");
    CHECK(paper.rows[4][2] == "3.5 days");
  }

  TEST_CASE("the presets are the published models, and one number changes one thing") {
    CHECK(claim(opened("parameters", 1, "model:gpt2"), "total") == 124'439'808);
    CHECK(claim(opened("parameters", 1, "model:llama"), "total") == 6'738'415'616);
    const Session gpt3 = opened("parameters", 1, "model:gpt3");
    CHECK(claim(gpt3, "total") == 174'604'259'328);
    CHECK(std::abs(claim(gpt3, "total_billions") / 175 - 1) < 0.003);
    CHECK(claim(gpt3, "times_base") == 2'769);  // 174,604,259,328 / 63,045,632
    CHECK(claim(gpt3, "wider") == 24);
    CHECK(claim(opened("parameters", 2, "heads:1"), "total") == 63'045'632);
    CHECK(claim(opened("parameters", 2, "d_ff:1024"), "one_feed_forward") == 1'048'576);
    CHECK(claim(opened("parameters", 4, "layers:12"), "blocks") == 2 * 44'040'192);
    CHECK(claim(opened("parameters", 2, "d_model:1024"), "one_attention") == 4 * 1'024 * 1'024);
    // A number at 0 shows the model's own.
    CHECK(shown(opened("parameters", 1)).shown.at("d_model") == "512");
    CHECK(shown(opened("parameters", 1, "model:gpt3~heads:8")).shown.at("heads") == "8");
    CHECK(shown(opened("parameters", 1, "model:gpt3~heads:8")).shown.at("vocabulary") == "50257");
    // GPT-2's next size: layers, width, heads and inner width make GPT-2 medium.
    CHECK(claim(opened("parameters", 2, "model:gpt2~layers:24~d_model:1024~heads:16~d_ff:4096"), "total") ==
          354'823'168);
  }

  TEST_CASE("the matrices that are listed add up to the whole model, whatever the knobs") {
    const auto number = [](std::string text) {
      std::erase_if(text, [](char sign) { return sign < '0' || sign > '9'; });
      return text.empty() ? 0.0 : std::stod(text);
    };
    for (const char* knobs : {"model:base", "model:gpt2", "model:gpt3", "model:llama", "model:base~heads:7",
                              "model:llama~d_model:100~heads:200", "model:gpt2~layers:1~d_ff:3"}) {
      CAPTURE(knobs);
      const Session session = showing("parameters", "layer", knobs);
      const Exhibit exhibit = shown(session);
      const Ledger& ledger = figure<Ledger>(exhibit, "matrices");
      double sum = 0;
      for (std::size_t row = 0; row + 1 < ledger.rows.size(); ++row) {
        sum += number(ledger.rows[row][2]) * number(ledger.rows[row][3]);
      }
      CHECK(sum == number(ledger.rows.back()[2]));
      const Ledger all = figure<Ledger>(shown(showing("parameters", "total", knobs)), "total");
      double tables = 0;
      for (const auto& row : all.rows) {
        if (row[0] == "word vectors" || row[0] == "position vectors" || row[0] == "table of the way out") {
          tables += number(row[1]);
        }
      }
      CHECK(sum + tables == claim(session, "total"));
      const bool uneven = std::string(knobs).find("heads:") != std::string::npos;
      CHECK(exhibit.figures.size() == (uneven ? 2 : 1));
    }
  }

  TEST_CASE("what is left of the first word is what finite differences in NumPy find") {
    for (const auto& one : support::golden("lessons_ledger")["signals"]) {
      const bool attention = one.contains("attention");
      const auto draw = playground::draw_signal(one["seed"].get<std::string>());
      const std::vector<double> left =
          attention ? playground::left_in_attention(draw)
                    : playground::left_in_state(draw, one["gain"].get<double>(), one["squashed"].get<bool>());
      REQUIRE(left.size() == 64);
      for (const auto& [read, expected] : one["left"].get<std::vector<std::pair<std::size_t, double>>>()) {
        const std::size_t words = read;
        CAPTURE(words);
        CHECK(left[words - 1] == doctest::Approx(expected).epsilon(1e-6));
      }
    }
  }

  TEST_CASE("the chain of Jacobians is the gradient that goes back through time") {
    const auto draw = playground::draw_signal("7");
    CHECK(support::worst_difference(draw.cell.wh * draw.cell.wh.transpose(), Matrix::Identity(16, 16)) <= 1e-14);
    attention::RecurrentWeights cell = draw.cell;
    cell.wh *= 1.1;
    const Matrix x = draw.x.topRows(9);
    const auto trace = attention::recurrent<double>(x, cell);
    const std::vector<Matrix> jacobians = playground::state_jacobians(draw, 1.1, true);
    for (Index number = 0; number < 16; ++number) {
      Matrix d_states = Matrix::Zero(9, 16);
      d_states(8, number) = 1;
      const Matrix back = attention::recurrent_backward<double>(trace, x, cell, d_states).d_x.row(0).transpose();
      CHECK(support::worst_difference(jacobians[8].col(number), back) <= 1e-14);
    }
    // Without tanh an orthogonal matrix times the gain keeps the gain of it, step after step.
    for (const double gain : {0.5, 1.0, 1.5}) {
      const std::vector<double> left = playground::left_in_state(draw, gain, false);
      for (std::size_t word = 0; word < left.size(); ++word) {
        CHECK(left[word] == doctest::Approx(std::pow(gain, static_cast<double>(word))).epsilon(1e-12));
      }
    }
  }

  TEST_CASE("claims about the chain follow the knobs") {
    const auto& signals = support::golden("lessons_ledger")["signals"];
    const double left = signals[0]["left"][4][1].get<double>();  // seed 7, gain 1, tanh, 20 words
    const Session session = showing("recurrence", "signal");
    CHECK(claim(session, "left") == doctest::Approx(left).epsilon(1e-6));
    CHECK(claim(session, "left") < 0.01);
    CHECK(claim(session, "left_one_in") == doctest::Approx(1 / left).epsilon(1e-6));
    CHECK(std::pow(claim(session, "kept_per_step"), 19) == doctest::Approx(left).epsilon(1e-6));
    CHECK(claim(session, "left_attention") == doctest::Approx(signals[5]["left"][4][1].get<double>()).epsilon(1e-6));
    const Session explodes = opened("recurrence", 1, "steps:64~cell:linear~gain:1.1");
    CHECK(claim(explodes, "left") == doctest::Approx(std::pow(1.1, 63)).epsilon(1e-12));
    const Session gone = showing("recurrence", "signal", "steps:64");
    CHECK(claim(gone, "left") < std::pow(2.0, -24));
    CHECK(claim(gone, "left_attention") > 0.01);
    CHECK(claim(opened("recurrence", 1, "steps:64~gain:1.5"), "left") > claim(gone, "left"));
    const Plot plot = figure<Plot>(shown(gone), "signal");
    CHECK(plot.series[0].y.size() == 64);
    CHECK(plot.series[0].y.back() == claim(gone, "left"));
    CHECK(plot.series[1].y.back() == claim(gone, "left_attention"));
    CHECK(plot.y.logarithmic);
  }

  TEST_CASE("a recurrent wave takes words + layers - 1 ticks, attention as many as layers") {
    for (const int words : {2, 8, 12}) {
      for (const int layers : {1, 3, 6}) {
        const Session session =
            showing("recurrence", "ticks", "words:" + std::to_string(words) + "~layers:" + std::to_string(layers));
        CHECK(claim(session, "ticks_recurrence") == words + layers - 1);
        CHECK(claim(session, "ticks_attention") == layers);
        const Exhibit exhibit = shown(session);
        CHECK(figure<Grid>(exhibit, "recurrence").values(layers - 1, 1) == layers + 1);
        CHECK(figure<Grid>(exhibit, "attention").values.row(0).maxCoeff() == 1);
      }
    }
  }

  TEST_CASE("the price of a layer is that of the paper's first table") {
    const Session brief = showing("recurrence", "price");
    CHECK(claim(brief, "work_attention") == 20.0 * 20 * 512);
    CHECK(claim(brief, "work_recurrence") == 20.0 * 512 * 512);
    CHECK(claim(brief, "times_more") == 25.6);
    const Session longer = showing("recurrence", "price", "length:10000");
    CHECK(claim(longer, "work_attention") / claim(longer, "work_recurrence") == doctest::Approx(10'000 / 512.0));
    CHECK(std::get<playground::Remark>(shown(longer).figures[1].what).text ==
          "Attention has 19.5 times more work here.");
    const Ledger largest = figure<Ledger>(shown(opened("recurrence", 8, "length:100000~width:10000")), "price");
    CHECK(largest.rows[1][1] == "100,000,000,000,000");
    const Session even = opened("recurrence", 8, "length:512");
    CHECK(std::get<playground::Remark>(shown(even).figures[1].what).text == "Both have the same work here.");
  }

  TEST_CASE("claims about cross-attention are NumPy's") {
    const auto& expected = support::golden("lessons_ledger")["cross"];
    const Matrix weights = support::matrix_from(expected["weights"]);
    const Session session = showing("cross", "who");
    CHECK(claim(session, "cells") == 28);
    CHECK(claim(session, "source_words") == 7);
    CHECK(claim(session, "target_words") == 4);
    CHECK(claim(session, "casa_even") == 0.25);
    CHECK(claim(session, "the_el") == doctest::Approx(weights(0, 0)).epsilon(1e-13));
    CHECK(claim(session, "the_la") == doctest::Approx(weights(0, 5)).epsilon(1e-13));
    CHECK(claim(session, "black_negro") == doctest::Approx(weights(1, 2)).epsilon(1e-13));
    CHECK(claim(session, "cat_gato") == doctest::Approx(weights(2, 1)).epsilon(1e-13));
    CHECK(claim(session, "sleeps_duerme") == doctest::Approx(weights(3, 3)).epsilon(1e-13));
    CHECK(claim(session, "sleeps_en") == doctest::Approx(weights(3, 4)).epsilon(1e-13));
    CHECK(claim(session, "row_sum") == doctest::Approx(1).epsilon(1e-14));
    CHECK(claim(session, "note_black") ==
          doctest::Approx(support::matrix_from(expected["output"])(1, 2)).epsilon(1e-13));
    const Matrix back = support::matrix_from(expected["back"]);
    CHECK(claim(session, "en_sleeps") == doctest::Approx(back(4, 3)).epsilon(1e-13));
    CHECK(claim(session, "casa_most") == doctest::Approx(back.row(6).maxCoeff()).epsilon(1e-13));
    CHECK(claim(session, "scores_differ") == doctest::Approx(expected["scores_differ"].get<double>()).epsilon(1e-13));
    CHECK(claim(session, "weights_differ") ==
          doctest::Approx((weights - back.transpose()).cwiseAbs().maxCoeff()).epsilon(1e-13));
    const Grid grid = figure<Grid>(shown(session), "weights");
    CHECK(support::worst_difference(grid.values, weights) <= 1e-13);
    CHECK(grid.rows == std::vector<std::string>{"the", "black", "cat", "sleeps"});
    CHECK(std::abs(claim(session, "en_sleeps") - claim(session, "sleeps_en")) > 0.1);
    CHECK(grid.columns.size() == 7);
    // “black” stands before “cat”, “negro” after “gato”.
    CHECK(grid.marked[1].column == 2);
    CHECK(grid.marked[2].column == 1);
    const Exhibit note = shown(showing("cross", "note"));
    CHECK(support::worst_difference(figure<Grid>(note, "outputs").values, support::matrix_from(expected["output"])) <=
          1e-13);
  }

  TEST_CASE("who asks decides the shapes, and the other direction is another table") {
    const auto& expected = support::golden("lessons_ledger")["cross"];
    const Exhibit forward = shown(opened("cross", 1, "asks:target")),
                  backward = shown(opened("cross", 1, "asks:source"));
    CHECK(figure<Ledger>(forward, "shapes").rows[0] == std::vector<std::string>{"Q", "4 × 6", "English"});
    CHECK(figure<Ledger>(forward, "shapes").rows[3] == std::vector<std::string>{"Q Kᵀ", "4 × 7", "both"});
    CHECK(figure<Ledger>(backward, "shapes").rows[0] == std::vector<std::string>{"Q", "7 × 6", "Spanish"});
    CHECK(figure<Ledger>(backward, "shapes").rows[3] == std::vector<std::string>{"Q Kᵀ", "7 × 4", "both"});
    const Grid grid = figure<Grid>(backward, "weights");
    CHECK(support::worst_difference(grid.values, support::matrix_from(expected["back"])) <= 1e-13);
    for (Index row = 0; row < 7; ++row) CHECK(grid.values.row(row).sum() == doctest::Approx(1).epsilon(1e-14));
    CHECK(claim(opened("cross", 1), "scores_differ") > 1);
    // “casa” gives every word the same, and “en” two of them: neither has a largest cell.
    CHECK(grid.marked.size() == 5);
  }

  TEST_CASE("one length for both sides fails, unless the lengths happen to be equal") {
    const auto readings = [](const std::string& knobs) {
      return figure<playground::Instruments>(shown(showing("cross", "lengths", knobs)), "checks").readings;
    };
    CHECK(readings("source:7~target:4").size() == 3);  // K, V and the scores
    CHECK(readings("source:7~target:4")[2].text == "Q Kᵀ has the shape 4 × 4 (it is 4 × 7)");
    CHECK_FALSE(readings("source:7~target:4")[0].holds);
    CHECK(readings("source:1~target:4").size() == 3);
    REQUIRE(readings("source:4~target:4").size() == 1);
    CHECK(readings("source:4~target:4")[0].holds);
    CHECK(readings("source:1~target:1")[0].holds);
  }

  TEST_CASE("a causal mask hides what was read, a padding mask hides padding alone") {
    const auto& expected = support::golden("lessons_ledger")["cross"];
    const auto checks = [&](const std::string& knobs) {
      return figure<playground::Instruments>(shown(showing("cross", "masks", knobs)), "checks").readings;
    };
    const Session causal = showing("cross", "masks", "mask:causal");
    CHECK(claim(causal, "causal_unseen") == 3);
    CHECK(claim(causal, "causal_black_negro") == 0);
    CHECK(support::worst_difference(figure<Grid>(shown(causal), "masked").values,
                                    support::matrix_from(expected["causal"])) <= 1e-13);
    CHECK_FALSE(checks("mask:causal")[1].holds);
    const Session padded = showing("cross", "masks", "padding:2");
    CHECK(claim(padded, "padding_leak") == doctest::Approx(expected["padding_leak"].get<double>()).epsilon(1e-13));
    CHECK(claim(padded, "padding_masked") == 0);
    CHECK_FALSE(checks("padding:2")[2].holds);
    for (const auto& reading : checks("padding:2~mask:padding")) CHECK(reading.holds);
    for (const auto& reading : checks("padding:0~mask:none")) CHECK(reading.holds);
    const Grid masked = figure<Grid>(shown(showing("cross", "masks", "padding:2~mask:padding")), "masked");
    CHECK(support::worst_difference(masked.values.leftCols(7), support::matrix_from(expected["weights"])) <= 1e-13);
    CHECK(masked.columns.back() == "∅");
    // Short sides have all of it too.
    CHECK(std::isfinite(claim(showing("cross", "masks", "target:1~source:1~padding:3~mask:causal"), "padding_leak")));
  }
}

}  // namespace lessons_ledger
