// Exports read back: every format by the program that it is for, and the programs run.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/playground/code.hpp"
#include "core/playground/delimited.hpp"
#include "core/playground/equation.hpp"
#include "core/playground/latex.hpp"
#include "core/playground/npy.hpp"
#include "core/playground/trace_json.hpp"
#include "core/playground/values.hpp"
#include "shell/matrix_picture.hpp"
#include "tests/playground/random_sessions.hpp"

using playground::Language;
using playground::Model;
using playground::Session;
using playground::Snapshot;
using playground::Step;
using playground::Tensor;

namespace {

namespace fs = std::filesystem;

constexpr int kDigits = 3;
const char* const kPython = "/usr/bin/python3";

/// Python is not there under Node, and a module may be missing on a machine.
bool is_missing(const std::string& module) {
  return std::system((std::string(kPython) + " -c 'import " + module + "' 2>/dev/null").c_str()) != 0;
}

/// A folder that goes when the test ends.
class Folder {
 public:
  Folder() {
    for (int number = 0;; ++number) {
      path_ = fs::temp_directory_path() / ("attention_exports_" + std::to_string(number));
      if (fs::create_directory(path_)) break;
    }
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }
  fs::path make(const std::string& name) const {
    fs::create_directory(path_ / name);
    return path_ / name;
  }

 private:
  fs::path path_;
};

void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// "name rows columns" and the rows, every bit of every number.
std::string hexadecimal(const std::string& name, const attention::Matrix& matrix) {
  std::string text = name + " " + std::to_string(matrix.rows()) + " " + std::to_string(matrix.cols()) + "\n";
  for (attention::Index row = 0; row < matrix.rows(); ++row) {
    for (attention::Index column = 0; column < matrix.cols(); ++column) {
      char number[48];
      std::snprintf(number, sizeof number, "%s%a", column == 0 ? "" : " ", matrix(row, column));
      text += number;
    }
    text += "\n";
  }
  return text;
}

int heads_of(const Snapshot& snapshot, Tensor tensor) {
  return playground::info(tensor).per_head ? snapshot.model.sizes.heads : 1;
}

/// Every format of one matrix; the picture is that of the session's head.
void write_matrix(const fs::path& folder, const Session& session, const Snapshot& snapshot, Tensor tensor) {
  const int head = playground::info(tensor).per_head ? session.head : 0;
  const playground::LabelledMatrix matrix = *playground::labelled(snapshot, tensor, head);
  const std::string name(playground::info(tensor).name);
  write(folder / (name + ".csv"), playground::csv_text(matrix));
  write(folder / (name + ".tsv"), playground::tsv_text(matrix));
  write(folder / (name + ".npy"), playground::npy_bytes(matrix.values));
  write(folder / (name + ".tex"), playground::latex_matrix(matrix.values, kDigits));
  write(folder / (name + ".svg"),
        shell::matrix_picture(session, snapshot, tensor, {shell::light_theme(), kDigits}).svg);
  const nlohmann::json labels = {{"key", name + "@" + std::to_string(head)},
                                 {"rows", matrix.row_labels},
                                 {"columns", matrix.column_labels},
                                 {"digits", kDigits}};
  write(folder / (name + ".labels.json"), labels.dump());
}

void write_matrices(const fs::path& folder, const Session& session, const Snapshot& snapshot) {
  std::string expected;
  for (int index = 0; index < playground::kTensorCount; ++index) {
    const Tensor tensor = static_cast<Tensor>(index);
    if (!snapshot.tensor(tensor, 0)) continue;
    for (int head = 0; head < heads_of(snapshot, tensor); ++head) {
      expected += hexadecimal(std::string(playground::info(tensor).name) + "@" + std::to_string(head),
                              *snapshot.tensor(tensor, head));
    }
    write_matrix(folder, session, snapshot, tensor);
  }
  write(folder / "expected.txt", expected);
  const playground::Result<std::string> trace = playground::trace_json(session, snapshot);
  REQUIRE(trace.ok());
  write(folder / "trace.json", trace.value());
  if (session.step != Step::kTokens) {
    write(folder / "equation.svg", shell::equation_picture(session, snapshot, nullptr, {shell::dark_theme(), kDigits}).svg);
  }
}

void write_programs(const fs::path& folder, const Session& session, const Snapshot& snapshot) {
  write(folder / "numpy.py", playground::program_of(Language::kNumpy, session, snapshot));
  write(folder / "pytorch.py", playground::program_of(Language::kTorch, session, snapshot));
  write(folder / "cpp.cpp", playground::program_of(Language::kCpp, session, snapshot));
  std::string expected;
  for (const Tensor tensor : playground::step_tensors(session)) {
    expected += hexadecimal(std::string(playground::info(tensor).name), *snapshot.tensor(tensor, session.head));
  }
  if (expected.empty()) {
    expected = "tokens\n";
    for (const std::string& token : snapshot.tokens) expected += token + "\n";
  }
  write(folder / "expected_program.txt", expected);
}

/// Random sessions whose numbers stay where a sum in another order differs by 1e-12 at most.
Session tame_session(support::Dice& dice) {
  Session session = support::random_session(dice);
  for (playground::CellEdit& edit : session.model.edits) edit.value = std::remainder(edit.value, 8);
  if (session.model.scale.kind == playground::Scale::Kind::kNumber) {
    session.model.scale.number = std::remainder(session.model.scale.number, 4);
  }
  return session;
}

void read_back(const fs::path& folder, const std::string& programs) {
  const std::string script = std::string(AP_GOLDEN_DIR) + "/../playground/read_exports.py";
  const std::string log = (folder / "log.txt").string();
  const int status = std::system(
      (std::string(kPython) + " " + script + " " + folder.string() + " " + programs + " > " + log + " 2>&1").c_str());
  std::ostringstream printed;
  printed << std::ifstream(log).rdbuf();
  MESSAGE(printed.str());
  CHECK(status == 0);
}

std::vector<Session> tame_sessions(std::uint64_t seed) {
  constexpr int kSessions = 40;
  MESSAGE("random sessions from seed ", seed);
  support::Dice dice(seed);
  std::vector<Session> sessions;
  for (int number = 0; number < kSessions; ++number) sessions.push_back(tame_session(dice));
  return sessions;
}

/// One session at each step of a model, at its last head.
std::vector<Session> sessions_of(const Model& model) {
  Session session;
  session.model = model;
  session.head = model.sizes.heads - 1;
  std::vector<Session> sessions;
  for (const Step step : playground::steps_of(session)) {
    session.step = step;
    sessions.push_back(session);
  }
  return sessions;
}

void check_programs(const std::vector<Session>& sessions, const std::string& language) {
  const Folder folder;
  for (std::size_t number = 0; number < sessions.size(); ++number) {
    const Session& session = sessions[number];
    write_programs(folder.make("case" + std::to_string(number)), session, *playground::derive(session.model));
  }
  read_back(folder.path(), language);
}

Session many_tokens(int tokens) {
  Session session;
  session.model.text.clear();
  for (int token = 0; token < tokens; ++token) session.model.text += "w" + std::to_string(token) + " ";
  session.step = Step::kSoftmax;
  return session;
}

}  // namespace

