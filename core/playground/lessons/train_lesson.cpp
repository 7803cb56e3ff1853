#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/attention/random.hpp"
#include "core/playground/kept.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/lessons/train_exhibits.hpp"
#include "core/playground/wording.hpp"
#include "core/training/examples.hpp"
#include "core/training/reading.hpp"
#include "core/training/trace.hpp"

namespace playground {
namespace train_private {
namespace {

using attention::Index;
using attention::Matrix;

constexpr std::array kKnobs{Knob{"go", Knob::Kind::kChoice, "off on", "off"},
                            Knob{"d_k", Knob::Kind::kSlider, "8 16 32 64 128 256", "32"},
                            Knob{"seed", Knob::Kind::kSlider, "1 2 3 4 5 6 7 8 9 10 11 12", "1"},
                            Knob{"show", Knob::Kind::kChoice, "loss right top entropy gradient", "loss"},
                            Knob{"positions", Knob::Kind::kChoice, "on off", "on"},
                            Knob{"layers", Knob::Kind::kChoice, "1 2", "2"},
                            Knob{"heads", Knob::Kind::kChoice, "1 2", "1"},
                            Knob{"residual", Knob::Kind::kChoice, "on off", "on"},
                            Knob{"values", Knob::Kind::kChoice, "words mixed", "words"},
                            Knob{"rate", Knob::Kind::kChoice, "0.0003 0.003 0.03 100", "0.003"},
                            Knob{"speed", Knob::Kind::kChoice, "slow fast", "fast"}};

constexpr std::size_t kLast = 10;    ///< steps that a number of now is the mean of
constexpr std::size_t kPlaces = 50;  ///< of a curve
constexpr std::array kNumbers{&training::StepReport::loss,       &training::StepReport::accuracy,
                              &training::StepReport::d_wq_norm,  &training::StepReport::d_wk_norm,
                              &training::StepReport::top_weight, &training::StepReport::entropy};
constexpr std::string_view kAnimal = "animal", kStreet = "street";

/// What "it" gives the two nouns of the lesson, wherever they stand; 0 where they do not.
struct Given {
  double animal = 0, street = 0;
};

Given given_by(const Matrix& weights, Index row, const std::vector<std::string>& tokens) {
  Given given;
  for (std::size_t token = 0; token < tokens.size(); ++token) {
    const double weight = weights(row, static_cast<Index>(token));
    if (tokens[token] == kAnimal) given.animal += weight;
    if (tokens[token] == kStreet) given.street += weight;
  }
  return given;
}

/// The same of the model that the plan begins with, in its last layer.
Given given_untrained(const TrainingPlan& plan, const Lecture& lecture) {
  const std::string& text = lecture.session().model.text;
  if (training::read_sentence(text).problem != training::ReadingProblem::kNone) return {};
  return given_by(weights_untrained(plan, text), 0, lecture.snapshot().tokens);
}

void claim(std::vector<Claim>& claims, std::string name, double value) {
  if (std::isfinite(value)) claims.push_back({std::move(name), value});
}

/// The learning that the session shows.
void add_session(std::vector<Claim>& claims, const Lecture& lecture) {
  const Session& session = lecture.session();
  const TrainingPlan plan = plan_of_session(session);
  const training::TrainingRun& run = run_so_far(plan);
  const HeldOut& held_out = held_out_so_far(plan).back();
  claim(claims, "steps", static_cast<double>(run.steps()));
  // Before the first step there is no batch yet: what the held-out sentences gave.
  claim(claims, "loss", run.steps() == 0 ? held_out.evaluation.loss : static_cast<double>(run.history().back().loss));
  claim(claims, "held_out_accuracy", held_out.evaluation.accuracy);
  claim(claims, "held_out_percent", std::round(100 * held_out.evaluation.accuracy));
  claim(claims, "held_out_looks", held_out.evaluation.looks);
  claim(claims, "parameters", static_cast<double>(training::parameter_count(run.options().model)));
  claim(claims, "batch", static_cast<double>(run.options().batch));
  const Given now = given_by(attention_now(lecture), row_of_it(lecture), lecture.snapshot().tokens);
  const Given before = given_untrained(plan, lecture);
  claim(claims, "weight_animal", now.animal);
  claim(claims, "weight_street", now.street);
  claim(claims, "untrained_animal", before.animal);
  claim(claims, "untrained_street", before.street);
}

void add_run(std::vector<Claim>& claims, const std::string& name, const TrainingPlan& plan) {
  const training::TrainingRun& run = run_so_far(plan);
  const training::StepReport report = last_steps(run);
  const training::Evaluation& held_out = held_out_so_far(plan).back().evaluation;
  claim(claims, name + "_steps", static_cast<double>(run.steps()));
  claim(claims, name + "_accuracy", held_out.accuracy);
  claim(claims, name + "_looks", held_out.looks);
  if (run.steps() == 0) return;
  claim(claims, name + "_loss", static_cast<double>(report.loss));
  claim(claims, name + "_top_weight", static_cast<double>(report.top_weight));
  claim(claims, name + "_entropy", static_cast<double>(report.entropy));
  claim(claims, name + "_gradient_wq", static_cast<double>(report.d_wq_norm));
  claim(claims, name + "_gradient_wk", static_cast<double>(report.d_wk_norm));
}

std::vector<Claim> claims(const Lecture& lecture) {
  std::vector<Claim> claims;
  add_session(claims, lecture);
  claim(claims, "nouns", static_cast<double>(training::kNouns));
  claim(claims, "guessing", loss_of_guessing());
  claim(claims, "vocabulary", static_cast<double>(training::vocabulary().size()));
  claim(claims, "held_out_sentences", static_cast<double>(held_out_count()));
  claim(claims, "run_steps", kSteps);
  claim(claims, "dozen", kSeeds);
  claim(claims, "root", std::sqrt(lecture.number("d_k")));
  const std::string_view exhibit = lecture.exhibit();
  if (exhibit == "dozen") {
    const Count with = count_of_dozen(lecture, true), without = count_of_dozen(lecture, false);
    claim(claims, "scaled_runs", with.runs);
    claim(claims, "scaled_learned", with.learned);
    claim(claims, "unscaled_runs", without.runs);
    claim(claims, "unscaled_learned", without.learned);
  }
  if (!lecture.on("go")) return claims;
  if (exhibit == "twins") {
    add_run(claims, "scaled", twin_plan(lecture, lecture.whole("seed"), true));
    add_run(claims, "unscaled", twin_plan(lecture, lecture.whole("seed"), false));
  } else if (exhibit == "switches" || exhibit == "values" || exhibit == "rate") {
    add_run(claims, "switched", switched_plan(lecture));
  }
  return claims;
}

Exhibit exhibit(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  if (id == "twins") return twins_exhibit(lecture);
  if (id == "dozen") return dozen_exhibit(lecture);
  if (id == "switches") return switches_exhibit(lecture);
  if (id == "values") return values_exhibit(lecture);
  if (id == "rate") return rate_exhibit(lecture);
  if (id == "words") return words_exhibit(lecture);
  return learn_exhibit(lecture);
}

}  // namespace

bool trains(const Session& session) {
  return session.model.weights == Weights::kTrained && session.model.training.has_value();
}

TrainingPlan plan_of_session(const Session& session) {
  return trains(session) ? *session.model.training : TrainingPlan{};
}

TrainingPlan twin_plan(const Lecture& lecture, int seed, bool scale) {
  TrainingPlan plan;
  plan.seed = std::to_string(seed);
  plan.steps = kSteps;
  plan.d_k = lecture.whole("d_k");
  plan.scale = scale;
  return plan;
}

TrainingPlan switched_plan(const Lecture& lecture) {
  TrainingPlan plan;
  plan.seed = std::string(lecture.option("seed"));
  plan.steps = kSteps;
  plan.heads = lecture.whole("heads");
  plan.d_k = plan.d_model / plan.heads;
  plan.layers = lecture.whole("layers");
  plan.positions = lecture.on("positions");
  plan.residual = lecture.on("residual");
  plan.word_values = lecture.option("values") == "words";
  plan.rate = lecture.number("rate");
  return plan;
}

Index held_out_count() {
  static const auto count = static_cast<Index>(training::few_held_out_examples().size());
  return count;
}

Matrix attention_now(const Lecture& lecture) {
  const std::vector<attention::AttentionTrace>& heads = lecture.snapshot().trace.heads;
  Matrix mean = heads.front().weights;
  for (std::size_t head = 1; head < heads.size(); ++head) mean += heads[head].weights;
  return mean / static_cast<double>(heads.size());
}

Index row_of_it(const Lecture& lecture) {
  const training::Reading reading = training::read_sentence(lecture.session().model.text);
  return reading.problem == training::ReadingProblem::kNone ? reading.sentence.it : lecture.session().query;
}

training::StepReport last_steps(const training::TrainingRun& run) {
  const std::vector<training::StepReport>& history = run.history();
  const std::size_t count = std::min(kLast, history.size());
  training::StepReport mean;
  for (std::size_t step = history.size() - count; step < history.size(); ++step) {
    for (const auto number : kNumbers) mean.*number += history[step].*number / static_cast<float>(count);
  }
  return mean;
}

Series over_steps(std::string label, Hue hue, const training::TrainingRun& run, float training::StepReport::*number) {
  Series series{.label = std::move(label), .hue = hue, .mark = Mark::kLine, .x = {}, .y = {}};
  const std::vector<training::StepReport>& history = run.history();
  const std::size_t stride = history.size() <= kPlaces ? 1 : kLast * (1 + history.size() / (kLast * kPlaces));
  for (std::size_t first = 0; first < history.size(); first += stride) {
    const std::size_t end = std::min(first + stride, history.size());
    double sum = 0;
    for (std::size_t step = first; step < end; ++step) sum += static_cast<double>(history[step].*number);
    series.x.push_back(static_cast<double>(end));
    series.y.push_back(sum / static_cast<double>(end - first));
  }
  return series;
}

Series over_steps(std::string label, Hue hue, const std::vector<HeldOut>& held_out,
                  double training::Evaluation::*number) {
  Series series{.label = std::move(label), .hue = hue, .mark = Mark::kLine, .x = {}, .y = {}};
  for (const HeldOut& one : held_out) {
    series.x.push_back(one.step);
    series.y.push_back(one.evaluation.*number);
  }
  return series;
}

/// It takes a millisecond, and only these two decide it.
const Matrix& weights_untrained(const TrainingPlan& plan, const std::string& text) {
  static thread_local Kept<std::pair<std::string, std::string>, Matrix> kept;
  return kept.of({text_of(begun(plan)), text}, [&](const auto&) {
    const training::Sentence sentence = training::read_sentence(text).sentence;
    const attention::Entropy seed = attention::entropy_from_decimal(plan.seed).value_or(attention::Entropy{});
    const training::TrainingRun first(run_so_far(plan).options(), seed);
    return training::trace(first.model(), sentence).it_weights(sentence.it);
  });
}

Bars looks_of(const Lecture& lecture, std::string title, const Matrix& weights, Index row) {
  const std::vector<std::string>& tokens = lecture.snapshot().tokens;
  const training::Reading reading = training::read_sentence(lecture.session().model.text);
  Bars bars{.title = std::move(title), .bars = {}, .most = 1};
  for (std::size_t token = 0; token < tokens.size(); ++token) {
    const auto place = static_cast<Index>(token);
    const bool noun =
        std::find(reading.noun_positions.begin(), reading.noun_positions.end(), place) != reading.noun_positions.end();
    const bool meant = reading.example && reading.example->referent_position == place;
    bars.bars.push_back({.label = meant ? tokens[token] + " ✓" : tokens[token],
                         .value = weights(row, place),
                         .text = number_text(weights(row, place), 2),
                         .hue = meant  ? Hue::kWeight
                                : noun ? Hue::kKey
                                       : Hue::kMuted});
  }
  return bars;
}

Remark answer_of(const Lecture& lecture, const training::FloatModel& model) {
  const training::Reading reading = training::read_sentence(lecture.session().model.text);
  if (reading.problem != training::ReadingProblem::kNone) {
    return {.text = lecture.text("answer.unread"), .tone = Remark::Tone::kBad};
  }
  const training::Trace trace = training::trace(model, reading.sentence);
  const Matrix weights = trace.it_weights(reading.sentence.it);
  Index noun = 0, place = 0;
  trace.logits.row(0).maxCoeff(&noun);
  weights.row(0).maxCoeff(&place);
  const std::string named(training::vocabulary()[static_cast<std::size_t>(noun)]);
  const std::string& top = lecture.snapshot().tokens[static_cast<std::size_t>(place)];
  const bool right = reading.example && reading.example->referent() == noun;
  return {.text = lecture.text("answer", {named, top, number_text(weights(0, place), 2)}),
          .tone = right ? Remark::Tone::kGood : Remark::Tone::kPlain};
}

double loss_of_guessing() { return std::log(static_cast<double>(training::kNouns)); }

double loss_axis_end(const Series& losses) {
  constexpr double kRoom = 1.05;
  double most = loss_of_guessing();
  for (const double loss : losses.y) most = std::max(most, loss);
  return kRoom * most;
}

std::string share_text(double share) { return number_text(share, 2); }

}  // namespace train_private

Lesson train_lesson() { return {"train", train_private::kKnobs, train_private::claims, train_private::exhibit}; }

}  // namespace playground
