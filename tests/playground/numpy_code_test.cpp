#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

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

/// What NumPy prints when it runs the scripts, one number each; one Python for all of them, since it starts slowly.
std::vector<double> run_by_numpy(const std::vector<std::string>& scripts) {
  const std::string name = "attention_playground_" + std::to_string(std::random_device{}());
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / name;
  std::filesystem::create_directory(folder);
  for (std::size_t index = 0; index < scripts.size(); ++index) {
    std::ofstream(folder / (std::to_string(index) + ".py")) << scripts[index];
  }
  std::ofstream(folder / "run.py") << "import sys\n"
                                      "for name in sys.argv[1:]:\n"
                                      "    exec(compile(open(name, encoding='utf-8').read(), name, 'exec'), {})\n";
  std::string command = "cd " + folder.string() + " && " + kPython + " run.py";
  for (std::size_t index = 0; index < scripts.size(); ++index) command += " " + std::to_string(index) + ".py";
  CHECK(std::system((command + " > printed.txt").c_str()) == 0);
  std::ifstream printed(folder / "printed.txt");
  std::vector<double> numbers;
  for (double number = 0; printed >> number;) numbers.push_back(number);
  printed.close();
  std::filesystem::remove_all(folder);
  return numbers;
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

/// Scripts that print one cell of what a step makes, and the numbers that they must print.
class Scripts {
 public:
  void add(const Model& model, std::initializer_list<Step> steps) {
    const auto snapshot = playground::derive(model);
    for (const Step step : steps) {
      const Session session = session_of(model, step);
      const playground::Tensor tensor = *playground::result_of(step, model);
      const int head = playground::info(tensor).per_head ? session.head : 0;
      const Cell cell{.tensor = tensor, .row = 2, .column = 1, .head = head};
      scripts_.push_back(playground::numpy_script(session, *snapshot, cell));
      expected_.push_back((*snapshot->tensor(tensor, session.head))(2, 1));
    }
  }

  void check() const {
    const std::vector<double> printed = run_by_numpy(scripts_);
    REQUIRE(printed.size() == expected_.size());
    for (std::size_t index = 0; index < printed.size(); ++index) {
      if (printed[index] == expected_[index]) continue;  // minus infinity, too
      CHECK_MESSAGE(printed[index] == doctest::Approx(expected_[index]).epsilon(1e-12), scripts_[index]);
    }
  }

 private:
  std::vector<std::string> scripts_;
  std::vector<double> expected_;
};

}  // namespace

TEST_CASE("the NumPy script of every step prints the number on screen" * doctest::skip(numpy_is_missing()) *
          doctest::description("needs Python with NumPy")) {
  Scripts scripts;
  scripts.add(Model{}, {Step::kEmbeddings, Step::kQueries, Step::kKeys, Step::kValues, Step::kScores, Step::kScaled,
                        Step::kMasked, Step::kSoftmax, Step::kOutput});
  scripts.check();
}

TEST_CASE("the NumPy script reproduces heads, masks, edits and words" * doctest::skip(numpy_is_missing()) *
          doctest::description("needs Python with NumPy")) {
  Model model;
  Scripts scripts;
  model.text = "die Katze \"quert\" die Straße\\n 猫";
  model.seed = "123456789012345678901234567890";
  model.vectors = playground::Vectors::kWord;
  model.sizes = {.d_model = 24, .d_k = 6, .heads = 4, .kv_heads = 2};
  model.scale = {playground::Scale::Kind::kNumber, 0.7};
  model.edits = {{.tensor = playground::Tensor::kWq, .row = 3, .column = 20, .head = 0, .value = 1.5},
                 {.tensor = playground::Tensor::kKeys, .row = 1, .column = 4, .head = 2, .value = -2.25}};
  for (const char* mask : {"causal", "padding:3", "window:1", "prefix:2", "padding:6",
                           "painted:111111/000000/101010/111111/111111/011111"}) {
    model.mask = playground::mask_from_text(mask).value();
    scripts.add(model, {Step::kScores, Step::kSoftmax, Step::kConcatenated, Step::kProjected});
  }
  scripts.check();
}

TEST_CASE("the NumPy script reproduces positions and the block" * doctest::skip(numpy_is_missing()) *
          doctest::description("needs Python with NumPy")) {
  using playground::Positions;
  Model model;
  Scripts scripts;
  model.text = "one two three four";
  model.mask.causal = true;
  for (const Positions positions :
       {Positions::kSinusoidal, Positions::kRotary, Positions::kRotaryHalf, Positions::kAlibi}) {
    model.positions = positions;
    model.sizes = {.d_model = 9, .d_k = 5, .heads = 3, .kv_heads = 1, .d_ff = 11};
    scripts.add(model,
                {Step::kEmbeddings, Step::kQueries, Step::kKeys, Step::kMasked, Step::kOutput, Step::kConcatenated});
    model.sizes.heads = 1;
    scripts.add(model,
                {Step::kProjected, Step::kResidual1, Step::kNorm1, Step::kFeedForward, Step::kResidual2, Step::kNorm2});
  }
  scripts.check();
}
