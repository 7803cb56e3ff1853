#include "core/playground/numpy_code.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/playground/values.hpp"

namespace playground {
namespace {

using Lines = std::vector<std::string>;

std::string text_of(int number) { return std::to_string(number); }

std::string python_number(double value) {
  if (std::isnan(value)) {
    return "np.nan";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-np.inf" : "np.inf";
  }
  return exact_text(value);
}

/// A Python string literal; all that is not printable ASCII stays as UTF-8, which Python 3 reads.
std::string python_string(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      literal += '\\';
      literal += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      literal += escape;
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

/// The name of a tensor in the script.
std::string script_name(Tensor tensor) {
  switch (tensor) {
    case Tensor::kEmbeddings:
      return "X";
    case Tensor::kWq:
      return "Wq";
    case Tensor::kWk:
      return "Wk";
    case Tensor::kWv:
      return "Wv";
    case Tensor::kWo:
      return "Wo";
    case Tensor::kQueries:
      return "Q";
    case Tensor::kKeys:
      return "K";
    case Tensor::kValues:
      return "V";
    case Tensor::kScores:
      return "scores";
    case Tensor::kScaledScores:
      return "scaled";
    case Tensor::kMaskedScores:
      return "masked";
    case Tensor::kRowMax:
      return "row_max";
    case Tensor::kExponentials:
      return "e";
    case Tensor::kRowSum:
      return "row_sum";
    case Tensor::kWeights:
      return "weights";
    case Tensor::kHeadOutput:
      return "head_output";
    case Tensor::kConcatenated:
      return "concatenated";
    case Tensor::kOutput:
      return "output";
  }
  return {};
}

struct Script {
  const Session& session;
  const Snapshot& snapshot;
  const Model& model = session.model;
  const Sizes& sizes = session.model.sizes;

  bool many_heads() const { return sizes.heads > 1; }

  /// "[8:16]"-like column range of one head, or nothing where there is one head alone.
  std::string columns_of(int head, int heads) const {
    return heads == 1 ? "" : "[:, " + text_of(head * sizes.d_k) + ":" + text_of((head + 1) * sizes.d_k) + "]";
  }

  Lines edits_of(std::initializer_list<Tensor> tensors) const {
    Lines lines;
    for (const CellEdit& edit : model.edits) {
      if (std::find(tensors.begin(), tensors.end(), edit.tensor) == tensors.end()) {
        continue;
      }
      int column = edit.column;
      if (edit.tensor == Tensor::kQueries) {
        column += edit.head * sizes.d_k;
      } else if (edit.tensor == Tensor::kKeys || edit.tensor == Tensor::kValues) {
        column += kv_head_of(edit.head, sizes) * sizes.d_k;
      }
      lines.push_back(script_name(edit.tensor) + "[" + text_of(edit.row) + ", " + text_of(column) +
                      "] = " + python_number(edit.value));
    }
    return lines;
  }

  std::string matrix_draw(const std::string& name, int rows, int columns, int fan_in) const {
    return name + " = rng.standard_normal((" + text_of(rows) + ", " + text_of(columns) + ")) / np.sqrt(" +
           text_of(fan_in) + ")";
  }

  Lines embeddings() const {
    const int query_columns = sizes.heads * sizes.d_k;
    const int group_columns = sizes.kv_heads * sizes.d_k;
    Lines lines;
    if (model.vectors == Vectors::kWord) {
      lines.push_back("rng = np.random.default_rng([" + model.seed + ", 0])");
      lines.push_back("X = np.stack([np.random.default_rng([" + model.seed + ", 1, *word.encode()]).standard_normal(" +
                      text_of(sizes.d_model) + ") for word in tokens])");
    } else {
      lines.push_back("rng = np.random.default_rng(" + model.seed + ")");
      lines.push_back("X = rng.standard_normal((len(tokens), " + text_of(sizes.d_model) + "))");
    }
    lines.push_back(matrix_draw("Wq", sizes.d_model, query_columns, sizes.d_model));
    lines.push_back(matrix_draw("Wk", sizes.d_model, group_columns, sizes.d_model));
    lines.push_back(matrix_draw("Wv", sizes.d_model, group_columns, sizes.d_model));
    if (many_heads()) {
      lines.push_back(matrix_draw("Wo", query_columns, sizes.d_model, query_columns));
    }
    const Lines edits = edits_of({Tensor::kEmbeddings, Tensor::kWq, Tensor::kWk, Tensor::kWv, Tensor::kWo});
    lines.insert(lines.end(), edits.begin(), edits.end());
    return lines;
  }

  Lines projection(const std::string& line, Tensor tensor) const {
    Lines lines{line};
    const Lines edits = edits_of({tensor});
    lines.insert(lines.end(), edits.begin(), edits.end());
    return lines;
  }

  std::string scores(int head) const {
    return "scores = Q" + columns_of(head, sizes.heads) + " @ K" + columns_of(kv_head_of(head, sizes), sizes.kv_heads) +
           ".T";
  }

  std::string scaled() const {
    switch (model.scale.kind) {
      case Scale::Kind::kOn:
        return "scaled = scores / np.sqrt(" + text_of(sizes.d_k) + ")";
      case Scale::Kind::kOff:
        return "scaled = scores";
      case Scale::Kind::kNumber:
        break;
    }
    return "scaled = scores * " + python_number(model.scale.number);
  }

  Lines masked() const {
    const std::string count = text_of(snapshot.token_count());
    switch (model.mask.kind) {
      case MaskKind::kNone:
        return {"masked = scaled"};
      case MaskKind::kCausal:
        return {"allowed = np.tril(np.ones((" + count + ", " + count + "), bool))",
                "masked = np.where(allowed, scaled, -np.inf)"};
      case MaskKind::kPadding:
        break;
    }
    return {"allowed = np.arange(" + count + ") < " + text_of(snapshot.token_count() - model.mask.count),
            "masked = np.where(allowed, scaled, -np.inf)"};
  }

  Lines softmax() const {
    const bool empty_rows = model.mask.kind == MaskKind::kPadding && model.mask.count >= snapshot.token_count();
    if (empty_rows) {
      return {"row_max = masked.max(axis=1, keepdims=True)", "e = np.zeros_like(masked)  # nothing to attend to",
              "row_sum = e.sum(axis=1, keepdims=True)", "weights = np.zeros_like(masked)"};
    }
    return {"row_max = masked.max(axis=1, keepdims=True)", "e = np.exp(masked - row_max)",
            "row_sum = e.sum(axis=1, keepdims=True)", "weights = e / row_sum"};
  }

  std::string head_output(int head) const {
    return "head_output = weights @ V" + columns_of(kv_head_of(head, sizes), sizes.kv_heads);
  }

  /// Every head once more, in a loop, and side by side.
  Lines concatenated() const {
    Lines lines{"heads = []"};
    for (int head = 0; head < sizes.heads; ++head) {
      lines.push_back(scores(head));
      lines.push_back(scaled());
      const Lines mask = masked();
      lines.insert(lines.end(), mask.begin(), mask.end());
      const Lines parts = softmax();
      lines.insert(lines.end(), parts.begin(), parts.end());
      lines.push_back(head_output(head));
      lines.push_back("heads.append(head_output)");
    }
    lines.push_back("concatenated = np.concatenate(heads, axis=1)");
    return lines;
  }

  /// The lines that one step adds.
  Lines lines_of(Step step) const {
    switch (step) {
      case Step::kTokens:
        return {"tokens = " + python_string(model.text) + ".split()"};
      case Step::kEmbeddings:
        return embeddings();
      case Step::kQueries:
        return projection("Q = X @ Wq", Tensor::kQueries);
      case Step::kKeys:
        return projection("K = X @ Wk", Tensor::kKeys);
      case Step::kValues:
        return projection("V = X @ Wv", Tensor::kValues);
      case Step::kScores:
        return {scores(session.head)};
      case Step::kScaled:
        return {scaled()};
      case Step::kMasked:
        return masked();
      case Step::kSoftmax:
        return softmax();
      case Step::kOutput:
        return {head_output(session.head)};
      case Step::kConcatenated:
        return concatenated();
      case Step::kProjected:
        return {"output = concatenated @ Wo"};
    }
    return {};
  }

  std::string print_line(const Cell& cell) const {
    if (session.step == Step::kTokens) {
      return "print(tokens[" + text_of(session.query) + "])  # " +
             snapshot.tokens[static_cast<std::size_t>(session.query)];
    }
    int column = cell.column;
    if (cell.tensor == Tensor::kQueries) {
      column += cell.head * sizes.d_k;
    } else if (cell.tensor == Tensor::kKeys || cell.tensor == Tensor::kValues) {
      column += kv_head_of(cell.head, sizes) * sizes.d_k;
    }
    const double value = (*snapshot.tensor(cell.tensor, cell.head))(cell.row, cell.column);
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.4f", value);
    const bool single_head_output = cell.tensor == Tensor::kOutput && !many_heads();
    return "print(" + (single_head_output ? std::string("head_output") : script_name(cell.tensor)) + "[" +
           text_of(cell.row) + ", " + text_of(column) + "])  # " + digits;
  }
};

}  // namespace

std::vector<CodeLine> numpy_code(const Session& session, const Snapshot& snapshot, const Cell& cell) {
  const Script script{session, snapshot};
  const Lines lines = script.lines_of(session.step);
  std::vector<CodeLine> code;
  // The loop over all heads is long and says one thing: its last line stands for it.
  const std::size_t first = session.step == Step::kConcatenated ? lines.size() - 1 : 0;
  for (std::size_t line = first; line < lines.size(); ++line) {
    code.push_back({lines[line], true});
  }
  code.push_back({script.print_line(cell), false});
  return code;
}

std::vector<std::string> numpy_lines(const Session& session, const Snapshot& snapshot, Step step) {
  return Script{session, snapshot}.lines_of(step);
}

std::string script_variable(Tensor tensor) { return script_name(tensor); }

std::string numpy_script(const Session& session, const Snapshot& snapshot, const Cell& cell) {
  const Script script{session, snapshot};
  std::string text = "import numpy as np\n\n";
  for (const Step step : steps_of(session)) {
    for (const std::string& line : script.lines_of(step)) {
      text += line + "\n";
    }
    if (step == session.step) {
      break;
    }
  }
  return text + script.print_line(cell) + "\n";
}

}  // namespace playground
