#include "core/playground/code.hpp"

#include <algorithm>
#include <array>

#include "core/playground/cpp_code.hpp"
#include "core/playground/equation.hpp"
#include "core/playground/link.hpp"
#include "core/playground/numpy_code.hpp"
#include "core/playground/torch_code.hpp"
#include "core/playground/utf8.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace {

constexpr std::array<LanguageInfo, kLanguageCount> kLanguages = {
    {{"numpy", "NumPy", ".py"}, {"pytorch", "PyTorch", ".py"}, {"cpp", "C++", ".cpp"}}};

/// The same words for NumPy and PyTorch: both have tolist().
constexpr std::string_view kPythonShow = R"(number = repr if "all" in sys.argv else "{:.4f}".format


def show(name, matrix):
    print(name, *matrix.shape)
    for row in matrix.tolist():
        print(*map(number, row))


)";

constexpr std::string_view kCppShow = R"(
using namespace attention;

void show(const char* name, const Matrix& matrix, int digits) {
  std::printf("%s %d %d\n", name, static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols()));
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < matrix.cols(); ++column) {
      std::printf(digits < 17 ? "%s%.*f" : "%s%.*g", column == 0 ? "" : " ", digits, matrix(row, column));
    }
    std::printf("\n");
  }
}

int main(int count, char**) {
  const int digits = count > 1 ? 17 : 4;
)";

std::vector<std::string> lines_of(Language language, const Session& session, const Snapshot& snapshot, Step step) {
  switch (language) {
    case Language::kNumpy:
      return numpy_lines(session, snapshot, step);
    case Language::kTorch:
      return torch_lines(session, snapshot, step);
    case Language::kCpp:
      return cpp_lines(session, snapshot, step);
  }
  return {};
}

/// Whether the heads are side by side already: then a head's output is one of a list.
bool is_joined(const Session& session) { return session.model.sizes.heads > 1 && session.step >= Step::kConcatenated; }

/// The tensor as the lines name it: where nothing joins the heads, the output is that of the only head.
Tensor named(const Session& session, Tensor tensor) {
  const Sizes& sizes = session.model.sizes;
  const bool of_one_head =
      sizes.heads == 1 && (tensor == Tensor::kConcatenated || (tensor == Tensor::kOutput && !has_projection(sizes)));
  return of_one_head ? Tensor::kHeadOutput : tensor;
}

/// A tensor, of the session's head, after the lines of Python.
std::string python_expression(const Session& session, Tensor tensor) {
  if (tensor == Tensor::kHeadOutput && is_joined(session)) return "heads[" + std::to_string(session.head) + "]";
  const Sizes& sizes = session.model.sizes;
  const HeadColumns columns = columns_of_head(tensor, session.head, sizes);
  if (columns.heads == 1) return script_variable(tensor);
  return script_variable(tensor) + "[:, " + std::to_string(columns.head * sizes.d_k) + ":" +
         std::to_string((columns.head + 1) * sizes.d_k) + "]";
}

std::string expression_of(Language language, const Session& session, Tensor of) {
  const Tensor tensor = named(session, of);
  if (language != Language::kCpp) return python_expression(session, tensor);
  if (tensor == Tensor::kHeadOutput && is_joined(session)) {
    return "heads[" + std::to_string(session.head) + "].output";
  }
  return cpp_expression(session, tensor);
}

/// "weights = …" or "const Matrix weights = …": whether the line makes the variable.
bool makes(const std::string& line, const std::string& variable) {
  const std::size_t equals = line.find(" = ");
  if (equals == std::string::npos || variable.empty()) return false;
  const std::string left = line.substr(0, equals);
  return left == variable || (left.ends_with(" " + variable) && left.find(',') == std::string::npos);
}

std::string value_comment(const Session& session, const Snapshot& snapshot, const Cell& cell) {
  if (session.step == Step::kTokens) return snapshot.tokens[static_cast<std::size_t>(session.query)];
  return number_text((*snapshot.tensor(cell.tensor, cell.head))(cell.row, cell.column), 4);
}

