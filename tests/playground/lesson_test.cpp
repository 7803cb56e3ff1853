#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "core/playground/claims.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/history.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/link.hpp"
#include "core/playground/narration.hpp"
#include "core/playground/scale_experiment.hpp"
#include "tests/support/golden.hpp"

using playground::Claim;
using playground::History;
using playground::Narration;
using playground::OpenLesson;
using playground::Session;

namespace {

double claim(const Session& session, std::string_view name) {
  const auto snapshot = playground::derive(session.model, nullptr);
  for (const Claim& one : playground::claims_of(session, *snapshot)) {
    if (one.name == name) {
      return one.value;
    }
  }
  FAIL("no claim of this name");
  return 0;
}

Session opened(const std::string& lesson, int cue) { return playground::lesson_session(lesson, cue).value(); }

/// The names in braces of a text, without their digits.
std::set<std::string> places_of(const std::string& text) {
  std::set<std::string> names;
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1)) {
    const std::string place = text.substr(open + 1, text.find('}', open) - open - 1);
    names.insert(place.substr(0, place.find(':')));
  }
  return names;
}

/// Everything that the exhibit of a session says, in the language of now.
std::string said_by(const Session& session) {
  const auto snapshot = playground::derive(session.model, nullptr);
  const auto exhibit = playground::exhibit_of(session, *snapshot, {});
  if (!exhibit) {
    return {};
  }
  std::string said;
  for (const std::string_view id : exhibit->knobs) {
    const playground::Knob* knob = playground::find_knob(playground::knobs_of(session.lesson), id);
    REQUIRE_MESSAGE(knob != nullptr, id);
    said += playground::knob_label(session.lesson, *knob) + "\n";
    for (const std::string_view option : playground::stops_of(*knob)) {
      said += playground::option_label(session.lesson, *knob, option) + "\n";
    }
  }
  for (const playground::Command& command : exhibit->commands) {
    said += command.label + "\n";
  }
  for (const playground::Figure& figure : exhibit->figures) {
    const playground::FigureTable table = playground::table_of(figure);
    CHECK(table.cells.size() == table.rows.size());
    said += table.title + "\n";
    for (const std::string& text : table.columns) {
      said += text + "\n";
    }
    for (std::size_t row = 0; row < table.cells.size(); ++row) {
      CHECK(table.cells[row].size() == table.columns.size());
      said += table.rows[row] + "\n";
      for (const std::string& text : table.cells[row]) {
        said += text + "\n";
      }
    }
    if (const auto* remark = std::get_if<playground::Remark>(&figure.what)) {
      said += remark->text + "\n";
    }
  }
  return said;
}

/// Values at the ends of a knob's range, and in between.
std::vector<std::string> values_to_try(const playground::Knob& knob) {
  const std::vector<std::string_view> stops = playground::stops_of(knob);
  if (knob.kind == playground::Knob::Kind::kPoint) {
    const std::string low(stops.front());
    const std::string high(stops.back());
    return {low + ";" + high, "0;0", high + ";" + low};
  }
  return {stops.begin(), stops.end()};
}

const std::string kGood =
    "lesson mask\npreset mask=causal\nquestion\n  en Q\n  es P\ncue step=scores | matrix.scores\n  en a\n  .. b\n"
    "  es c\nkeep\n  en K\n  es G\nnext scale\n";

std::string problem_of(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  const auto read = playground::read_narration("x.txt", text);
  return read.ok() ? "" : read.sentence();
}

}  // namespace

