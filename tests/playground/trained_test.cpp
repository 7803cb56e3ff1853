#include "core/playground/trained.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "core/attention/random.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/history.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/link.hpp"
#include "core/playground/provenance.hpp"
#include "core/playground/training_runs.hpp"
#include "core/training/reading.hpp"
#include "core/training/trace.hpp"

using playground::History;
using playground::Model;
using playground::Session;
using playground::TrainingPlan;
using playground::Weights;

namespace {

std::string problem_of(const playground::Result<TrainingPlan>& plan) { return plan.ok() ? "" : plan.sentence(); }

Model trained_at(int steps, int layer) {
  Model model;
  model.weights = Weights::kTrained;
  TrainingPlan plan;
  plan.seed = "3";
  plan.steps = steps;
  model.training = plan;
  model.layer = layer;
  return playground::as_trained(model);
}

}  // namespace

TEST_SUITE("trained weights") {
  TEST_CASE("a plan is written for a link and read back; a bad one says what is allowed") {
    TrainingPlan plan;
    CHECK(playground::text_of(plan) == "seed:1");
    plan.seed = "12";
    plan.steps = 300;
    plan.scale = false;
    plan.layers = 1;
    plan.rate = 100;
    CHECK(playground::text_of(plan) == "seed:12~steps:300~layers:1~scale:off~rate:1e+02");
    CHECK(playground::plan_from_text(playground::text_of(plan)).value() == plan);
    CHECK(playground::plan_from_text("seed:1").value() == TrainingPlan{});
    CHECK(problem_of(playground::plan_from_text("steps:2001")) == "steps is 2,001: 0 to 2,000 are allowed.");
    CHECK(problem_of(playground::plan_from_text("scale:maybe")) == "scale is “maybe”: on or off are allowed.");
    CHECK(problem_of(playground::plan_from_text("sede:1")).find("seed, rate, steps") != std::string::npos);
    CHECK_FALSE(problem_of(playground::plan_from_text("rate:0")).empty());
    CHECK_FALSE(problem_of(playground::plan_from_text("rate:nan")).empty());
    CHECK_FALSE(problem_of(playground::plan_from_text("")).empty());
    CHECK(problem_of(playground::plan_from_text("d_model:9~heads:2")).find("9") != std::string::npos);
  }

  TEST_CASE("the tensors of a layer are those of the run that NumPy's seeds start, taken the same steps") {
    // A run of its own, not the kept one: the same plan gives the same numbers.
    training::TrainingRun run({}, attention::Entropy{3});
    for (int step = 0; step < 12; ++step) run.step();
    const Model opening;
    const training::Trace trace = training::trace(run.model(), training::read_sentence(opening.text).sentence);
    for (const int layer : {0, 1}) {
      const auto snapshot = playground::derive(trained_at(12, layer));
      const training::LayerTrace& expected = trace.layers[static_cast<std::size_t>(layer)];
      const auto same = [&](playground::Tensor tensor, const attention::Matrix& matrix) {
        REQUIRE(snapshot->tensor(tensor, 0) != nullptr);
        CHECK((*snapshot->tensor(tensor, 0) - matrix).cwiseAbs().maxCoeff() < 1e-12);
      };
      same(playground::Tensor::kEmbeddings, trace.embeddings);
      same(playground::Tensor::kInputs, expected.x);
      same(playground::Tensor::kQueries, expected.attention.heads[0].queries);
      same(playground::Tensor::kValues, expected.attention.heads[0].values);
      same(playground::Tensor::kWeights, expected.attention.heads[0].weights);
      same(playground::Tensor::kHeadOutput, expected.attention.heads[0].output);
    }
  }

  TEST_CASE("a run without the division is shown without it") {
    training::TrainingRun run({.model = {.scale = false}}, attention::Entropy{3});
    for (int step = 0; step < 3; ++step) run.step();
    const Model opening;
    const training::Trace trace = training::trace(run.model(), training::read_sentence(opening.text).sentence);
    const auto link = playground::decode_link("", "weights=trained&training=seed:3~steps:3~scale:off");
    CHECK(link.notices.empty());
    CHECK(link.session.model.scale.kind == playground::Scale::Kind::kOff);
    CHECK(playground::encode_link(link.session).find("scale=") == std::string::npos);
    const auto snapshot = playground::derive(link.session.model);
    const attention::Matrix& weights = *snapshot->tensor(playground::Tensor::kWeights, 0);
    CHECK((weights - trace.layers[1].attention.heads[0].weights).cwiseAbs().maxCoeff() < 1e-12);
    // A reader may divide all the same; random weights begin with the division.
    History history;
    history.session = link.session;
    history = playground::reduce(history, playground::SetScale{playground::Scale{}}).value();
    CHECK(playground::reduce(history, playground::SetLayer{0}).value().session.model.scale == playground::Scale{});
    CHECK(playground::decode_link("", playground::encode_link(history.session)).session == history.session);
    history.session = link.session;
    history = playground::reduce(history, playground::SetWeights{Weights::kRandom}).value();
    CHECK(history.session.model.scale == playground::Scale{});
  }

  TEST_CASE("training begins without the cells that were changed by hand in another model") {
    History history;
    history = playground::reduce(history, playground::SetWeights{Weights::kTrained}).value();
    history = playground::reduce(history, playground::EditCell{{.tensor = playground::Tensor::kWq, .value = 2}}).value();
    REQUIRE(history.session.model.edits.size() == 1);
    CHECK(playground::reduce(history, playground::Train{1}).value().session.model.edits.empty());
  }

  TEST_CASE("fewer steps begin anew, and give what they gave before") {
    const auto weights_at = [](int steps) {
      return *playground::derive(trained_at(steps, 1))->tensor(playground::Tensor::kWeights, 0);
    };
    const attention::Matrix five = weights_at(5);
    const attention::Matrix nine = weights_at(9);
    CHECK((five - nine).cwiseAbs().maxCoeff() > 0);
    CHECK(weights_at(5) == five);
    CHECK(weights_at(9) == nine);
  }

  TEST_CASE("every cell of a trained layer explains itself: sums add up, sources exist") {
    for (const int layer : {0, 1}) {
      const auto snapshot = playground::derive(trained_at(3, layer));
      for (int index = 0; index < playground::kTensorCount; ++index) {
        const auto tensor = static_cast<playground::Tensor>(index);
        const attention::Matrix* matrix = snapshot->tensor(tensor, 0);
        CHECK((matrix != nullptr) == playground::has_tensor(tensor, snapshot->model));
        if (matrix == nullptr) continue;
        const playground::Cell cell{tensor, static_cast<int>(matrix->rows()) - 1, static_cast<int>(matrix->cols()) - 1,
                                    0};
        const auto origin = playground::provenance(*snapshot, cell);
        REQUIRE_MESSAGE(origin.ok(), (origin.ok() ? "" : origin.sentence()));
        double sum = 0;
        for (const playground::Term& term : origin.value().terms) sum += term.value;
        if (playground::is_sum(origin.value().rule)) CHECK(sum == doctest::Approx(origin.value().value).epsilon(1e-12));
      }
      const auto drawn = playground::provenance(*snapshot, {playground::Tensor::kWq, 0, 0, 0});
      CHECK(drawn.value().formula.find("3 steps of Adam from seed 3") != std::string::npos);
    }
  }

  TEST_CASE("a text that was not learned is refused with what may have been meant, and nothing changes") {
    History history;
    history = playground::reduce(history, playground::SetWeights{Weights::kTrained}).value();
    CHECK(history.session.model.sizes.d_model > 0);
    const auto refused = [&](const playground::Action& action) {
      const auto next = playground::reduce(history, action);
      return next.ok() ? std::string() : next.sentence();
    };
    CHECK(refused(playground::SetText{"the anmal was tired"}).find("“animal”") != std::string::npos);
    CHECK(refused(playground::SetText{"the animal did not cross because it was too tired ."}).find("“.”") !=
          std::string::npos);
    CHECK(refused(playground::SetText{"the animal was tired"}).find("“it”") != std::string::npos);
    CHECK(refused(playground::SetText{"it was too tired"}).find("noun") != std::string::npos);
    CHECK(refused(playground::SetSizes{.d_model = 8}).find("random weights") != std::string::npos);
    CHECK(refused(playground::SetPositions{playground::Positions::kRotary}).find("random weights") !=
          std::string::npos);
    CHECK(refused(playground::SetLayer{2}) == "layer is 2: 0 to 1 are allowed.");
    CHECK(refused(playground::SetText{"the animal did not cross the street because it was too wide"}).empty());
    const auto back = playground::reduce(history, playground::SetWeights{Weights::kRandom});
    CHECK(back.value().session.model.sizes == Model{}.sizes);
    CHECK(playground::reduce(History{}, playground::SetLayer{0}).sentence().find("one layer") != std::string::npos);
    const auto foreign = playground::reduce(History{}, playground::SetText{"anything at all"}).value();
    CHECK_FALSE(playground::reduce(foreign, playground::SetWeights{Weights::kTrained}).ok());
  }

  TEST_CASE("links of trained sessions come back, and are short") {
    const auto link = playground::decode_link("", "weights=trained");
    CHECK(link.notices.empty());
    CHECK(link.session.model.weights == Weights::kTrained);
    CHECK(link.session.model.layer == 1);
    CHECK(playground::encode_link(link.session).find("weights=trained") != std::string::npos);
    CHECK(playground::encode_link(link.session).find("d_model") == std::string::npos);
    const std::string of_run = "weights=trained&training=seed:2~steps:4~heads:2&layer=0&step=queries";
    const Session run = playground::decode_link("", of_run).session;
    CHECK(run.model.sizes.heads == 2);
    CHECK(run.model.layer == 0);
    CHECK(run.model.training->steps == 4);
    for (const Session& session : {link.session, run}) {
      CHECK(playground::decode_link("", playground::encode_link(session)).session == session);
    }
    CHECK(playground::decode_link("", "weights=trained&text=hello").notices.size() == 1);
    CHECK(playground::decode_link("", "weights=learned").notices.size() == 1);
    CHECK(playground::decode_link("", "training=steps:x").notices.size() == 1);
    CHECK(playground::decode_link("", "weights=trained&layer=7").notices.size() == 1);
    CHECK_FALSE(playground::broken_limit(playground::decode_link("", "weights=trained&layer=7").session.model));
    CHECK(playground::decode_link("", "weights=trained&d_model=64").notices.size() == 1);
  }

  TEST_CASE("the weights that ship look at the noun that is meant, in both sentences") {
    Model model;
    model.weights = Weights::kTrained;
    model = playground::as_trained(model);
    const attention::Matrix tired = *playground::derive(model)->tensor(playground::Tensor::kWeights, 0);
    CHECK(tired(8, 1) > 0.5);
    CHECK(tired(8, 1) > tired(8, 6));
    model.text = "the animal did not cross the street because it was too wide";
    const attention::Matrix wide = *playground::derive(model)->tensor(playground::Tensor::kWeights, 0);
    CHECK(wide(8, 6) > 0.5);
    CHECK(wide(8, 6) > wide(8, 1));
  }

  TEST_CASE("all parameters of the trained model can be taken away, and give the model back") {
    const Model model = trained_at(3, 1);
    const training::FloatModel& trained = playground::trained_model(model);
    const nlohmann::json json = nlohmann::json::parse(playground::trained_json(model));
    CHECK(json["training"] == "seed:3~steps:3");
    std::vector<float> numbers;
    for (const auto& parameter : json["parameters"]) {
      CHECK(parameter["data"].size() ==
            parameter["shape"][0].get<std::size_t>() * parameter["shape"][1].get<std::size_t>());
      for (const auto& number : parameter["data"]) numbers.push_back(number.get<float>());
    }
    CHECK(json["parameters"][0]["name"] == "word_embeddings");
    const auto again = training::model_from_flat(trained.options, numbers);
    REQUIRE(again);
    CHECK(again->weights.word_embeddings == trained.weights.word_embeddings);
    CHECK(again->weights.noun_bias == trained.weights.noun_bias);
    CHECK(playground::trained_parameters(model).cols() == training::parameter_count(trained.options));
  }

  TEST_CASE("runs that ended are noted once, with what the held-out sentences gave") {
    TrainingPlan plan;
    plan.seed = "77";
    plan.steps = 10;
    playground::advance_run(plan, 4);
    CHECK(playground::missing_steps(plan) == 6);
    playground::note_run(plan);
    const std::size_t before = playground::tried_runs().size();
    playground::advance_run(plan, 100);
    CHECK(playground::missing_steps(plan) == 0);
    CHECK(playground::held_out_so_far(plan).size() == 2);
    playground::note_run(plan);
    playground::note_run(plan);
    REQUIRE(playground::tried_runs().size() == before + 1);
    CHECK(playground::tried_runs().back().plan == plan);
    CHECK(playground::tried_runs().back().end.step == 10);
    CHECK(playground::tried_runs().back().end.evaluation.accuracy == playground::held_out_of(plan).accuracy);
  }
}
