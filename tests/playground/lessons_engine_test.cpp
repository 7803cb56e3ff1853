// The lessons about what runs attention: cost, flash and cache. Their numbers are held against NumPy's, against those
// of papers, and against closed forms.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/attention/flash.hpp"
#include "core/playground/claims.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/link.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace engine_lessons {
namespace {

using playground::Claim;
using playground::Exhibit;
using playground::Figure;
using playground::Session;
using playground::Timings;
using support::claim;
using support::figure;
using support::find_claim;
using support::shown;
using support::turned;

Session opened(const std::string& lesson, int cue) { return playground::lesson_session(lesson, cue).value(); }

bool has_figure(const Exhibit& exhibit, const std::string& id) {
  for (const Figure& one : exhibit.figures) {
    if (one.id == id) return true;
  }
  return false;
}

const nlohmann::json& numpy(const char* name) { return support::golden("lessons_engine")[name]; }

Timings some_timings() {
  Timings timings;
  for (const auto& row : numpy("measured")) {
    timings.rows.push_back({.tokens = row[0].get<int>(), .table_ms = row[1].get<double>(), .tiled_ms = row[2]});
  }
  return timings;
}

}  // namespace

TEST_SUITE("lessons: cost") {
  TEST_CASE("the table has the square of the tokens in cells") {
    const Session session = opened("cost", 0);
    CHECK(claim(session, "tokens_here") == 12);
    CHECK(claim(session, "cells_here") == 144);
    CHECK(claim(session, "tokens_here_twice") == 24);
    CHECK(claim(session, "cells_here_twice") == 576);
    CHECK(claim(session, "cells_1000") == 1e6);
    CHECK(claim(session, "cells_10000") == 1e8);
    const Session long_text = turned(opened("cost", 1), "tokens", "100000");
    CHECK(claim(long_text, "tokens") == 100'000);
    CHECK(claim(long_text, "cells") == 1e10);
    const auto& bars = figure<playground::Bars>(shown(long_text), "cells").bars;
    REQUIRE(bars.size() == 3);
    CHECK(bars[1].value == 4 * bars[0].value);
    CHECK(bars[2].value == 16 * bars[0].value);
    CHECK(bars[2].text == "160,000,000,000");
  }

  TEST_CASE("the memory of the tables is n · n · 4 bytes a head") {
    const Session session = opened("cost", 2);
    CHECK(claim(session, "table_mb_4096") == doctest::Approx(67.108864).epsilon(1e-12));
    CHECK(claim(session, "tables_gb_4096") == doctest::Approx(67.108864 * 96 / 1000).epsilon(1e-12));
    CHECK(claim(session, "vectors_mb_4096") == doctest::Approx(4.194304).epsilon(1e-12));
    CHECK(claim(session, "table_mb_1024") == doctest::Approx(4.194304).epsilon(1e-12));
    CHECK(claim(session, "table_mb_2048") == doctest::Approx(16.777216).epsilon(1e-12));
    CHECK(claim(session, "table_tb_million") == doctest::Approx(4).epsilon(1e-12));
    CHECK(claim(session, "vectors_gb_million") == doctest::Approx(1.024).epsilon(1e-12));
    const auto& rows = figure<playground::Ledger>(shown(session), "memory").rows;
    REQUIRE(rows.size() == 4);
    CHECK(rows[0][1] == "16,777,216");
    CHECK(rows[0][2] == "67.1 MB");
    CHECK(rows[1][2] == "537 MB");
    CHECK(rows[2][2] == "6.44 GB");
    CHECK(rows[3][2] == "4.19 MB");
    CHECK(figure<playground::Ledger>(shown(opened("cost", 3)), "memory").rows[0][2] == "4 TB");
  }

  TEST_CASE("of the slider's texts, those up to 10,000 tokens fit on a card of 80 GB") {
    for (const std::string_view tokens : playground::stops_of(playground::knobs_of("cost")[0])) {
      const Session session = turned(opened("cost", 3), "tokens", std::string(tokens));
      const bool fits = std::stod(std::string(tokens)) * std::stod(std::string(tokens)) * 4 * 96 <= 80e9;
      CHECK(fits == (std::stoi(std::string(tokens)) <= 10'000));
      const auto tone = figure<playground::Remark>(shown(session), "card").tone;
      CHECK((tone == playground::Remark::Tone::kGood) == fits);
    }
  }

  TEST_CASE("the article's numbers jump fourteen times from 1,024 to 2,048") {
    const Session session = opened("cost", 5);
    CHECK(claim(session, "article_step_1024") == doctest::Approx(9.28 / 2.42).epsilon(1e-14));
    CHECK(claim(session, "article_step_2048") == doctest::Approx(134.95 / 9.28).epsilon(1e-14));
    CHECK(std::round(claim(session, "article_step_2048") * 10) == 145);
    CHECK(claim(session, "article_step_4096") == doctest::Approx(303.96 / 134.95).epsilon(1e-14));
    CHECK(claim(session, "article_growth") == doctest::Approx(numpy("article_growth").get<double>()).epsilon(1e-12));
  }

  TEST_CASE("the question about 2,048 tokens does not show their time") {
    const Exhibit question = shown(opened("cost", 4));
    const auto& asked = figure<playground::Plot>(question, "time");
    REQUIRE(asked.series.size() == 1);
    CHECK(asked.series[0].x.back() == 1024);
    const auto steps = figure<playground::Ledger>(question, "steps").rows;
    REQUIRE(steps.size() == 4);
    CHECK(steps[3].back() == "4.19 MB");  // 1,024² numbers of 4 bytes
    CHECK_FALSE(has_figure(question, "growth"));
    const auto& told = figure<playground::Plot>(shown(opened("cost", 5)), "time");
    CHECK(told.series[0].x.back() == 4096);
    CHECK(told.x.logarithmic);
    CHECK(told.y.logarithmic);
    CHECK(told.series[1].y.back() == doctest::Approx(0.27 * 1024));  // four times at each of five doublings
  }

  TEST_CASE("before, while and after measuring there is a button that fits") {
    const Session session = opened("cost", 6);
    Timings timings;
    const Exhibit before = shown(session, timings);
    REQUIRE(before.commands.size() == 1);
    CHECK(before.commands[0].id == "measure");
    CHECK(std::get<playground::Measure>(before.commands[0].action).running);
    CHECK_FALSE(before.progress.has_value());
    CHECK_FALSE(has_figure(before, "measured"));
    CHECK(claim(session, "sizes_measured", timings) == 0);
    CHECK_FALSE(find_claim(session, "table_growth", timings));
    timings.running = true;
    timings.progress = 0.25;
    const Exhibit meanwhile = shown(session, timings);
    CHECK_FALSE(std::get<playground::Measure>(meanwhile.commands[0].action).running);
    CHECK(meanwhile.progress == 0.25);
    const Timings measured = some_timings();
    const Exhibit after = shown(session, measured);
    CHECK(std::get<playground::Measure>(after.commands[0].action).running);
    CHECK(after.commands[0].label != before.commands[0].label);
    CHECK(figure<playground::Ledger>(after, "measured").rows.size() == 3);
    CHECK(figure<playground::Plot>(after, "time").series[1].y == std::vector<double>{0.5, 2.5, 9.0});
    CHECK(figure<playground::Remark>(after, "growth").text.find("2.6") != std::string::npos);  // 9 / 3.5
    for (const Figure& one : after.figures) {
      if (const auto* remark = std::get_if<playground::Remark>(&one.what))
        CHECK(remark->text.find("⟨") == std::string::npos);
    }
  }

  TEST_CASE("the growth of what was measured is the slope of NumPy's best line") {
    const Session session = opened("cost", 7);
    const Timings measured = some_timings();
    CHECK(claim(session, "sizes_measured", measured) == 3);
    CHECK(claim(session, "table_ms_256", measured) == 2.5);
    CHECK(claim(session, "tiled_ms_512", measured) == 3.5);
    CHECK(claim(session, "table_growth", measured) ==
          doctest::Approx(numpy("measured_growth")[0].get<double>()).epsilon(1e-12));
    CHECK(claim(session, "tiled_growth", measured) ==
          doctest::Approx(numpy("measured_growth")[1].get<double>()).epsilon(1e-12));
  }

  TEST_CASE("a clock that does not tick leaves no point at 0 and no claim that is not finite") {
    Timings coarse = some_timings();
    for (playground::Timing& row : coarse.rows) row.tiled_ms = 0;
    const Session session = opened("cost", 7);
    CHECK(claim(session, "tiled_growth", coarse) == 0);
    const auto labels = [&](const Timings& timings) {
      std::vector<std::string> all;
      for (const playground::Series& one : figure<playground::Plot>(shown(session, timings), "time").series) {
        CHECK_FALSE(one.x.empty());
        all.push_back(one.label);
      }
      return all;
    };
    CHECK(labels({}) == std::vector<std::string>{"the article", "×4 at each doubling"});
    CHECK(labels(coarse) == std::vector<std::string>{"the article", "whole table", "×4 at each doubling"});
    CHECK(labels(some_timings()).size() == 4);
    CHECK_FALSE(figure<playground::Remark>(shown(session, coarse), "growth").text.empty());
  }
}

TEST_SUITE("lessons: flash") {
  TEST_CASE("after each tile the state is that of softmax over the keys so far") {
    for (const char* tile : {"1", "2", "3", "4", "6", "12"}) {
      const auto& states = numpy("flash")[tile]["states"];
      for (std::size_t step = 0; step < states.size(); ++step) {
        CAPTURE(tile);
        CAPTURE(step);
        const Session session = turned(turned(opened("flash", 1), "tile", tile), "step", std::to_string(step + 1));
        CHECK(claim(session, "tiles") == static_cast<double>(states.size()));
        CHECK(claim(session, "step") == static_cast<double>(step + 1));
        CHECK(claim(session, "running_max") == doctest::Approx(states[step][0].get<double>()).epsilon(1e-12));
        CHECK(claim(session, "running_sum") == doctest::Approx(states[step][1].get<double>()).epsilon(1e-12));
        CHECK(claim(session, "output_so_far") == doctest::Approx(states[step][2].get<double>()).epsilon(1e-12));
        CHECK(claim(session, "share_of_first") == doctest::Approx(states[step][3].get<double>()).epsilon(1e-12));
        const double before = step == 0 ? -INFINITY : states[step - 1][0].get<double>();
        CHECK(claim(session, "rescale") ==
              doctest::Approx(std::exp(before - states[step][0].get<double>())).epsilon(1e-12));
      }
    }
  }

  TEST_CASE("tiles give the answer of the whole table; without the factor they do not, and one tile hides it") {
    for (const char* tile : {"1", "2", "3", "4", "6", "12"}) {
      CAPTURE(tile);
      const Session session = turned(opened("flash", 5), "tile", tile);
      CHECK(claim(session, "difference") < 1e-12);
      CHECK(std::abs(claim(session, "error_without_rescale") -
                     numpy("flash")[tile]["error_without_rescale"].get<double>()) < 1e-12);
      const auto& readings = figure<playground::Instruments>(shown(session), "answer").readings;
      CHECK(readings[0].holds);  // the shares add up to 1 all the same
      CHECK(readings[1].holds == (std::string(tile) == "12"));
      const auto& mended = figure<playground::Instruments>(shown(turned(session, "rescale", "on")), "answer").readings;
      CHECK(mended[1].holds);
    }
    // The early words get too much.
    const Session broken = turned(opened("flash", 5), "step", "4");
    CHECK(claim(broken, "share_of_first") > 1.5 * claim(turned(broken, "rescale", "on"), "share_of_first"));
  }

  TEST_CASE("the row shows the tile at hand, and shares that add up to 1") {
    for (const int step : {1, 2, 3, 4, 12}) {
      CAPTURE(step);
      const Exhibit exhibit = shown(turned(opened("flash", 1), "step", std::to_string(step)));
      const auto& row = figure<playground::Grid>(exhibit, "row");
      const int tile = std::min(step, 4);
      CHECK(row.values.cols() == 12);
      CHECK(row.values.row(1).sum() == doctest::Approx(1).epsilon(1e-12));
      CHECK(row.values.row(1).tail(12 - 3 * tile).cwiseAbs().sum() == 0);
      REQUIRE(row.marked.size() == 6);
      CHECK(row.marked.front().column == 3 * (tile - 1));
      CHECK(figure<playground::Ledger>(exhibit, "tiles").rows.size() == static_cast<std::size_t>(tile));
      CHECK(has_figure(exhibit, "answer") == (tile == 4));
    }
    // With one tile there is nothing to step through.
    CHECK(shown(turned(opened("flash", 3), "tile", "12")).knobs == std::vector<std::string_view>{"tile"});
  }

  TEST_CASE("longer texts, hidden words and a single word have rows too") {
    for (const char* given : {"text=one", "text=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u&query=20", "mask=padding:5",
                              "mask=causal&query=0", "text=a+b&mask=padding:2", "heads=2&kv_heads=1&d_k=3"}) {
      for (const char* cue : {"1", "2", "3", "5"}) {
        CAPTURE(given);
        CAPTURE(cue);
        const Session session =
            playground::decode_link("", std::string("lesson=flash&cue=") + cue + "&" + given).session;
        const Exhibit exhibit = shown(turned(session, "step", "12"));
        const auto& grid = figure<playground::Grid>(exhibit, "row");
        CHECK(grid.values.cols() <= 12);
        CHECK(grid.columns.size() == static_cast<std::size_t>(grid.values.cols()));
        CHECK(figure<playground::Ledger>(exhibit, "tiles").rows.size() <= 12);
        CHECK(claim(session, "difference") < 1e-12);
      }
    }
  }

  TEST_CASE("in float32 tiles and table are both off by rounding alone, and either may be nearer") {
    bool table_nearer = false;
    bool tiles_nearer = false;
    for (int draw = 0; draw < 8; ++draw) {
      CAPTURE(draw);
      const Session session = turned(opened("flash", 6), "draw", std::to_string(draw));
      for (const char* name : {"table_error_e7", "kernel_error_e7"}) {
        CHECK(claim(session, name) > 0.1);  // float32's step at 1 is 1.2e-7
        CHECK(claim(session, name) < 10);
      }
      (claim(session, "table_error_e7") < claim(session, "kernel_error_e7") ? table_nearer : tiles_nearer) = true;
      const auto& rows = figure<playground::Ledger>(shown(session), "ways").rows;
      REQUIRE(rows.size() == 5);
      CHECK(rows[0][2] != rows[1][2]);  // the table has its own bits, the tiles others
    }
    CHECK(table_nearer);
    CHECK(tiles_nearer);
    CHECK(shown(opened("flash", 6)).knobs == std::vector<std::string_view>{"draw"});
  }

  TEST_CASE("the traffic is what a trace of the same tiles counts, and grows with N² d² / M") {
    // Dao et al. 2022, Algorithm 1: tiles of ceil(M / 4d) keys.
    attention::FlashOptions options;
    options.order = attention::FlashOrder::kKeysOutside;
    options.bytes_per_number = 1;
    options.key_rows = 65'536 / (4 * 64);
    options.query_rows = 64;
    const attention::Matrix zeros = attention::Matrix::Zero(1'024, 64);
    const auto trace = attention::flash_attention_trace<double>(zeros, zeros, zeros, options);
    const Session at = turned(turned(opened("flash", 7), "length", "1024"), "fast", "65536");
    CHECK(claim(at, "tiled_numbers") == static_cast<double>(trace.bytes_read + trace.bytes_written));
    // N d for each of Q, K, V and the output; N² written and read twice each.
    CHECK(claim(at, "plain_numbers") == 4.0 * 1'024 * 64 + 4.0 * 1'024 * 1'024);
    CHECK(claim(at, "times_fewer") ==
          doctest::Approx(claim(at, "plain_numbers") / claim(at, "tiled_numbers")).epsilon(1e-14));
    // Four times the tokens move sixteen times the numbers, half the fast memory twice as many: but for 2 N d.
    double last = 0;
    for (const char* length : {"1024", "4096", "16384", "65536"}) {
      const double factor = claim(turned(turned(at, "length", length), "fast", "16384"), "tiled_by_theorem");
      CHECK(factor > 12);
      CHECK(factor < 13);
      if (last > 0) CHECK(factor <= last);
      last = factor;
    }
    // Tiles pay only where the fast memory is large.
    CHECK(claim(turned(at, "fast", "98304"), "times_fewer") > 5);
    CHECK(claim(turned(at, "fast", "1024"), "times_fewer") < 0.2);
    const auto tone = [&](const char* fast) {
      return figure<playground::Remark>(shown(turned(at, "fast", fast)), "compared").tone;
    };
    CHECK(tone("98304") == playground::Remark::Tone::kGood);
    CHECK(tone("1024") == playground::Remark::Tone::kBad);
    // 21 tiles of 49 keys move 131,072 + 21 · 200,704 numbers, less than the table's 4,456,448; 22 tiles move more.
    // Tiles of 49 keys need more than 48 · 4 · 64 numbers.
    CHECK(claim(at, "tiles_pay_from") == 48 * 4 * 64 + 1);
    // The tile knob's small trace: 12 tokens of width 16, 4 tiles of 3 keys, docs/maths.md's table.
    CHECK(claim(at, "counted_here") == 12 * 32 + 4 * 12 * (32 + 2) + 4 * 12 * (16 + 2));
  }

  TEST_CASE("the results are those of the paper's abstract") {
    const Session session = opened("flash", 8);
    CHECK(claim(session, "gpt2_times_faster") == 3);
    CHECK(claim(session, "bert_percent_faster") == 15);
    CHECK(claim(session, "long_range_times_faster") == 2.4);
    CHECK(claim(session, "perplexity_better") == 0.7);
    CHECK(claim(session, "path_x_percent") == 61.4);
    CHECK(claim(session, "path_256_percent") == 63.1);
    CHECK(figure<playground::Ledger>(shown(session), "results").rows.size() == 6);
  }
}

TEST_SUITE("lessons: cache") {
  TEST_CASE("with the cache every word gets what a computation from scratch gives, past queries do not count") {
    for (int words = 1; words <= 12; ++words) {
      CAPTURE(words);
      const Session session = turned(opened("cache", 1), "words", std::to_string(words));
      CHECK(claim(session, "words") == words);
      CHECK(claim(session, "difference") < 1e-12);
      CHECK(claim(session, "moved_by_past_queries") == 0);
      CHECK(claim(session, "cache_bytes_here") == words * (16 + 16) * 8);
      const Exhibit exhibit = shown(session);
      for (const playground::Reading& reading : figure<playground::Instruments>(exhibit, "equal").readings) {
        CHECK(reading.holds);
      }
      const auto& rows = figure<playground::Ledger>(exhibit, "words").rows;
      REQUIRE(rows.size() == static_cast<std::size_t>(words));
      CHECK(rows.back()[1] == rows.back()[2]);  // new, all of it
      if (words > 1) CHECK(rows.front()[1] != rows.front()[2]);
    }
  }

  TEST_CASE("the cache holds with heads, rotary positions, and texts of any length") {
    for (const char* given : {"text=one", "heads=4&kv_heads=2&d_k=4&head=3", "positions=rotary",
                              "positions=rotary&d_k=5", "text=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p", "mask=padding:2"}) {
      for (const char* cue : {"2", "7"}) {
        CAPTURE(given);
        const Session session =
            playground::decode_link("", std::string("lesson=cache&cue=") + cue + "&" + given).session;
        CHECK(claim(session, "difference") < 1e-12);
        CHECK(claim(turned(session, "turned", "once"), "rotary_error") < 1e-12);
        CHECK_FALSE(shown(session).figures.empty());
      }
    }
  }

  TEST_CASE("without a cache the rows computed are 1 + 2 + ... + n") {
    for (const char* answer : {"12", "100", "1000", "10000"}) {
      const Session session = turned(opened("cache", 3), "answer", answer);
      double sum = 0;
      for (int words = 1; words <= std::stoi(answer); ++words) sum += words;
      CHECK(claim(session, "answer_rows_without") == sum);
      const auto& plot = figure<playground::Plot>(shown(session), "rows");
      CHECK(plot.series[0].y.back() == sum);
      CHECK(plot.series[1].y.back() == std::stoi(answer));
    }
    CHECK(claim(opened("cache", 3), "answer_rows_without") == 500'500);
    CHECK(claim(turned(opened("cache", 1), "words", "12"), "rows_without_cache") == 78);
  }

  TEST_CASE("bytes are 2 · layers · heads · width · 2 a token, and what fits follows from them") {
    const Session llama = opened("cache", 4);
    CHECK(claim(llama, "token_kb") == doctest::Approx(2 * 32 * 32 * 128 * 2 / 1e3));
    CHECK(claim(llama, "request_gb") == doctest::Approx(2.147483648).epsilon(1e-12));
    CHECK(claim(llama, "weights_gb") == doctest::Approx(2 * 6.738415616).epsilon(1e-12));  // Touvron et al. 2023
    CHECK(claim(llama, "requests_that_fit") == std::floor((80 - 13.476831232) / 2.147483648));
    CHECK(claim(llama, "requests_that_fit") == 30);
    const Exhibit question = shown(llama);  // it does not give its answer away
    CHECK(question.knobs.empty());
    CHECK(figure<playground::Ledger>(question, "memory").rows.size() == 5);
    CHECK_FALSE(has_figure(question, "room"));
    const Session crowd = opened("cache", 5);
    CHECK(claim(crowd, "requests_gb") == doctest::Approx(32 * 2.147483648).epsilon(1e-12));
    CHECK(figure<playground::Remark>(shown(crowd), "room").tone == playground::Remark::Tone::kBad);
    CHECK(figure<playground::Ledger>(shown(crowd), "memory").rows.back().back() == "30");
    CHECK(figure<playground::Remark>(shown(turned(crowd, "requests", "16")), "room").tone ==
          playground::Remark::Tone::kGood);
    const Session newer = turned(crowd, "model", "llama3_8b");
    CHECK(claim(newer, "token_kb") == doctest::Approx(2 * 32 * 8 * 128 * 2 / 1e3));
    CHECK(claim(newer, "requests_that_fit") == std::floor((80 - 2 * 8.030261248) / (131'072e-9 * 4'096)));
    // 70 billion weights at 2 bytes need more than one card.
    const Session large = turned(crowd, "model", "llama2_70b");
    CHECK(claim(large, "requests_that_fit") == 0);
    CHECK(claim(turned(large, "memory", "640"), "requests_that_fit") ==
          std::floor((640 - 2 * 68.976648192) / (2 * 80 * 8 * 128 * 2e-9 * 4'096)));
    CHECK(claim(turned(crowd, "model", "gpt2_xl"), "token_kb") == doctest::Approx(2 * 48 * 25 * 64 * 2 / 1e3));
  }

  TEST_CASE("sharing keys and values divides the cache") {
    const Session session = opened("cache", 6);
    CHECK(claim(session, "kv_heads") == 8);
    CHECK(claim(session, "kv_times_less") == 4);
    CHECK(claim(session, "requests_ungrouped") == 30);
    // 24 of 32 heads' keys and values less in each of 32 layers: 4,096 · 24 · 128 · 2 weights.
    const double weights = 2 * (6.738415616 - 32 * 4'096.0 * 24 * 128 * 2 / 1e9);
    CHECK(claim(session, "requests_grouped") == std::floor((80 - weights) / (2.147483648 / 4)));
    CHECK(claim(turned(session, "kv_heads", "1"), "kv_times_less") == 32);
    const auto& bars = figure<playground::Bars>(shown(session), "groups").bars;
    CHECK(bars.size() == 6);
    CHECK(bars[0].value == 32 * bars[5].value);
  }

  TEST_CASE("a key that is turned twice stands at twice its place") {
    const Session session = opened("cache", 7);
    const auto& cases = numpy("cache");
    for (std::size_t place = 0; place < 6; ++place) {
      const Session at = turned(session, "place", std::to_string(place));
      CHECK(std::abs(claim(at, "score_right") - cases["scores"][place].get<double>()) < 1e-12);
      CHECK(std::abs(claim(at, "score_turned_twice") - cases["scores_turned_twice"][place].get<double>()) < 1e-12);
    }
    // The numbers before rounding: tests/golden/lessons.json.
    const auto& exact = support::golden("lessons")["rotary_scores"];
    CHECK(claim(session, "score_right") == doctest::Approx(exact["adjacent"].get<double>()).epsilon(1e-3));
    CHECK(claim(session, "score_turned_twice") == doctest::Approx(exact["turned_twice"].get<double>()).epsilon(1e-3));
    CHECK(claim(session, "place_twice") == 4);
    const Session nobody_notices = turned(session, "place", "0");
    CHECK(claim(nobody_notices, "score_right") == claim(nobody_notices, "score_turned_twice"));
    CHECK(claim(session, "rotary_error") == doctest::Approx(cases["rotary_error"].get<double>()).epsilon(1e-12));
    CHECK_FALSE(figure<playground::Instruments>(shown(session), "equal").readings[0].holds);
    const Session right = turned(session, "turned", "once");
    CHECK(claim(right, "rotary_error") < 1e-12);
    CHECK(figure<playground::Instruments>(shown(right), "equal").readings[0].holds);
  }
}

}  // namespace engine_lessons