TEST_SUITE("lessons") {
  TEST_CASE("every narration is well-formed, and what its cues ask for is there") {
    REQUIRE(playground::lesson_files().size() >= 3);
    for (const playground::LessonFile& file : playground::lesson_files()) {
      const auto read = playground::read_narration(file.name, file.text);
      REQUIRE_MESSAGE(read.ok(), (read.ok() ? "" : read.sentence()));
      const Narration& narration = read.value();
      CHECK(std::string(file.name) == narration.lesson + ".txt");
      for (std::size_t cue = 0; cue < narration.cues.size(); ++cue) {
        CAPTURE(cue);
        CAPTURE(narration.lesson);
        const auto link = playground::decode_link("", "lesson=" + narration.lesson + "&cue=" + std::to_string(cue));
        CHECK_MESSAGE(link.notices.empty(), (link.notices.empty() ? "" : link.notices.front()));
        CHECK(link.session.lesson == narration.lesson);
        CHECK(link.session.cue == static_cast<int>(cue));
        const auto snapshot = playground::derive(link.session.model, nullptr);
        const std::vector<Claim> claims = playground::claims_of(link.session, *snapshot);
        CHECK(claims.size() >= 3);
        const auto& texts = narration.cues[cue].text.texts;
        CHECK(places_of(texts[0]) == places_of(texts[1]));
        for (const std::string& name : places_of(texts[0])) {
          CHECK_MESSAGE(std::any_of(claims.begin(), claims.end(), [&](const Claim& one) { return one.name == name; }),
                        name);
        }
        for (const Claim& one : claims) {
          CHECK_MESSAGE((std::isfinite(one.value) || one.name.starts_with("naive_")), one.name);
        }
      }
    }
  }

  TEST_CASE("every exhibit says all it says in both languages, at every turn of its knobs") {
    for (const Narration& narration : playground::narrations()) {
      for (std::size_t cue = 0; cue < narration.cues.size(); ++cue) {
        CAPTURE(narration.lesson);
        CAPTURE(cue);
        Session session = opened(narration.lesson, static_cast<int>(cue));
        const auto snapshot = playground::derive(session.model, nullptr);
        const auto exhibit = playground::exhibit_of(session, *snapshot, {});
        CHECK(exhibit.has_value() == !narration.cues[cue].exhibit.empty());
        if (!exhibit) {
          continue;
        }
        CHECK_FALSE(exhibit->figures.empty());
        std::set<std::string> ids;
        for (const playground::Figure& figure : exhibit->figures) {
          CHECK_MESSAGE(ids.insert(figure.id).second, figure.id);
        }
        for (const playground::Tongue tongue : {playground::Tongue::kEnglish, playground::Tongue::kSpanish}) {
          const playground::Speaking speaking(tongue);
          CHECK(said_by(session).find("⟨") == std::string::npos);
        }
        for (const std::string_view id : exhibit->knobs) {
          const playground::Knob& knob = *playground::find_knob(playground::knobs_of(session.lesson), id);
          const playground::Knobs before = session.knobs;
          for (const std::string& value : values_to_try(knob)) {
            CAPTURE(value);
            const auto written = playground::knob_value(knob, value);
            REQUIRE_MESSAGE(written.ok(), (written.ok() ? "" : written.sentence()));
            session.knobs = playground::with_knob(before, knob, written.value());
            CHECK(said_by(session).find("⟨") == std::string::npos);
            CHECK(playground::decode_link("", playground::encode_link(session)).session == session);
            for (const Claim& one : playground::claims_of(session, *snapshot)) {
              CHECK_MESSAGE((std::isfinite(one.value) || one.name.starts_with("naive_")), one.name);
            }
          }
          session.knobs = before;
        }
      }
    }
  }

  TEST_CASE("there are sixteen lessons; each asks for a prediction, and the next ones lead through all of them") {
    CHECK(playground::lessons().size() == 16);
    CHECK(playground::narrations().size() == 16);
    std::set<std::string> met;
    for (const Narration* at = playground::find_narration("attention"); at != nullptr && met.insert(at->lesson).second;
         at = playground::find_narration(at->next)) {
      CAPTURE(at->lesson);
      CHECK(std::any_of(at->cues.begin(), at->cues.end(), [](const auto& cue) { return !cue.options.empty(); }));
    }
    CHECK(met.size() == 16);
    CHECK(playground::find_narration("block")->next == "attention");
  }

  TEST_CASE("a Spanish text has one kind of quotes, the decimal point, and commas between thousands") {
    for (const Narration& narration : playground::narrations()) {
      const auto check = [&](const std::string& text) {
        CAPTURE(text);
        CHECK(text.find("«") == std::string::npos);
        for (std::size_t at = 1; at + 3 < text.size(); ++at) {
          const auto digit = [&](std::size_t place) {
            return place < text.size() && text[place] >= '0' && text[place] <= '9';
          };
          if (!digit(at - 1) || !digit(at + 1)) continue;
          const bool three = digit(at + 2) && digit(at + 3) && !digit(at + 4);
          CHECK_FALSE((text[at] == ' ' && three));
          CHECK_FALSE((text[at] == ',' && !three));
        }
      };
      for (const auto& cue : narration.cues) check(cue.text.texts[1]);
      for (const auto& label : narration.labels) check(label.text.texts[1]);
    }
  }

  TEST_CASE("a narration that is not well-formed is told by file and line") {
    CHECK(problem_of(kGood, "Q", "Q").empty());
    CHECK(problem_of(kGood, "next scale", "nxt scale") == "x.txt:13: “nxt” is no part of a narration");
    CHECK(problem_of(kGood, "  es c", "  de c") == "x.txt:9: “de” is no language: en or es");
    CHECK(problem_of(kGood, "| matrix.scores", "| a | b | c") == "x.txt:6: a cue has three parts at most, and “text”");
    CHECK(problem_of(kGood, "| matrix.scores", "| a | | text").empty());
    CHECK(problem_of(kGood, "  es c\n", "") == "x.txt:12: cue 0 lacks a language");
    CHECK(problem_of(kGood, "lesson mask\n", "") == "x.txt:12: “lesson” is missing");
    CHECK(problem_of(kGood, "preset mask=causal\n", "preset mask=causal\n  en lost\n") ==
          "x.txt:3: a text that belongs to nothing");
    CHECK(problem_of(kGood, "  en K", "  .. K") == "x.txt:11: “..” goes on with a text that is not there");
    CHECK(problem_of(kGood, "  es G", "  en G") == "x.txt:12: the same language twice");
    const auto read = playground::read_narration("x.txt", kGood);
    REQUIRE(read.ok());
    CHECK(read.value().cues[0].text.texts[0] == "a b");
    CHECK(read.value().cues[0].highlight == "matrix.scores");
  }

  TEST_CASE("opening a lesson is one undo step; closing it leaves all else") {
    History history;
    history.session.theme = playground::Theme::kDark;
    const auto first = playground::reduce(history, OpenLesson{"mask", 1});
    REQUIRE(first.ok());
    const Session& session = first.value().session;
    CHECK(session.lesson == "mask");
    CHECK(session.cue == 1);
    CHECK(session.model.mask.causal);
    CHECK(session.step == playground::Step::kMasked);
    CHECK(session.theme == playground::Theme::kDark);
    CHECK(first.value().past.size() == 1);
    const auto back = playground::reduce(first.value(), playground::Undo{});
    CHECK(back.value().session == history.session);
    const auto again = playground::reduce(back.value(), playground::Redo{});
    CHECK(again.value().session == session);
    const auto closed = playground::reduce(first.value(), OpenLesson{});
    CHECK(closed.value().session.lesson.empty());
    CHECK(closed.value().session.model == session.model);
    CHECK(playground::reduce(history, OpenLesson{"nothing", 0}).sentence().find("attention") != std::string::npos);
    CHECK(playground::reduce(history, OpenLesson{"mask", 99}).sentence() == "cue is 99: 0 to 14 are allowed.");
    CHECK(playground::reduce(history, OpenLesson{"mask", -1}).sentence() == "cue is −1: 0 to 14 are allowed.");
  }

  TEST_CASE("what a link gives wins over what its lesson presets, and every link of a lesson comes back") {
    const Session given = playground::decode_link("", "lesson=mask&cue=2&mask=window:1&query=3&step=scores").session;
    CHECK(given.lesson == "mask");
    CHECK(given.model.mask.window == 1);
    CHECK_FALSE(given.model.mask.causal);
    CHECK(given.query == 3);
    CHECK(given.step == playground::Step::kScores);
    const auto with_text = playground::decode_link("", "lesson=mask&text=one+two&heads=4&kv_heads=1&d_k=3");
    CHECK(with_text.notices.empty());
    CHECK(with_text.session.query == 1);
    CHECK(playground::decode_link("", playground::encode_link(with_text.session)).session == with_text.session);
    for (const Narration& narration : playground::narrations()) {
      for (int cue = 0; cue < static_cast<int>(narration.cues.size()); ++cue) {
        Session session = opened(narration.lesson, cue);
        CHECK(playground::encode_link(session) ==
              "v=1&lesson=" + narration.lesson + (cue == 0 ? "" : "&cue=" + std::to_string(cue)));
        session.model.seed = "99";
        session.model.mask = {};
        session.model.scale = {};
        if (session.model.weights == playground::Weights::kRandom) {
          session.model.sizes.d_k = 16;  // trained weights have sizes of their own
        }
        session.query = 2;
        session.step = playground::Step::kTokens;
        session.compare.clear();
        const auto link = playground::decode_link("", playground::encode_link(session));
        CHECK(link.notices.empty());
        CHECK(link.session == session);
      }
    }
  }

  TEST_CASE("claims about attention are the session's numbers") {
    const Session session = opened("attention", 7);
    // golden/article.json has NumPy's weights of the opening experiment.
    const attention::Matrix weights =
        support::matrix_from(support::golden("article")["cases"][0]["expected"]["weights"]);
    CHECK(claim(session, "weight_there") == doctest::Approx(weights(8, 1)).epsilon(1e-12));
    CHECK(claim(session, "weight_back") == doctest::Approx(weights(1, 8)).epsilon(1e-12));
    CHECK(claim(session, "row_sum") == doctest::Approx(1).epsilon(1e-14));
    CHECK(claim(session, "top_weight") == doctest::Approx(weights.row(8).maxCoeff()).epsilon(1e-12));
    CHECK(claim(session, "top_position") == 11);
    CHECK(claim(session, "even_weight") == doctest::Approx(1.0 / 12).epsilon(1e-15));
  }

  TEST_CASE("claims about the mask are NumPy's, and the future is exactly 0") {
    const attention::Matrix leaking = support::matrix_from(support::golden("lessons")["mask_of_zeros"]);
    const attention::Matrix hidden = support::matrix_from(support::golden("lessons")["mask_of_infinities"]);
    const Session causal = opened("mask", 2);
    CHECK(claim(causal, "leak_each") == doctest::Approx(leaking(0, 4)).epsilon(1e-14));
    CHECK(claim(causal, "leak_in_all") == doctest::Approx(leaking.rightCols(4).sum()).epsilon(1e-14));
    CHECK(claim(causal, "first_with_leak") == doctest::Approx(leaking(0, 0)).epsilon(1e-14));
    CHECK(claim(causal, "first_without_leak") == doctest::Approx(hidden(0, 0)).epsilon(1e-14));
    CHECK(claim(causal, "hidden_each") == 0);
    CHECK(claim(causal, "future_weight") == 0);
    CHECK(claim(causal, "rows_that_see_the_last") == 1);
    Session open = causal;
    open.model.mask = {};
    CHECK(claim(open, "rows_that_see_the_last") == 12);
    CHECK(claim(open, "future_weight") > 4);
  }

  TEST_CASE("claims about the scale are NumPy's, for every width and seed") {
    for (const auto& row : support::golden("lessons")["many_queries"]) {
      const std::string seed = std::to_string(row[0].get<int>());
      const int d_k = row[1].get<int>();
      CAPTURE(seed);
      CAPTURE(d_k);
      const playground::ScaleExperiment found = playground::scale_experiment(seed, d_k);
      CHECK(found.deviation == doctest::Approx(row[2].get<double>()).epsilon(1e-12));
      CHECK(found.top_weight == doctest::Approx(row[3].get<double>()).epsilon(1e-12));
      CHECK(found.entropy == doctest::Approx(row[4].get<double>()).epsilon(1e-12));
      CHECK(found.scaled_top_weight == doctest::Approx(row[5].get<double>()).epsilon(1e-12));
      CHECK(found.scaled_entropy == doctest::Approx(row[6].get<double>()).epsilon(1e-12));
    }
    CHECK(claim(opened("scale", 0), "top_weight_scaled") == playground::scale_experiment("7", 64).scaled_top_weight);
    CHECK(claim(opened("scale", 0), "entropy_even") == doctest::Approx(std::log(32.0)));
    const auto& expected = support::golden("lessons_bugs");
    CHECK(claim(opened("scale", 1), "row_top") ==
          doctest::Approx(expected["undivided_top"].get<double>()).epsilon(1e-12));
    CHECK(claim(opened("scale", 2), "row_top") ==
          doctest::Approx(support::matrix_from(expected["divided"]["width"]).maxCoeff()).epsilon(1e-12));
  }

  TEST_CASE("claims about softmax: shifts change nothing, the naive way breaks, columns are no rows") {
    const Session session = opened("softmax", 1);
    const attention::Matrix weights =
        support::matrix_from(support::golden("article")["cases"][0]["expected"]["weights"]);
    CHECK(claim(session, "top_weight") == doctest::Approx(weights.row(8).maxCoeff()).epsilon(1e-12));
    CHECK(claim(session, "shift_difference") < 1e-12);
    CHECK(std::isinf(claim(session, "naive_exponential")));
    CHECK(std::isnan(claim(session, "naive_share")));
    CHECK(claim(session, "largest_exponential") == 1);
    CHECK(claim(session, "overflow_from") ==
          doctest::Approx(88.722839).epsilon(1e-7));  // float32's largest is 3.4028e38
    CHECK(claim(session, "least_column_sum") == doctest::Approx(weights.colwise().sum().minCoeff()).epsilon(1e-12));
    CHECK(claim(session, "largest_column_sum") == doctest::Approx(weights.colwise().sum().maxCoeff()).epsilon(1e-12));
    CHECK(claim(session, "row_sum") == doctest::Approx(1));
    CHECK(claim(opened("softmax", 4), "factor") == 1);
  }

  TEST_CASE("claims about heads are those of the paper and of the formula") {
    const Session four = opened("heads", 1);
    // Vaswani et al. 2017, section 3.2.2: 4 · 512² for one attention sub-layer, with one head or eight.
    CHECK(claim(four, "parameters_512_one") == 1'048'576);
    CHECK(claim(four, "parameters_512_eight") == 1'048'576);
    CHECK(claim(four, "parameters_here") == 4 * 64 * 64);
    CHECK(claim(four, "parameters_one_head") == 4 * 64 * 64);
    CHECK(claim(four, "width") == 64);
    CHECK(claim(four, "heads_difference") > 0.1);
    CHECK(std::abs(claim(four, "cell_first") - claim(four, "cell_last")) <= claim(four, "heads_difference"));
    CHECK(claim(opened("heads", 0), "cell_first") == claim(opened("heads", 0), "cell_last"));
    const Session grouped = opened("heads", 7);
    CHECK(claim(grouped, "cache_share") == 0.5);
    CHECK(claim(grouped, "parameters_here") == 64 * 64 + 2 * 64 * 32 + 64 * 64);
    CHECK(claim(opened("heads", 0), "heads_difference") == 0);
  }

  TEST_CASE("a text's places are filled by the claims, unknown ones stay") {
    const std::vector<Claim> claims{{"a", 0.12345}, {"b", -2}};
    CHECK(playground::with_claims("x {a:3} y {b:0} z {a}", claims) == "x 0.123 y −2 z 0.12");
    CHECK(playground::with_claims("{n:0}", std::vector<Claim>{{"n", 1'048'576}}) == "1,048,576");
    CHECK(playground::with_claims("{c:1} {", claims) == "{c:1} {");
    CHECK(playground::with_claims("", claims).empty());
    CHECK(playground::with_claims("“{w}” and {w:2}", std::vector<Claim>{{"w", 8, "it"}}) == "“it” and it");
  }
}
