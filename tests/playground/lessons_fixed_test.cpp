// Numbers of the texts that do not follow the knobs: each says what it is of, and stays wherever the reader turns them.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/playground/claims.hpp"
#include "core/playground/lesson.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace fixed_numbers {
namespace {

using playground::Session;
using support::claim;
using support::figure;
using support::showing;
using support::shown;
using support::turned;

Session opened(const std::string& lesson, int cue) { return playground::lesson_session(lesson, cue).value(); }

struct Cue {
  std::string lesson;
  int index = 0;
};

std::string text_at(const Session& session) {
  const auto snapshot = playground::derive(session.model, nullptr);
  const auto& cue = playground::find_narration(session.lesson)->cues[static_cast<std::size_t>(session.cue)];
  return playground::with_claims(cue.text.text(), playground::claims_of(session, *snapshot));
}

}  // namespace

TEST_SUITE("lessons: fixed numbers") {
  TEST_CASE("a text about one case says the same wherever the knobs on screen stand") {
    const std::vector<Cue> cues{
        {"flash", 1},      {"flash", 2},      {"flash", 3},      {"flash", 5},      {"flash", 6},
        {"flash", 7},      {"cache", 5},      {"cache", 6},      {"cache", 7},      {"parameters", 1},
        {"parameters", 2}, {"parameters", 3}, {"parameters", 4}, {"parameters", 5}, {"parameters", 8},
        {"parameters", 9}, {"cross", 1},      {"cross", 2},      {"cross", 4},      {"cross", 5},
        {"cross", 7},      {"cross", 8},      {"recurrence", 1}, {"recurrence", 2}, {"recurrence", 3},
        {"recurrence", 4}, {"recurrence", 6}, {"recurrence", 7}, {"recurrence", 8}, {"context", 6},
        {"context", 7},    {"block", 4},      {"block", 5},      {"block", 6},      {"block", 7},
        {"block", 8},      {"block", 9}};
    for (const Cue& cue : cues) {
      CAPTURE(cue.lesson);
      CAPTURE(cue.index);
      const Session session = opened(cue.lesson, cue.index);
      const std::string text = text_at(session);
      CHECK(text.find('{') == std::string::npos);
      for (const std::string_view id : shown(session).knobs) {
        const playground::Knob& knob = *playground::find_knob(playground::knobs_of(cue.lesson), id);
        const bool point = knob.kind == playground::Knob::Kind::kPoint;
        for (const std::string_view value :
             point ? std::vector<std::string_view>{"0;0", "-3;2.5"} : playground::stops_of(knob)) {
          CAPTURE(id);
          CAPTURE(value);
          CHECK(text_at(turned(session, id, std::string(value))) == text);
        }
      }
    }
  }

  TEST_CASE("flash: tiles of three are NumPy's, and the traffic at 1,024 tokens can be multiplied out") {
    const auto& three = support::golden("lessons_engine")["flash"]["3"];
    const auto& states = three["states"];
    const Session session = opened("flash", 1);
    const auto number = [&](std::size_t step, std::size_t which) { return states[step][which].get<double>(); };
    CHECK(claim(session, "first_tile") == 3);
    CHECK(claim(session, "first_max") == doctest::Approx(number(0, 0)).epsilon(1e-12));
    CHECK(claim(session, "first_sum") == doctest::Approx(number(0, 1)).epsilon(1e-12));
    CHECK(claim(session, "second_max") == doctest::Approx(number(1, 0)).epsilon(1e-12));
    CHECK(claim(session, "second_max") > claim(session, "first_max"));
    CHECK(claim(session, "second_rescale") == doctest::Approx(std::exp(number(0, 0) - number(1, 0))).epsilon(1e-12));
    CHECK(std::abs(claim(session, "error_with_first_tile") - three["error_without_rescale"].get<double>()) < 1e-12);
    const double plain = 4.0 * 1'024 * 64 + 4.0 * 1'024 * 1'024;
    const double tiled = 1'024.0 * 128 + 3 * 1'024.0 * (128 + 2 + 64 + 2);  // 3 tiles of 384 keys
    CHECK(claim(session, "first_length") == 1'024);
    CHECK(claim(session, "first_plain_numbers") == plain);
    CHECK(claim(session, "first_tiled_numbers") == tiled);
    CHECK(claim(session, "first_times_fewer") == doctest::Approx(plain / tiled));
  }

  TEST_CASE("cache: Llama 2 7B on a card of 80 GB, 8 sets, and a key at place 2") {
    const Session session = opened("cache", 5);
    CHECK(claim(session, "crowd") == 32);
    CHECK(claim(session, "crowd_gb") == doctest::Approx(32 * 2.147483648).epsilon(1e-12));
    CHECK(claim(session, "crowd_weights_gb") == doctest::Approx(2 * 6.738415616).epsilon(1e-12));
    CHECK(claim(session, "crowd_that_fits") == 30);
    CHECK(claim(session, "heads") == 32);
    CHECK(claim(session, "sets") == 8);
    CHECK(claim(session, "sets_times_less") == 4);
    const double weights = 2 * (6.738415616 - 32 * 4'096.0 * 24 * 128 * 2 / 1e9);
    CHECK(claim(session, "sets_that_fit") == std::floor((80 - weights) / (2.147483648 / 4)));
    const auto& cases = support::golden("lessons_engine")["cache"];
    CHECK(claim(session, "second_place") == 2);
    CHECK(claim(session, "second_place_twice") == 4);
    CHECK(std::abs(claim(session, "second_score_right") - cases["scores"][2].get<double>()) < 1e-12);
    CHECK(std::abs(claim(session, "second_score_twice") - cases["scores_turned_twice"][2].get<double>()) < 1e-12);
    // One token's bytes, from the factors that are listed: 524,288.
    CHECK(figure<playground::Ledger>(session, "memory").rows[0][1] == "2 × 32 × 32 × 128 × 2");
    CHECK(figure<playground::Ledger>(session, "memory").rows[1][1] == "524 kB");
  }

  TEST_CASE("parameters: the base model, GPT-3 and Llama 2 as everyone can multiply them out") {
    const Session session = turned(opened("parameters", 1), "model", "gpt2");
    const double attention = 4.0 * 512 * 512, feed_forward = 2.0 * 512 * 2'048;
    CHECK(claim(session, "base_width") == 512);
    CHECK(claim(session, "base_inner") == 2'048);
    CHECK(claim(session, "base_vocabulary") == 37'000);
    CHECK(claim(session, "base_one_attention") == attention);
    CHECK(claim(session, "base_one_feed_forward") == feed_forward);
    CHECK(claim(session, "base_attention") == 18 * attention);
    CHECK(claim(session, "base_encoder_attention") == 6 * attention);
    CHECK(claim(session, "base_decoder_attention") == 12 * attention);
    CHECK(claim(session, "base_feed_forward") == 12 * feed_forward);
    CHECK(claim(session, "base_blocks") == 18 * attention + 12 * feed_forward);
    CHECK(claim(session, "base_total") == 63'045'632);
    CHECK(claim(session, "base_feed_forward_percent") == doctest::Approx(100 * 12 * feed_forward / 63'045'632));
    CHECK(claim(session, "gpt3_times_base") == 2'769);
    CHECK(claim(session, "gpt3_counted_billions") == doctest::Approx(174.604259328));
    CHECK(claim(session, "gpt3_tables_percent") ==
          doctest::Approx(100.0 * (50'257 + 2'048) * 12'288 / 174'604'259'328));
    CHECK(claim(session, "llama_total") == 6'738'415'616);
  }

  TEST_CASE("parameters: the sums that the texts speak of are rows of their tables") {
    const auto ledger = [](const char* exhibit) {
      return figure<playground::Ledger>(showing("parameters", exhibit), "matrices");
    };
    const auto told = [](const playground::Ledger& one) { return one.rows[static_cast<std::size_t>(one.emphasised)]; };
    CHECK(told(ledger("layer"))[2] == "1,048,576");
    CHECK(told(ledger("feed_forward"))[2] == "2,097,152");
    CHECK(told(ledger("whole"))[2] == "6,738,415,616");
    const auto sides = figure<playground::Ledger>(showing("parameters", "decoder"), "sides");
    CHECK(told(sides) == std::vector<std::string>{"attention, together", "6,291,456", "12,582,912"});
    const Session alone = turned(showing("parameters", "decoder"), "model", "gpt3");
    CHECK(support::find_figure<playground::Remark>(shown(alone), "alone") != nullptr);
    CHECK(figure<playground::Ledger>(showing("parameters", "total"), "total").rows[2][1] == "44,040,192");
    CHECK(figure<playground::Ledger>(showing("parameters", "models"), "models").rows[2][4] == "2,769");
  }

  TEST_CASE("cross: the whole sentences and two fillers") {
    const Session session = turned(turned(opened("cross", 8), "padding", "0"), "mask", "causal");
    CHECK(claim(session, "source_all") == 7);
    CHECK(claim(session, "target_all") == 4);
    CHECK(claim(session, "fillers") == 2);
    CHECK(claim(session, "fillers_leak") ==
          doctest::Approx(support::golden("lessons_ledger")["cross"]["padding_leak"].get<double>()).epsilon(1e-13));
    const auto sentences = figure<playground::Ledger>(opened("cross", 0), "sentences");
    CHECK(sentences.rows[0][1] == "el gato negro duerme en la casa");
    CHECK(sentences.rows[0][2] == "7");
    CHECK(sentences.rows[1][2] == "4");
  }

  TEST_CASE("recurrence: what is left is NumPy's, and the remark says whether it fades or grows") {
    const auto& signals = support::golden("lessons_ledger")["signals"];
    const double left = signals[0]["left"][4][1].get<double>();  // seed 7, gain 1, tanh, 20 words
    const Session session = turned(showing("recurrence", "signal"), "gain", "1.5");
    CHECK(claim(session, "some_words") == 20);
    CHECK(claim(session, "all_words") == 64);
    CHECK(claim(session, "some_left") == doctest::Approx(left).epsilon(1e-6));
    CHECK(claim(session, "some_left_one_in") == doctest::Approx(1 / left).epsilon(1e-6));
    CHECK(std::pow(claim(session, "some_kept_per_step"), 19) == doctest::Approx(left).epsilon(1e-6));
    CHECK(claim(session, "some_left_attention") ==
          doctest::Approx(signals[5]["left"][4][1].get<double>()).epsilon(1e-6));
    CHECK(claim(session, "all_left") < std::pow(2.0, -24));
    CHECK(claim(session, "large_gain") == 1.1);
    CHECK(claim(session, "exploded") == doctest::Approx(std::pow(1.1, 63)).epsilon(1e-12));
    CHECK(claim(session, "wave_ticks") == 8 + 3 - 1);
    CHECK(claim(session, "wave_ticks_attention") == 3);
    CHECK(claim(session, "wave_words") == 8);
    CHECK(claim(session, "wave_layers") == 3);
    CHECK(claim(session, "usual_width") == 512);
    CHECK(claim(session, "long_words") == 10'000);
    CHECK(claim(session, "short_times_less") == 512.0 / 20);
    CHECK(claim(session, "long_times_more") == 10'000 / 512.0);

    const Session growing = showing("recurrence", "growing");
    const auto said = [&](const char* gain, const char* cell) {
      return figure<playground::Remark>(turned(turned(growing, "gain", gain), "cell", cell), "now").text;
    };
    CHECK(said("1.1", "linear") == "After 64 words the change has 405 times its size: it grows.");
    CHECK(said("0.9", "linear") == "After 64 words 0.0013 of the change is left: it fades.");  // 0.9^63
    CHECK(said("1", "linear").find("neither fades nor grows") != std::string::npos);
    CHECK(said("1", "tanh").find("below the last digit of float32") != std::string::npos);
    const std::string both = figure<playground::Remark>(showing("recurrence", "signal"), "now").text;
    CHECK(both.find("0.0007") != std::string::npos);
    CHECK(both.find("0.0562") != std::string::npos);
  }

  TEST_CASE("context: the loan and sharp attention are NumPy's") {
    const Session session = turned(turned(opened("context", 6), "place", "desk"), "sharpness", "2");
    // By hand: the scores are x · (1, 1, 0) / √3 and the weights their softmax.
    const auto softmax = [](std::vector<double> sums, double sharpness) {
      double all = 0;
      for (double& sum : sums) all += sum = std::exp(sharpness * sum / std::sqrt(3.0));
      for (double& sum : sums) sum /= all;
      return sums;
    };
    const std::vector<double> loan = softmax({0, 1.4, 0.2, 0, 1.5, 2}, 1);
    CHECK(claim(session, "loan_water") == doctest::Approx(1.8 * loan[1] + 0.2 * loan[2] - loan[4] + loan[5]));
    CHECK(claim(session, "loan_money") == doctest::Approx(-0.4 * loan[1] + 2.5 * loan[4] + loan[5]));
    CHECK(claim(session, "sharp") == 4);
    CHECK(claim(session, "sharp_self_one") == doctest::Approx(softmax({0, 1.4, 0.2, 0, 1.5, 2}, 4)[5]));
    CHECK(claim(session, "sharp_self_two") == doctest::Approx(softmax({0, 2, 0.4, 0, 1.5}, 4)[1]));
  }

  TEST_CASE("block: high and low stacks are those of the golden file, and the parts of a word are shown") {
    const Session session = turned(turned(opened("block", 6), "layers", "2"), "residual", "off");
    // Each stack of the file has the numbers of all its layers.
    const auto value_of = [](int highest, int layer, bool pre, bool residuals, const char* name) {
      for (const auto& one : support::golden("lessons_ledger")["stacks"]) {
        if (one["words"] == 12 && one["layers"] == highest && one["pre"] == pre && one["residuals"] == residuals &&
            one["feed_forward"] == true) {
          return doctest::Approx(one[name][static_cast<std::size_t>(layer)].get<double>()).epsilon(1e-9);
        }
      }
      return doctest::Approx(std::nan(""));
    };
    CHECK(claim(session, "high") == 24);
    CHECK(claim(session, "low") == 3);
    CHECK(claim(session, "high_length_post") == value_of(24, 24, false, true, "lengths"));
    CHECK(claim(session, "high_length_pre") == value_of(24, 24, true, true, "lengths"));
    CHECK(claim(session, "high_alike_pre") == value_of(24, 24, true, true, "alike"));
    CHECK(claim(session, "low_alike_with") == value_of(6, 3, false, true, "alike"));
    CHECK(claim(session, "low_alike_without") == value_of(6, 3, false, false, "alike"));
    CHECK(std::abs(claim(session, "high_length_post") - std::sqrt(32.0)) < 1e-3);
    CHECK(claim(session, "low_alike_without") > 0.99);
    CHECK(claim(session, "low_alike_with") < 0.7);

    const auto& expected = support::golden("lessons_ledger")["main_view"];
    const auto bars = figure<playground::Bars>(showing("block", "sum"), "lengths").bars;
    REQUIRE(bars.size() == 3);
    CHECK(bars[0].value == doctest::Approx(expected["length_word"].get<double>()));
    CHECK(bars[1].value == doctest::Approx(expected["length_note"].get<double>()));
    CHECK(bars[2].value == doctest::Approx(expected["length_sum"].get<double>()));
    const auto numbers = figure<playground::Grid>(showing("block", "sum"), "numbers").values;
    CHECK((numbers.row(0) + numbers.row(1) - numbers.row(2)).cwiseAbs().maxCoeff() < 1e-14);
    const auto normed = figure<playground::Ledger>(showing("block", "normed"), "normed").rows;
    CHECK(normed[1] == std::vector<std::string>{"after the norm", "0.00", "5.66"});
    const auto widened = figure<playground::Bars>(showing("block", "widened"), "widened").bars;
    CHECK(widened[1].text == "128");
    CHECK(widened[3].value == expected["hidden_zero"].get<double>());
    CHECK(widened[2].value + widened[3].value == 128);
    const auto inside = figure<playground::Grid>(showing("block", "widened"), "inside").values;
    CHECK((inside.array() == 0).count() == expected["hidden_zero"].get<int>());
    const auto stages = figure<playground::Ledger>(showing("block", "bare"), "shapes").rows;
    for (const auto& row : stages) CHECK(row[0] != "plus what came in");
    CHECK(figure<playground::Ledger>(showing("block", "shapes"), "shapes").rows[8][2] == "12,576");
  }
}

}  // namespace fixed_numbers
