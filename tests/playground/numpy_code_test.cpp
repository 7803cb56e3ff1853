#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <random>
#include <string>

#include "core/playground/equation.hpp"
#include "core/playground/numpy_code.hpp"
#include "core/playground/snapshot.hpp"
#include "core/playground/values.hpp"

using playground::Cell;
using playground::Model;
using playground::Session;
using playground::Step;

namespace {

const char* const kPython = "/usr/bin/python3";

/// Python with NumPy is not there under Node, and may be missing on a machine.
bool numpy_is_missing() { return std::system((std::string(kPython) + " -c 'import numpy' 2>/dev/null").c_str()) != 0; }

/// What NumPy prints when it runs the script of the session's step for the cell.
double run_by_numpy(const Session& session, const playground::Snapshot& snapshot, const Cell& cell) {
  const std::string name = "attention_playground_" + std::to_string(std::random_device{}());
  const std::string stem = (std::filesystem::temp_directory_path() / name).string();
  const std::string script = stem + ".py";
  const std::string output = stem + ".txt";
  std::ofstream(script) << playground::numpy_script(session, snapshot, cell);
  const int status = std::system((std::string(kPython) + " " + script + " > " + output).c_str());
  double printed = std::nan("");
  std::ifstream(output) >> printed;
  std::remove(script.c_str());
  std::remove(output.c_str());
  CHECK(status == 0);
  return printed;
}

Session session_of(const Model& model, Step step) {
  Session session;
  session.model = model;
  session.step = step;
  session.head = model.sizes.heads - 1;
  session.query = 2;
  session.key = 1;
  return session;
}

void check_steps(const Model& model, std::initializer_list<Step> steps) {
  const auto snapshot = playground::derive(model);
  for (const Step step : steps) {
    const Session session = session_of(model, step);
    const playground::Tensor tensor = *playground::result_of(step, model);
    const Cell cell{
        .tensor = tensor, .row = 2, .column = 1, .head = playground::info(tensor).per_head ? session.head : 0};
    const double ours = (*snapshot->tensor(tensor, session.head))(2, 1);
    CAPTURE(playground::info(step).name);
    CHECK(run_by_numpy(session, *snapshot, cell) == doctest::Approx(ours).epsilon(1e-12));
  }
}

}  // namespace

TEST_CASE("the NumPy script of every step prints the number on screen" * doctest::skip(numpy_is_missing()) *
          doctest::description("needs Python with NumPy")) {
  check_steps(Model{}, {Step::kEmbeddings, Step::kQueries, Step::kKeys, Step::kValues, Step::kScores, Step::kScaled,
                        Step::kMasked, Step::kSoftmax, Step::kOutput});
}

TEST_CASE("the NumPy script reproduces heads, masks, edits and words" * doctest::skip(numpy_is_missing()) *
          doctest::description("needs Python with NumPy")) {
  Model model;
  model.text = "die Katze \"quert\" die Straße\\n 猫";
  model.seed = "123456789012345678901234567890";
  model.vectors = playground::Vectors::kWord;
  model.sizes = {.d_model = 24, .d_k = 6, .heads = 4, .kv_heads = 2};
  model.scale = {playground::Scale::Kind::kNumber, 0.7};
  model.edits = {{.tensor = playground::Tensor::kWq, .row = 3, .column = 20, .head = 0, .value = 1.5},
                 {.tensor = playground::Tensor::kKeys, .row = 1, .column = 4, .head = 2, .value = -2.25}};
  for (const char* mask : {"causal", "padding:3", "window:1", "prefix:2", "padding:6",
                           "painted:111111/000000/101010/111111/111111/011111"}) {
    CAPTURE(mask);
    model.mask = playground::mask_from_text(mask).value();
    check_steps(model, {Step::kScores, Step::kSoftmax, Step::kConcatenated, Step::kProjected});
  }
}

TEST_CASE("the NumPy script reproduces positions and the block" * doctest::skip(numpy_is_missing()) *
          doctest::description("needs Python with NumPy")) {
  using playground::Positions;
  Model model;
  model.text = "one two three four";
  model.mask.causal = true;
  for (const Positions positions :
       {Positions::kSinusoidal, Positions::kRotary, Positions::kRotaryHalf, Positions::kAlibi}) {
    CAPTURE(playground::text_of(positions));
    model.positions = positions;
    model.sizes = {.d_model = 9, .d_k = 5, .heads = 3, .kv_heads = 1, .d_ff = 11};
    check_steps(model,
                {Step::kEmbeddings, Step::kQueries, Step::kKeys, Step::kMasked, Step::kOutput, Step::kConcatenated});
    model.sizes.heads = 1;
    check_steps(model,
                {Step::kProjected, Step::kResidual1, Step::kNorm1, Step::kFeedForward, Step::kResidual2, Step::kNorm2});
  }
}