TEST_CASE("every matrix of random sessions is read back from every format" * doctest::skip(is_missing("numpy")) *
          doctest::description("needs Python with NumPy")) {
  constexpr int kSeed = 20;
  CAPTURE(kSeed);
  support::Dice dice(kSeed);
  const Folder folder;
  for (int number = 0; number < 12; ++number) {
    const Session session = support::random_session(dice);
    const auto snapshot = playground::derive(session.model);
    write_matrices(folder.make("case" + std::to_string(number)), session, *snapshot);
  }
  read_back(folder.path(), "");
}

TEST_CASE("the NumPy programs of random sessions print every tensor of their step" *
          doctest::skip(is_missing("numpy")) * doctest::description("needs Python with NumPy")) {
  check_programs(tame_sessions(21), "numpy");
}

TEST_CASE("the PyTorch programs of random sessions print every tensor of their step" *
          doctest::skip(is_missing("torch")) * doctest::description("needs Python with PyTorch")) {
  check_programs(tame_sessions(22), "pytorch");
}

TEST_CASE("the NumPy programs of every step of the opening experiment print its tensors" *
          doctest::skip(is_missing("numpy")) * doctest::description("needs Python with NumPy")) {
  check_programs(sessions_of({}), "numpy");
}

TEST_CASE("the NumPy programs reproduce heads, every kind of mask, edits and words" *
          doctest::skip(is_missing("numpy")) * doctest::description("needs Python with NumPy")) {
  Model model;
  model.text = "die Katze \"quert\" die Straße\\n 猫";
  model.seed = "123456789012345678901234567890";
  model.vectors = playground::Vectors::kWord;
  model.sizes = {.d_model = 24, .d_k = 6, .heads = 4, .kv_heads = 2};
  model.scale = {playground::Scale::Kind::kNumber, 0.7};
  model.edits = {{.tensor = Tensor::kWq, .row = 3, .column = 20, .head = 0, .value = 1.5},
                 {.tensor = Tensor::kKeys, .row = 1, .column = 4, .head = 2, .value = -2.25}};
  std::vector<Session> sessions;
  for (const char* mask : {"causal", "padding:3", "window:1", "prefix:2", "padding:6",
                           "painted:111111/000000/101010/111111/111111/011111"}) {
    model.mask = playground::mask_from_text(mask).value();
    for (const Session& session : sessions_of(model)) sessions.push_back(session);
  }
  check_programs(sessions, "numpy");
}

TEST_CASE("the NumPy programs reproduce positions and the block" * doctest::skip(is_missing("numpy")) *
          doctest::description("needs Python with NumPy")) {
  using playground::Positions;
  Model model;
  model.text = "one two three four";
  model.mask.causal = true;
  std::vector<Session> sessions;
  for (const Positions positions :
       {Positions::kSinusoidal, Positions::kRotary, Positions::kRotaryHalf, Positions::kAlibi}) {
    for (const int heads : {3, 1}) {
      model.positions = positions;
      model.sizes = {.d_model = 9, .d_k = 5, .heads = heads, .kv_heads = 1, .d_ff = 11};
      for (const Session& session : sessions_of(model)) sessions.push_back(session);
    }
  }
  check_programs(sessions, "numpy");
}

