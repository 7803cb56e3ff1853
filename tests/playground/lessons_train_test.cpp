// The lesson in which a model learns. Its numbers are held against PyTorch's model and training, and against training
// runs of core/training that the lesson does not know of.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/playground/claims.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/history.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/link.hpp"
#include "core/playground/training_runs.hpp"
#include "core/training/examples.hpp"
#include "core/training/reading.hpp"
#include "core/training/trace.hpp"
#include "core/training/training_run.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/lessons.hpp"

namespace train_lesson_test {
namespace {

using playground::Claim;
using playground::Exhibit;
using playground::Figure;
using playground::Session;
using playground::TrainingPlan;
using support::claim;
using support::figure;
using support::find_claim;
using support::find_figure;
using support::showing;
using support::shown;
using support::turned;

constexpr const char* kTired = "the animal did not cross the street because it was too tired";
constexpr const char* kWide = "the animal did not cross the street because it was too wide";

Session at(const std::string& exhibit) { return showing("train", exhibit); }

Session with_steps(Session session, const std::string& seed, int steps) {
  session.model.training = TrainingPlan{.seed = seed, .steps = steps};
  return session;
}

const playground::Command& command(const Exhibit& exhibit, const std::string& id) {
  const auto found = std::find_if(exhibit.commands.begin(), exhibit.commands.end(),
                                  [&](const playground::Command& one) { return one.id == id; });
  REQUIRE(found != exhibit.commands.end());
  return *found;
}

Session after(const Session& session, const playground::Action& action) {
  playground::History history;
  history.session = session;
  const auto next = playground::reduce(history, action);
  REQUIRE_MESSAGE(next.ok(), (next.ok() ? "" : next.sentence()));
  return next.value().session;
}

/// A run that the lesson does not know of.
training::TrainingRun own_run(const training::RunOptions& options, std::uint32_t seed, int steps) {
  training::TrainingRun run(options, attention::Entropy{seed});
  for (int step = 0; step < steps; ++step) run.step();
  return run;
}

double mean_loss(const std::vector<double>& losses, std::size_t first, std::size_t end) {
  double sum = 0;
  for (std::size_t step = first; step < end; ++step) sum += losses[step];
  return sum / static_cast<double>(end - first);
}

/// Lets the exhibit's runs go on as a window does, until all are where they should be.
void finish(const Session& session) {
  for (Exhibit exhibit = shown(session); !exhibit.runs.empty(); exhibit = shown(session)) {
    const TrainingPlan plan = exhibit.runs.front();
    if (playground::missing_steps(plan) == 0) break;
    playground::advance_run(plan, plan.steps);
    playground::note_run(plan);
  }
}

}  // namespace

TEST_SUITE("lessons") {
  TEST_CASE("what \"it\" looks at is PyTorch's, before the training and while it goes on") {
    const nlohmann::json& golden = support::golden("lessons_train");
    const double tolerance = golden["tolerance"];
    for (const nlohmann::json& one : golden["cases"]) {
      const int steps = one["steps"];
      CAPTURE(steps);
      Session session = with_steps(at("learn"), std::to_string(one["seed"].get<int>()), steps);
      session.model.text = one["text"];
      const std::vector<double> weights = one["weights"];
      CHECK(claim(session, "steps") == steps);
      CHECK(std::abs(claim(session, "weight_animal") - weights[1]) < tolerance);
      CHECK(std::abs(claim(session, "weight_street") - weights[6]) < tolerance);
      CHECK(claim(session, "parameters") == one["parameters"].get<double>());
      if (steps > 0) CHECK(std::abs(claim(session, "loss") - one["loss"].get<double>()) < tolerance);
      const auto bars = figure<playground::Bars>(shown(session), "looks").bars;
      REQUIRE(bars.size() == weights.size());
      double worst = 0;
      for (std::size_t word = 0; word < bars.size(); ++word) {
        worst = std::max(worst, std::abs(bars[word].value - weights[word]));
      }
      CHECK(worst < tolerance);
      CHECK(bars[session.model.text == kTired ? 1 : 6].label.ends_with(" ✓"));
      CHECK_FALSE(bars[session.model.text == kTired ? 6 : 1].label.ends_with(" ✓"));
      if (steps == 0) {
        CHECK(claim(session, "untrained_animal") == doctest::Approx(claim(session, "weight_animal")).epsilon(1e-12));
        CHECK(claim(session, "untrained_street") == doctest::Approx(claim(session, "weight_street")).epsilon(1e-12));
      }
    }
  }

  TEST_CASE("the losses of the lesson and of the twins are PyTorch's") {
    const nlohmann::json& golden = support::golden("training");
    const auto run_of = [&](const std::string& name) {
      for (const nlohmann::json& run : golden["runs"]) {
        if (run["name"] == name) return run;
      }
      FAIL("no run " << name);
      return nlohmann::json();
    };
    const nlohmann::json scaled_run = run_of("default"), unscaled_run = run_of("no scale");
    const auto scaled = scaled_run["losses"].get<std::vector<double>>();
    const auto unscaled = unscaled_run["losses"].get<std::vector<double>>();
    const double tolerance = support::tolerance_of(scaled_run), steep_tolerance = support::tolerance_of(unscaled_run);
    CHECK(std::abs(claim(with_steps(at("learn"), "1", 50), "loss") - scaled[49]) < tolerance);

    const Session twins = turned(at("twins"), "go", "on");
    const std::vector<TrainingPlan> plans = shown(twins).runs;
    for (const TrainingPlan& plan : plans) playground::advance_run(plan, 50);
    CHECK(claim(twins, "scaled_steps") == 50);
    CHECK(claim(twins, "unscaled_steps") == 50);
    CHECK(std::abs(claim(twins, "scaled_loss") - mean_loss(scaled, 40, 50)) < tolerance);
    CHECK(std::abs(claim(twins, "unscaled_loss") - mean_loss(unscaled, 40, 50)) < steep_tolerance);
    CHECK(claim(twins, "root") == doctest::Approx(std::sqrt(32.0)));

    // The curve: a place for each step while there are few, of the batch that the step saw.
    const auto series = figure<playground::Plot>(shown(twins), "curves").series;
    REQUIRE(series.size() == 2);
    REQUIRE(series[1].y.size() == 50);
    CHECK(series[1].x.back() == 50);
    double worst = 0;
    for (std::size_t step = 0; step < 50; ++step) worst = std::max(worst, std::abs(series[1].y[step] - unscaled[step]));
    CHECK(worst < steep_tolerance);
  }

  TEST_CASE("what the twins show is what their runs reported") {
    Session session = turned(turned(turned(at("twins"), "go", "on"), "d_k", "16"), "seed", "4");
    const std::vector<TrainingPlan> plans = shown(session).runs;
    for (const TrainingPlan& plan : plans) playground::advance_run(plan, 12);
    const training::TrainingRun own = own_run({.model = {.d_k = 16, .scale = false}}, 4, 12);
    double top = 0, entropy = 0, gradient_q = 0, gradient_k = 0;
    for (std::size_t step = 2; step < 12; ++step) {
      top += static_cast<double>(own.history()[step].top_weight) / 10;
      entropy += static_cast<double>(own.history()[step].entropy) / 10;
      gradient_q += static_cast<double>(own.history()[step].d_wq_norm) / 10;
      gradient_k += static_cast<double>(own.history()[step].d_wk_norm) / 10;
    }
    CHECK(claim(session, "unscaled_top_weight") == doctest::Approx(top).epsilon(1e-5));
    CHECK(claim(session, "unscaled_entropy") == doctest::Approx(entropy).epsilon(1e-5));
    CHECK(claim(session, "unscaled_gradient_wq") == doctest::Approx(gradient_q).epsilon(1e-5));
    CHECK(claim(session, "unscaled_gradient_wk") == doctest::Approx(gradient_k).epsilon(1e-5));
    // The held-out sentences were asked after ten of these steps.
    CHECK(claim(session, "unscaled_accuracy") ==
          own_run({.model = {.d_k = 16, .scale = false}}, 4, 10).held_out().accuracy);
    for (const std::string option : {"loss", "right", "top", "entropy", "gradient"}) {
      const auto plot = figure<playground::Plot>(shown(turned(session, "show", option)), "curves");
      REQUIRE(plot.series.size() == 2);
      CHECK_FALSE(plot.series[0].y.empty());
    }
  }

  TEST_CASE("nothing is trained before the reader asks, and the twin that is behind goes on first") {
    const Session rest = at("twins");
    const Exhibit resting = shown(rest);
    CHECK(resting.runs.empty());
    CHECK_FALSE(resting.progress.has_value());
    // Nothing is drawn that has no numbers yet: a sentence says what to press.
    for (const std::string id : {"twins", "switches", "values", "rate"}) {
      CHECK(find_figure<playground::Plot>(shown(at(id)), "curves") == nullptr);
      CHECK(find_figure<playground::Ledger>(shown(at(id)), "twins") == nullptr);
      CHECK(figure<playground::Remark>(shown(at(id)), "rest").text.find("“train”") != std::string::npos);
    }
    CHECK_FALSE(find_claim(rest, "scaled_loss").has_value());
    for (const std::string id : {"dozen", "switches", "values", "rate"}) CHECK(shown(at(id)).runs.empty());

    const Session going = turned(turned(rest, "go", "on"), "seed", "9");
    const Exhibit first = shown(going);
    REQUIRE(first.runs.size() == 2);
    CHECK(first.runs[0].scale);
    CHECK(*first.progress == 0);
    playground::advance_run(first.runs[0], 3);
    const Exhibit second = shown(going);
    CHECK_FALSE(second.runs[0].scale);
    CHECK(*second.progress == doctest::Approx(3.0 / 600));
  }

  TEST_CASE("what the lesson says of its language and its model is counted by hand") {
    const Session session = at("learn");
    CHECK(claim(session, "nouns") == 20);
    CHECK(claim(session, "guessing") == doctest::Approx(2.995732273553991).epsilon(1e-15));
    // 20 nouns, 6 verbs in two forms, 12 adjectives, and: the did not because it was too by so.
    CHECK(claim(session, "vocabulary") == 20 + 12 + 12 + 9);
    // Ten pairs in six forms, each with an adjective of either kind.
    CHECK(claim(session, "held_out_sentences") == 10 * 6 * 2);
    const double attention = 4 * 32 * 32, norm = 2 * 32, feed_forward = 32 * 64 + 64 + 64 * 32 + 32;
    CHECK(claim(session, "parameters") == 53 * 32 + (attention + norm + feed_forward + norm) + (attention + norm) + 20);
    CHECK(claim(session, "steps") == 0);
    CHECK(claim(session, "batch") == 32);
  }

  TEST_CASE("300 steps lead from noise to the noun that is meant, in sentences that were never practised on") {
    const Session tired = with_steps(at("learn"), "1", 300);
    Session wide = tired;
    wide.model.text = kWide;
    for (const char* text : {kTired, kWide}) {
      REQUIRE(training::read_sentence(text).example);
    }
    CHECK(training::is_held_out(0, 0));  // animal and street
    CHECK(claim(tired, "held_out_accuracy") >= 0.95);
    CHECK(claim(tired, "held_out_looks") >= 0.95);
    CHECK(claim(tired, "held_out_percent") == std::round(100 * claim(tired, "held_out_accuracy")));
    CHECK(claim(tired, "weight_animal") > 0.5);
    CHECK(claim(tired, "weight_animal") > 3 * claim(tired, "untrained_animal"));
    CHECK(claim(wide, "weight_street") > 0.5);
    CHECK(claim(wide, "weight_animal") < 0.2);
    CHECK(std::abs(claim(tired, "untrained_animal") - 1.0 / 12) < 0.1);
    // The same of a short run that the lesson does not know of, and a trace of its model.
    wide = with_steps(wide, "1", 40);
    const training::TrainingRun own = own_run({}, 1, 40);
    CHECK(claim(wide, "held_out_accuracy") == own.held_out().accuracy);
    const training::Reading reading = training::read_sentence(kWide);
    const attention::Matrix weights = training::trace(own.model(), reading.sentence).it_weights(reading.sentence.it);
    CHECK(claim(wide, "weight_street") == doctest::Approx(weights(0, 6)).epsilon(1e-9));
  }

  TEST_CASE("the buttons train, step, pause, start again and take another seed") {
    const Session session = with_steps(at("learn"), "1", 20);
    const Exhibit exhibit = shown(session);
    CHECK(std::get<playground::Train>(command(exhibit, "train").action).steps == 300);
    CHECK(std::get<playground::Train>(command(exhibit, "step").action).steps == 1);
    CHECK(std::get<playground::Train>(command(exhibit, "pause").action).steps == 0);
    CHECK(after(session, command(exhibit, "step").action).model.training == TrainingPlan{.seed = "1", .steps = 21});
    CHECK(after(session, command(exhibit, "pause").action).model == session.model);
    CHECK(after(session, command(exhibit, "again").action).model.training == TrainingPlan{.seed = "1", .steps = 0});
    CHECK(after(session, command(exhibit, "seed").action).model.training == TrainingPlan{.seed = "2", .steps = 0});
    CHECK_FALSE(command(shown(with_steps(session, "1", 0)), "again").enabled);
    const std::string large(40, '9');
    CHECK(std::get<playground::SetTraining>(command(shown(with_steps(session, large, 0)), "seed").action)
              .training->seed == "1");

    CHECK_FALSE(command(exhibit, "pause").enabled);
    const auto& plot = figure<playground::Plot>(exhibit, "curves");
    REQUIRE(plot.series.size() == 2);
    CHECK(plot.series[0].x.size() == 20);
    // The axis has room for blind guessing, and for every loss.
    REQUIRE(plot.y.to.has_value());
    CHECK(*plot.y.to > std::log(20.0));
    CHECK(*plot.y.to > *std::max_element(plot.series[0].y.begin(), plot.series[0].y.end()));
    CHECK(plot.series[1].x == std::vector<double>{0, 10, 20});
    const auto& map = figure<playground::Grid>(exhibit, "map");
    CHECK((map.values.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
    CHECK(map.marked.front().row == 8);
  }

  TEST_CASE("a curve of many steps has few places, each the mean of its steps") {
    const Session session = with_steps(at("learn"), "1", 60);
    const auto series = figure<playground::Plot>(shown(session), "curves").series[0];
    REQUIRE(series.x.size() == 6);
    CHECK(series.x.back() == 60);
    const training::TrainingRun own = own_run({}, 1, 20);
    double mean = 0;
    for (std::size_t step = 10; step < 20; ++step) mean += static_cast<double>(own.history()[step].loss) / 10;
    CHECK(series.y[1] == doctest::Approx(mean).epsilon(1e-6));
  }

  TEST_CASE("the dozen fills run by run, and goes on with the first that is missing") {
    const Session session = turned(turned(at("dozen"), "d_k", "8"), "go", "on");
    CHECK(claim(session, "scaled_runs") == 0);
    CHECK(find_figure<playground::Ledger>(shown(turned(session, "go", "off")), "dozen") == nullptr);
    const Exhibit first = shown(session);
    REQUIRE(first.runs.size() == 2);
    CHECK(first.runs[0] == TrainingPlan{.seed = "1", .steps = 300, .d_k = 8});
    CHECK(figure<playground::Ledger>(first, "dozen").rows.size() == 12);
    CHECK(figure<playground::Ledger>(first, "dozen").rows[0][1] == "0 %");
    playground::advance_run(first.runs[0], 300);
    playground::note_run(first.runs[0]);
    const Exhibit second = shown(session);
    CHECK_FALSE(second.runs[0].scale);
    CHECK(*second.progress == doctest::Approx(1.0 / 24));
    CHECK(claim(session, "scaled_runs") == 1);
    CHECK(claim(session, "scaled_learned") == 1);
    CHECK(claim(session, "unscaled_runs") == 0);
    CHECK(figure<playground::Ledger>(second, "dozen").rows[0][1].starts_with("✓ "));
    // Paused, it keeps what it has; another width begins with nothing.
    CHECK(claim(turned(session, "go", "off"), "scaled_runs") == 1);
    CHECK(claim(turned(session, "d_k", "64"), "scaled_runs") == 0);
  }

  TEST_CASE("one layer answers right and looks like a coin; the table keeps the run and marks it") {
    const Session session = turned(turned(at("switches"), "go", "on"), "layers", "1");
    const Exhibit empty = shown(session);
    const auto* table = find_figure<playground::Ledger>(empty, "tried");
    const std::size_t before = table == nullptr ? 0 : table->rows.size();
    finish(session);
    const training::Evaluation own = own_run({.model = {.layers = 1}}, 1, 300).held_out();
    CHECK(claim(session, "switched_steps") == 300);
    CHECK(claim(session, "switched_accuracy") == own.accuracy);
    CHECK(claim(session, "switched_looks") == own.looks);
    CHECK(own.accuracy >= 0.9);
    CHECK(own.looks == doctest::Approx(0.5).epsilon(0.1));
    const Exhibit exhibit = shown(session);
    CHECK_FALSE(exhibit.progress.has_value());
    const auto& tried = figure<playground::Ledger>(exhibit, "tried");
    REQUIRE(tried.rows.size() == before + 1);
    CHECK(tried.rows.back()[0] == "one layer");
    CHECK(figure<playground::Remark>(exhibit, "verdict").text.find("whatever the adjective") != std::string::npos);
    CHECK(tried.emphasised == static_cast<int>(tried.rows.size()) - 1);
    CHECK(figure<playground::Ledger>(shown(turned(session, "layers", "2")), "tried").emphasised != tried.emphasised);
  }

  TEST_CASE("the switches make the model that they name") {
    const Session on = turned(at("switches"), "go", "on");
    const auto plan_of = [&](const Session& session) { return shown(session).runs.front(); };
    CHECK_FALSE(plan_of(turned(on, "positions", "off")).positions);
    CHECK_FALSE(plan_of(turned(on, "residual", "off")).residual);
    CHECK(plan_of(turned(on, "heads", "2")).heads == 2);
    CHECK(plan_of(turned(on, "heads", "2")).d_k == 16);
    CHECK(plan_of(turned(on, "layers", "1")).layers == 1);
    const Session values = turned(at("values"), "go", "on");
    CHECK_FALSE(plan_of(values).word_values);
    CHECK(plan_of(turned(values, "values", "words")).word_values);
    CHECK(plan_of(turned(values, "seed", "3")).seed == "3");
    CHECK(plan_of(turned(turned(at("rate"), "go", "on"), "rate", "100")).rate == 100);
  }

  TEST_CASE("a rate of 100 stops with a sentence, and another rate begins anew") {
    const Session normal = turned(at("rate"), "go", "on");
    const Session wild = turned(normal, "rate", "100");
    finish(wild);
    const Exhibit stopped = shown(wild);
    CHECK(playground::missing_steps(stopped.runs.front()) == 0);
    CHECK_FALSE(stopped.progress.has_value());
    const auto& remark = figure<playground::Remark>(stopped, "stopped");
    CHECK(remark.tone == playground::Remark::Tone::kBad);
    const double steps = claim(wild, "switched_steps");
    CHECK(steps < 50);
    CHECK(remark.text.find("after " + std::to_string(static_cast<int>(steps)) + " steps") != std::string::npos);
    const auto& tried = figure<playground::Ledger>(stopped, "tried");
    CHECK(tried.rows.back()[0] == "rate 100");
    CHECK(tried.rows.back()[4] == "stopped at " + std::to_string(static_cast<int>(steps)));
    for (const Claim& one : playground::claims_of(wild, *playground::derive(wild.model, nullptr))) {
      CHECK_MESSAGE(std::isfinite(one.value), one.name);
    }
    const Exhibit back = shown(normal);
    CHECK(find_figure<playground::Remark>(back, "stopped") == nullptr);
    CHECK(playground::missing_steps(back.runs.front()) > 0);

    // The learning of the session itself.
    Session learning = at("learn");
    learning.model.training = TrainingPlan{.seed = "1", .steps = 60, .rate = 100};
    const Exhibit diverged = shown(learning);
    CHECK(figure<playground::Remark>(diverged, "state").tone == playground::Remark::Tone::kBad);
    CHECK_FALSE(command(diverged, "train").enabled);
    CHECK(after(learning, command(diverged, "again").action).model.training == TrainingPlan{});
  }

  TEST_CASE("the answer of a run and whom it looks at are those of its trace") {
    Session session = turned(turned(at("values"), "go", "on"), "values", "mixed");
    const TrainingPlan plan = shown(session).runs.front();
    playground::advance_run(plan, 40);
    const training::TrainingRun own = own_run({.model = {.value_from_embedding = false}}, 1, 40);
    const training::Reading reading = training::read_sentence(session.model.text);
    const training::Trace trace = training::trace(own.model(), reading.sentence);
    const attention::Matrix weights = trace.it_weights(reading.sentence.it);
    attention::Index noun = 0;
    trace.probabilities.row(0).maxCoeff(&noun);
    const Exhibit exhibit = shown(session);
    const std::string& answer = figure<playground::Remark>(exhibit, "answer").text;
    CHECK(answer.find("“" + std::string(training::vocabulary()[static_cast<std::size_t>(noun)]) + "”") !=
          std::string::npos);
    const auto& bars = figure<playground::Bars>(exhibit, "looks").bars;
    for (std::size_t word = 0; word < bars.size(); ++word) {
      CHECK(bars[word].value == doctest::Approx(weights(0, static_cast<attention::Index>(word))).epsilon(1e-9));
    }
    session.model.weights = playground::Weights::kRandom;
    session.model.sizes = playground::Model{}.sizes;
    session.model.text = "one two three";
    CHECK(figure<playground::Remark>(shown(session), "answer").tone == playground::Remark::Tone::kBad);
  }

  TEST_CASE("the words are those of the language, each once, and every sentence that is offered can be read") {
    Session session = at("words");
    std::string all;
    const Exhibit words = shown(session);
    for (const auto& row : figure<playground::Ledger>(words, "vocabulary").rows) {
      all += (all.empty() ? "" : " ") + row[1];
    }
    std::string expected;
    for (const std::string_view word : training::vocabulary())
      expected += (expected.empty() ? "" : " ") + std::string(word);
    CHECK(all == expected);
    std::vector<std::string> seen;
    for (int turn = 0; turn < 6; ++turn) {
      session = after(session, command(shown(session), "sentence").action);
      const training::Reading reading = training::read_sentence(session.model.text);
      CHECK(reading.problem == training::ReadingProblem::kNone);
      CHECK(reading.example.has_value());
      CHECK(std::find(seen.begin(), seen.end(), session.model.text) == seen.end());
      seen.push_back(session.model.text);
      CHECK(std::isfinite(claim(session, "weight_animal")));
    }
  }

  TEST_CASE("where \"it\" looked before the training stands beside where it looks now, and the answer above") {
    Session session = at("words");
    playground::TrainingPlan plan;
    plan.seed = "5";
    plan.steps = 3;
    session = after(session, playground::SetTraining{plan});
    const Exhibit exhibit = shown(session);
    const training::Sentence sentence = training::read_sentence(session.model.text).sentence;
    training::TrainingRun run({}, attention::Entropy{5});
    const attention::Matrix before = training::trace(run.model(), sentence).it_weights(sentence.it);
    for (int step = 0; step < 3; ++step) run.step();
    const training::Trace now = training::trace(run.model(), sentence);
    const auto& old_bars = figure<playground::Bars>(exhibit, "before").bars;
    const auto& bars = figure<playground::Bars>(exhibit, "looks").bars;
    REQUIRE(old_bars.size() == sentence.words.size());
    for (std::size_t token = 0; token < bars.size(); ++token) {
      const auto column = static_cast<attention::Index>(token);
      CHECK(old_bars[token].value == doctest::Approx(before(0, column)).epsilon(1e-12));
      CHECK(bars[token].value == doctest::Approx(now.it_weights(sentence.it)(0, column)).epsilon(1e-12));
    }
    attention::Index noun = 0;
    now.logits.row(0).maxCoeff(&noun);
    const std::string named(training::vocabulary()[static_cast<std::size_t>(noun)]);
    CHECK(figure<playground::Remark>(exhibit, "answer").text.find("“" + named + "”") != std::string::npos);
  }

  TEST_CASE("the exhibits answer for weights that came with the page and for random ones") {
    Session shipped = at("learn");
    shipped.model.training.reset();
    Session random = at("learn");
    random.model = playground::Model{};
    random.model.text = "no words of the model";
    random.query = random.key = 0;
    for (Session session : {shipped, random}) {
      if (session.model.weights == playground::Weights::kTrained) {
        session = after(session, playground::SetTraining{});
      }
      const Exhibit exhibit = shown(session);
      CHECK(figure<playground::Remark>(exhibit, "curves").text.find("Train 300 steps") != std::string::npos);
      CHECK(figure<playground::Remark>(exhibit, "state").tone == playground::Remark::Tone::kPlain);
      CHECK(command(exhibit, "again").enabled);
      CHECK(std::isfinite(claim(session, "loss")));
    }
    CHECK(claim(random, "weight_animal") == 0);
  }

  TEST_CASE("a plan has one text: the width that a head has anyway is left out") {
    CHECK(playground::plan_from_text("seed:1~d_k:32").value() == TrainingPlan{});
    CHECK(playground::plan_from_text("seed:1~heads:2~d_k:16").value() == TrainingPlan{.heads = 2});
    CHECK(playground::plan_from_text("seed:1~d_k:16").value().d_k == 16);
  }
}

}  // namespace train_lesson_test