/// "scores[8, 1]  # −2.4291"
std::string value_line(Language language, const Session& session, const Snapshot& snapshot, const Cell& cell) {
  const bool cpp = language == Language::kCpp;
  Session of_head = session;
  of_head.head = info(cell.tensor).per_head ? cell.head : session.head;
  const std::string name = session.step == Step::kTokens ? "tokens" : expression_of(language, of_head, cell.tensor);
  std::string place = std::to_string(session.query);
  if (session.step != Step::kTokens) place = std::to_string(cell.row) + ", " + std::to_string(cell.column);
  const bool round = cpp && session.step != Step::kTokens;
  return name + (round ? "(" + place + ")" : "[" + place + "]") + (cpp ? "  // " : "  # ") +
         value_comment(session, snapshot, cell);
}

std::string python_head(Language language, const Session& session) {
  std::string text = "# Attention Playground: #" + encode_link(session) + "\n";
  text += "# Prints the matrices of the step; with the argument \"all\", all digits of every number.\n";
  if (language == Language::kTorch) text += "import math\n";
  text += "import sys\n\nimport numpy as np\n";
  if (language == Language::kTorch) text += "import torch\n\ntorch.set_default_dtype(torch.float64)\n";
  return text + "\n" + std::string(kPythonShow);
}

std::string cpp_head(const Session& session) {
  return "// Attention Playground: #" + encode_link(session) +
         "\n// Compile it with the library core/attention of the playground, and Eigen.\n"
         "// Prints the matrices of the step; with an argument, all digits of every number.\n"
         "#include <cmath>\n#include <cstdio>\n#include <string>\n#include <vector>\n\n"
         "#include \"core/attention/activation.hpp\"\n#include \"core/attention/alibi.hpp\"\n"
         "#include \"core/attention/mask.hpp\"\n#include \"core/attention/multi_head.hpp\"\n"
         "#include \"core/attention/norm.hpp\"\n#include \"core/attention/random.hpp\"\n"
         "#include \"core/attention/rotary.hpp\"\n#include \"core/attention/sinusoidal.hpp\"\n#include "
         "\"core/attention/softmax.hpp\"\n" +
         std::string(kCppShow);
}

}  // namespace

const LanguageInfo& info(Language language) { return kLanguages[static_cast<std::size_t>(language)]; }

std::vector<Tensor> step_tensors(const Session& session) {
  std::vector<Tensor> tensors;
  for (const Operand& operand : equation_of(session.step, session.model)) {
    if (std::find(tensors.begin(), tensors.end(), operand.tensor) == tensors.end()) tensors.push_back(operand.tensor);
  }
  return tensors;
}

std::vector<CodeLine> code_of(Language language, const Session& session, const Snapshot& snapshot, const Cell& cell,
                              Tensor running) {
  std::vector<CodeLine> code;
  constexpr std::size_t kLongestLine = 1'000;  // a painted mask of many tokens
  for (const std::string& line : lines_of(language, session, snapshot, session.step)) {
    code.push_back({shortened(line, kLongestLine), false});
  }
  if (code.empty()) return code;
  // In Python the loop over all heads is written out and says one thing: its last line stands for it.
  if (language != Language::kCpp && session.step == Step::kConcatenated) code.erase(code.begin(), code.end() - 1);
  const std::string variable = language == Language::kCpp ? cpp_expression(session, running) : script_variable(running);
  bool marked = false;
  for (CodeLine& line : code) {
    line.current = makes(line.text, variable);
    marked = marked || line.current;
  }
  if (!marked) code.back().current = true;
  code.push_back({value_line(language, session, snapshot, cell), false});
  return code;
}

std::string program_of(Language language, const Session& session, const Snapshot& snapshot) {
  const bool cpp = language == Language::kCpp;
  const std::string indent = cpp ? "  " : "";
  std::string text = cpp ? cpp_head(session) : python_head(language, session);
  for (const Step step : steps_of(session)) {
    for (const std::string& line : lines_of(language, session, snapshot, step)) text += indent + line + "\n";
    if (step == session.step) break;
  }
  text += "\n";
  const std::vector<Tensor> tensors = step_tensors(session);
  if (tensors.empty()) {
    text += cpp ? "  for (const std::string& token : tokens) std::printf(\"%s\\n\", token.c_str());\n"
                : "print(*tokens, sep=\"\\n\")\n";
  }
  for (const Tensor tensor : tensors) {
    text += indent + "show(\"" + std::string(info(tensor).name) + "\", " + expression_of(language, session, tensor) +
            (cpp ? ", digits);\n" : ")\n");
  }
  return cpp ? text + "}\n" : text;
}

}  // namespace playground
