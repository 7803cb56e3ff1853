// The exhibits of the lesson `train` that show the session's own model: how it learns, and which words it knows.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "core/playground/lessons/train_exhibits.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/wording.hpp"
#include "core/training/examples.hpp"
#include "core/training/reading.hpp"

namespace playground::train_private {
namespace {

using attention::Index;
using attention::Matrix;

Bars looks_now(const Lecture& lecture) {
  return looks_of(lecture, lecture.text("looks"), attention_now(lecture), row_of_it(lecture));
}

/// The next seed; back to 1 after a million.
std::string next_seed(const std::string& seed) {
  constexpr std::size_t kMostDigits = 6;
  return seed.size() > kMostDigits ? "1" : std::to_string(std::stoi(seed) + 1);
}

std::vector<Command> commands(const Lecture& lecture) {
  const TrainingPlan plan = plan_of_session(lecture.session());
  const bool goes_on = run_so_far(plan).status() == training::RunStatus::kRunning;
  const bool can_go_on = goes_on && plan.steps < kMostTrainingSteps;
  TrainingPlan again = begun(plan);
  if (!goes_on) again.rate = TrainingPlan{}.rate;
  TrainingPlan other = again;
  other.seed = next_seed(plan.seed);
  return {{"train", lecture.text("learn.train", {std::to_string(kSteps)}), Train{kSteps}, can_go_on},
          {"step", lecture.text("learn.step"), Train{1}, can_go_on},
          {"pause", lecture.text("learn.pause"), Train{0}, can_go_on && missing_steps(plan) > 0},
          {"again", lecture.text("learn.again"), SetTraining{again}, !trains(lecture.session()) || plan.steps > 0},
          {"seed", lecture.text("learn.seed"), SetTraining{other}, true}};
}

/// How far the learning is, in a sentence.
Remark state_of(const Lecture& lecture) {
  const Session& session = lecture.session();
  if (!trains(session)) {
    const bool shipped = session.model.weights == Weights::kTrained;
    return {.text = lecture.text(shipped ? "learn.shipped" : "learn.random")};
  }
  const TrainingPlan plan = plan_of_session(session);
  const training::TrainingRun& run = run_so_far(plan);
  const HeldOut& held_out = held_out_so_far(plan).back();
  const std::string steps = grouped(static_cast<std::int64_t>(run.steps()));
  if (run.status() != training::RunStatus::kRunning) {
    return {.text = lecture.text("learn.stopped", {steps}), .tone = Remark::Tone::kBad};
  }
  const Index right = std::lround(held_out.evaluation.accuracy * static_cast<double>(held_out_count()));
  const double loss = run.steps() == 0 ? held_out.evaluation.loss : static_cast<double>(last_steps(run).loss);
  return {.text = lecture.text("learn.state", {plan.seed, steps, number_text(loss, 2), std::to_string(right),
                                               std::to_string(held_out_count())}),
          .tone = held_out.evaluation.accuracy >= kLearned ? Remark::Tone::kGood : Remark::Tone::kPlain};
}

Figure map_of(const Lecture& lecture) {
  const std::vector<std::string>& tokens = lecture.snapshot().tokens;
  const int row = static_cast<int>(row_of_it(lecture));
  Grid grid{.title = lecture.text("map"),
            .values = attention_now(lecture),
            .rows = tokens,
            .columns = tokens,
            .digits = -1,
            .marked = {},
            .row_groups = {}};
  for (int column = 0; column < static_cast<int>(tokens.size()); ++column) grid.marked.push_back({row, column});
  return {"map", std::move(grid)};
}

/// What the training has given so far; before its first step, what to press.
Figure curves(const Lecture& lecture) {
  const TrainingPlan plan = plan_of_session(lecture.session());
  if (!trains(lecture.session()) || run_so_far(plan).steps() == 0) {
    const std::string button = lecture.text("learn.train", {std::to_string(kSteps)});
    return {"curves", Remark{.text = lecture.text("learn.press", {button})}};
  }
  Plot plot{.title = lecture.text("curves"),
            .x = {.label = lecture.text("steps"), .from = 0, .to = std::max(kSteps, plan.steps)},
            .y = {.label = {}, .from = 0},
            .series = {}};
  plot.series = {
      over_steps(lecture.text("loss"), Hue::kAccent, run_so_far(plan), &training::StepReport::loss),
      over_steps(lecture.text("right"), Hue::kQuery, held_out_so_far(plan), &training::Evaluation::accuracy)};
  plot.y.to = loss_axis_end(plot.series.front());
  return {"curves", std::move(plot)};
}

std::string listed_words(Index first, Index count) {
  std::string text;
  for (Index word = first; word < first + count; ++word) {
    text += (text.empty() ? "" : " ") + std::string(training::vocabulary()[static_cast<std::size_t>(word)]);
  }
  return text;
}

/// All words, by what they do in a sentence.
Figure vocabulary(const Lecture& lecture) {
  Ledger ledger{.title = lecture.text("words.title"),
                .columns = {lecture.text("words.kind"), lecture.text("words.words")},
                .rows = {}};
  Index first = 0;
  const auto add = [&](const char* label, Index count) {
    ledger.rows.push_back({lecture.text(label), listed_words(first, count)});
    first += count;
  };
  add("words.animals", training::kAnimates);
  add("words.places", training::kPlaces);
  add("words.verbs", training::kVerbs);
  add("words.participles", training::kVerbs);
  add("words.of_animals", training::kAdjectivesOfKind);
  add("words.of_places", training::kAdjectivesOfKind);
  add("words.small", static_cast<Index>(training::vocabulary().size()) - first);
  return {.id = "vocabulary", .what = std::move(ledger), .wide = true};
}

/// The held-out sentence after the one of now; the first one after any other.
std::string next_sentence(const std::string& text) {
  static const std::vector<training::Example> sentences = training::few_held_out_examples();
  const auto found = std::find_if(sentences.begin(), sentences.end(), [&](const training::Example& one) {
    return training::text_of(one.sentence) == text;
  });
  // A stride without a common factor with their number, so that neighbours differ in more than one word.
  constexpr std::size_t kStride = 37;
  const std::size_t next =
      found == sentences.end() ? 0 : (static_cast<std::size_t>(found - sentences.begin()) + kStride) % sentences.size();
  return training::text_of(sentences[next].sentence);
}

}  // namespace

Exhibit learn_exhibit(const Lecture& lecture) {
  return {.knobs = {"speed"},
          .figures = {{"state", state_of(lecture)},
                      {"looks", looks_now(lecture)},
                      curves(lecture),
                      map_of(lecture)},
          .commands = commands(lecture)};
}

Exhibit words_exhibit(const Lecture& lecture) {
  const std::string& text = lecture.session().model.text;
  Exhibit exhibit{.knobs = {},
                  .figures = {{"sentence", Remark{.text = text}}},
                  .commands = {{"sentence", lecture.text("words.next"), SetText{next_sentence(text)}}}};
  if (lecture.session().model.weights == Weights::kTrained) {
    exhibit.figures.push_back({"answer", answer_of(lecture, trained_model(lecture.session().model))});
  }
  exhibit.figures.push_back({"looks", looks_now(lecture), true});
  const TrainingPlan plan = plan_of_session(lecture.session());
  if (trains(lecture.session()) && plan.steps > 0) {
    exhibit.figures.push_back(
        {"before", looks_of(lecture, lecture.text("looks.before"), weights_untrained(plan, text), 0), true});
  }
  exhibit.figures.push_back(vocabulary(lecture));
  return exhibit;
}

}  // namespace playground::train_private