#ifdef AP_COMPILER
TEST_CASE("the C++ programs compile with the library and print every tensor of their step" *
          doctest::skip(is_missing("numpy")) * doctest::description("needs Python with NumPy")) {
  Session block;
  block.model.text = "die Katze \"quert\" die \\ 猫";
  block.model.vectors = playground::Vectors::kWord;
  block.model.sizes = {.d_model = 12, .d_k = 5, .heads = 4, .kv_heads = 2, .d_ff = 7};
  block.model.positions = playground::Positions::kRotaryHalf;
  block.model.mask.painted = {true, false, true, true, false, true, true,  true,  true,  true,  true,  false,
                              true, true,  true, true, true,  true, false, false, false, false, false, false};
  block.model.mask.painted.resize(36, true);
  block.model.edits = {{.tensor = Tensor::kKeys, .row = 1, .column = 4, .head = 2, .value = -2.25}};
  block.step = Step::kNorm2;
  Session biased;
  biased.model.sizes = {.d_model = 8, .d_k = 4, .heads = 2, .kv_heads = 2};
  biased.model.positions = playground::Positions::kAlibi;
  biased.model.mask.causal = true;
  biased.model.mask.window = 3;
  biased.step = Step::kConcatenated;
  biased.head = 1;
  const Folder folder;
  for (const Session& session : {block, biased}) {
    const fs::path one = folder.make(session.step == Step::kNorm2 ? "block" : "biased");
    write_programs(one, session, *playground::derive(session.model));
    const std::string program = (one / "cpp").string();
    const std::string compile = std::string(AP_COMPILER) + " -std=c++20 -O0 -w -I" + AP_GOLDEN_DIR +
                                "/../.. -isystem " + AP_HEADERS + " " + program + ".cpp " + AP_LIBRARY + " -o " +
                                program;
    REQUIRE(std::system(compile.c_str()) == 0);
    REQUIRE(std::system((program + " all > " + program + ".out").c_str()) == 0);
  }
  read_back(folder.path(), "cpp");
}
#endif

TEST_CASE("a matrix of 512 x 512 can be exported in every format" * doctest::skip(is_missing("numpy")) *
          doctest::description("needs Python with NumPy")) {
  const Session session = many_tokens(512);
  const auto snapshot = playground::derive(session.model);
  const Folder folder;
  const fs::path one = folder.make("case");
  write(one / "expected.txt", hexadecimal("weights@0", *snapshot->tensor(Tensor::kWeights, 0)));
  write_matrix(one, session, *snapshot, Tensor::kWeights);
  CHECK(fs::file_size(one / "weights.svg") < 8'000'000);
  CHECK(fs::file_size(one / "weights.npy") == 128 + 8 * 512 * 512);
  read_back(folder.path(), "");
}

TEST_CASE("a trace too large for a browser is refused with a way out") {
  Session session = many_tokens(512);
  session.model.sizes = {.d_model = 8, .d_k = 2, .heads = 16, .kv_heads = 16};
  const playground::Result<std::string> trace = playground::trace_json(session, *playground::derive(session.model));
  REQUIRE_FALSE(trace.ok());
  CHECK(trace.sentence().starts_with("The whole trace would be about 4"));
  CHECK(trace.sentence().ends_with(
      " MB: up to 150 MB are allowed. Export single matrices as NPY, or use fewer tokens or heads."));
}

TEST_CASE("minus infinity has a word of its own in every format") {
  Model model;
  model.text = "one two";
  model.mask = playground::mask_from_text("causal").value();
  const auto snapshot = playground::derive(model);
  const playground::LabelledMatrix matrix = *playground::labelled(*snapshot, Tensor::kMaskedScores, 0);
  CHECK(playground::csv_text(matrix).find(",-inf\r\n") != std::string::npos);
  CHECK(playground::latex_matrix(matrix.values, 2).find("& -\\infty \\\\") != std::string::npos);
  Session session;
  session.model = model;
  CHECK(playground::trace_json(session, *snapshot).value().find("\"-Infinity\"") != std::string::npos);
}

TEST_CASE("a word that a spreadsheet would run as a formula is made harmless") {
  Model model;
  model.text = "=1+1 @x plain";
  const auto snapshot = playground::derive(model);
  const std::string csv = playground::csv_text(*playground::labelled(*snapshot, Tensor::kScores, 0));
  CHECK(csv.starts_with("scores,'=1+1,'@x,plain\r\n'=1+1,"));
}

TEST_CASE("a row is copied with the labels of its columns") {
  const auto snapshot = playground::derive(Model{});
  const std::string tsv =
      playground::tsv_text(playground::row_of(*playground::labelled(*snapshot, Tensor::kWeights, 0), 8));
  CHECK(tsv.starts_with("weights\tthe\tanimal\tdid\t"));
  CHECK(tsv.find("\nit\t0.07") != std::string::npos);
  CHECK(std::count(tsv.begin(), tsv.end(), '\n') == 2);
}
