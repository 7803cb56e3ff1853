#include "core/playground/numpy_code.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "core/playground/draw.hpp"
#include "core/playground/lines.hpp"
#include "core/playground/places.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/values.hpp"

namespace playground {
namespace {

std::string text_of(int number) { return std::to_string(number); }

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
      const int column = columns_of_head(edit.tensor, edit.head, sizes).head * sizes.d_k + edit.column;
      lines.push_back(script_variable(edit.tensor) + "[" + text_of(edit.row) + ", " + text_of(column) +
                      "] = " + exact_text(edit.value));
    }
    return lines;
  }

  static std::string matrix_draw(const DrawnTensor& drawn) {
    return script_variable(drawn.tensor) + " = rng.standard_normal((" + text_of(drawn.shape.rows) + ", " +
           text_of(drawn.shape.columns) + ")) / np.sqrt(" + text_of(drawn.fan_in) + ")";
  }

  /// A matrix that follows from no seed, bit for bit: float64 in hexadecimal, the lowest byte first.
  static std::string matrix_literal(const std::string& name, const attention::Matrix& matrix) {
    std::string digits;
    for (Eigen::Index index = 0; index < matrix.size(); ++index) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, matrix.data() + index, sizeof bits);
      for (int byte = 0; byte < 8; ++byte) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto value = static_cast<std::size_t>(bits >> (8 * byte) & 0xff);
        digits += kDigits[value >> 4];
        digits += kDigits[value & 0xf];
      }
    }
    return name + " = np.frombuffer(bytes.fromhex(\"" + digits + "\"), \"<f8\").reshape(" +
           std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()) + ").copy()";
  }

  /// What a trained model has instead of draws.
  Lines learned() const {
    const TrainedNumbers numbers = trained_numbers(model);
    const Drawn& drawn = numbers.drawn;
    Lines lines{matrix_literal("X", drawn.embeddings), matrix_literal("Wq", drawn.weights.wq),
                matrix_literal("Wk", drawn.weights.wk), matrix_literal("Wv", drawn.weights.wv)};
    if (drawn.weights.wo) lines.push_back(matrix_literal("Wo", *drawn.weights.wo));
    if (numbers.inputs) lines.push_back(matrix_literal("inputs", *numbers.inputs));
    return lines;
  }

  Lines embeddings() const {
    Lines lines;
    if (model.weights == Weights::kTrained) {
      lines = learned();
    } else if (model.vectors == Vectors::kWord) {
      lines.push_back("rng = np.random.default_rng([" + model.seed + ", 0])");
      lines.push_back("X = np.stack([np.random.default_rng([" + model.seed + ", 1, *word.encode()]).standard_normal(" +
                      text_of(sizes.d_model) + ") for word in tokens])");
    } else {
      lines.push_back("rng = np.random.default_rng(" + model.seed + ")");
      lines.push_back("X = rng.standard_normal((len(tokens), " + text_of(sizes.d_model) + "))");
    }
    if (model.weights == Weights::kRandom) {
      for (const DrawnTensor& drawn : drawn_tensors(model, snapshot.token_count())) {
        if (drawn.tensor != Tensor::kEmbeddings) lines.push_back(matrix_draw(drawn));
      }
    }
    append(lines, edits_of({Tensor::kEmbeddings, Tensor::kWq, Tensor::kWk, Tensor::kWv, Tensor::kWo, Tensor::kW1,
                            Tensor::kW2}));
    if (are_added(model.positions)) {
      const std::string width = text_of(sizes.d_model);
      lines.push_back("angle = np.arange(len(tokens))[:, None] / 10000.0 ** (np.arange(" + width + ") // 2 * 2 / " +
                      width + ")");
      lines.push_back("P = np.where(np.arange(" + width + ") % 2 == 0, np.sin(angle), np.cos(angle))");
      lines.push_back("inputs = X + P");
    }
    return lines;
  }

  /// Python's split() also splits at the separators U+001C to U+001F, which Unicode does not call white space.
  std::string token_list() const {
    const bool splits_alike =
        std::none_of(model.text.begin(), model.text.end(), [](char c) { return c >= 0x1c && c <= 0x1f; });
    if (splits_alike) return python_string(model.text) + ".split()";
    std::string list;
    for (const std::string& token : snapshot.tokens) list += (list.empty() ? "" : ", ") + python_string(token);
    return "[" + list + "]";
  }

  std::string inputs() const { return has_tensor(Tensor::kInputs, model) ? "inputs" : "X"; }

  /// The columns of the first and of the second of each pair that is rotated together.
  Lines rotation() const {
    const std::string width = text_of(sizes.d_k - sizes.d_k % 2);
    const std::string half = text_of(sizes.d_k / 2);
    const bool halves = model.positions == Positions::kRotaryHalf;
    const std::string first = halves ? "x[..., :" + half + "]" : "x[..., 0:" + width + ":2]";
    const std::string second = halves ? "x[..., " + half + ":" + width + "]" : "x[..., 1:" + width + ":2]";
    return {"angle = np.arange(len(tokens))[:, None, None] * 10000.0 ** (-2 * np.arange(" + half + ") / " + width + ")",
            "def rotate(x, heads):",
            "    x = x.reshape(len(tokens), heads, " + text_of(sizes.d_k) + ").copy()",
            "    a, b = " + first + ".copy(), " + second + ".copy()",
            "    " + first + " = a * np.cos(angle) - b * np.sin(angle)",
            "    " + second + " = a * np.sin(angle) + b * np.cos(angle)",
            "    return x.reshape(len(tokens), -1)"};
  }

  Lines queries() const {
    Lines lines = projection("Q = " + inputs() + " @ Wq", Tensor::kQueries);
    if (!are_rotated(model.positions)) return lines;
    append(lines, rotation());
    lines.push_back("Qr = rotate(Q, " + text_of(sizes.heads) + ")");
    return lines;
  }

  Lines keys() const {
    Lines lines = projection("K = " + inputs() + " @ Wk", Tensor::kKeys);
    if (are_rotated(model.positions)) lines.push_back("Kr = rotate(K, " + text_of(sizes.kv_heads) + ")");
    return lines;
  }

  Lines projection(const std::string& line, Tensor tensor) const {
    Lines lines{line};
    append(lines, edits_of({tensor}));
    return lines;
  }

  std::string scores(int head) const {
    const std::string turned = are_rotated(model.positions) ? "r" : "";
    return "scores = Q" + turned + columns_of(head, sizes.heads) + " @ K" + turned +
           columns_of(kv_head_of(head, sizes), sizes.kv_heads) + ".T";
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
    return "scaled = scores * " + exact_text(model.scale.number);
  }

  /// What `allowed` is, from i (queries, a column) and j (keys, a row).
  std::string allowed() const {
    const Mask& mask = model.mask;
    const int tokens = snapshot.token_count();
    if (!mask.painted.empty()) {
      std::string rows;
      for (std::size_t cell = 0; cell < mask.painted.size(); ++cell) {
        rows += cell > 0 && cell % static_cast<std::size_t>(tokens) == 0 ? "/" : "";
        rows += mask.painted[cell] ? '1' : '0';
      }
      return "np.array([[cell == \"1\" for cell in row] for row in \"" + rows + "\".split(\"/\")])";
    }
    Lines parts;
    if (mask.causal) parts.push_back("(j <= i)");
    if (mask.padding) parts.push_back("(j < " + text_of(tokens - *mask.padding) + ")");
    if (mask.window) parts.push_back("(abs(i - j) <= " + text_of(*mask.window) + ")");
    if (mask.prefix) parts.push_back("((j <= i) | (j < " + text_of(*mask.prefix) + "))");
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : " & ") + part;
    return text;
  }

  bool biased() const { return model.positions == Positions::kAlibi; }

  /// What every head masks with.
  Lines mask() const {
    const std::string count = text_of(snapshot.token_count());
    Lines lines;
    if (biased() || !model.mask.is_none()) {
      lines.push_back("i, j = np.arange(" + count + ")[:, None], np.arange(" + count + ")");
    }
    if (!model.mask.is_none()) lines.push_back("allowed = " + allowed());
    return lines;
  }

  Lines masked(int head) const {
    Lines lines;
    if (biased()) lines.push_back("bias = -" + exact_text(slope(model, head)) + " * abs(i - j)");
    const std::string logits = biased() ? "scaled + bias" : "scaled";
    lines.push_back(model.mask.is_none() ? "masked = " + logits
                                         : "masked = np.where(allowed, " + logits + ", -np.inf)");
    return lines;
  }

  Lines softmax() const {
    const std::string row_max = "row_max = masked.max(axis=1, keepdims=True)";
    const std::string row_sum = "row_sum = e.sum(axis=1, keepdims=True)";
    if (!has_empty_row(model.mask, snapshot.token_count())) {
      return {row_max, "e = np.exp(masked - row_max)", row_sum, "weights = e / row_sum"};
    }
    return {row_max, "e = np.exp(masked - np.where(row_max > -np.inf, row_max, 0))", row_sum,
            "weights = np.divide(e, row_sum, out=np.zeros_like(e), where=row_sum > 0)  # nothing to attend to: 0"};
  }

  std::string head_output(int head) const {
    return "head_output = weights @ V" + columns_of(kv_head_of(head, sizes), sizes.kv_heads);
  }

  /// Every head once more, one after the other, and side by side.
  Lines concatenated() const {
    Lines lines{"heads = []"};
    for (int head = 0; head < sizes.heads; ++head) {
      lines.push_back(scores(head));
      lines.push_back(scaled());
      append(lines, masked(head));
      append(lines, softmax());
      lines.push_back(head_output(head));
      lines.push_back("heads.append(head_output)");
    }
    lines.push_back("concatenated = np.concatenate(heads, axis=1)");
    return lines;
  }

  Lines norm(const std::string& number) const {
    const std::string residual = "residual_" + number, mean = "mean_" + number, variance = "variance_" + number;
    return {mean + " = " + residual + ".mean(axis=1, keepdims=True)",
            variance + " = " + residual + ".var(axis=1, keepdims=True)",
            "norm_" + number + " = (" + residual + " - " + mean + ") / np.sqrt(" + variance + " + 1e-5)"};
  }

  /// The lines that one step adds.
  Lines lines_of(Step step) const {
    switch (step) {
      case Step::kTokens:
        return {"tokens = " + token_list()};
      case Step::kEmbeddings:
        return embeddings();
      case Step::kQueries:
        return queries();
      case Step::kKeys:
        return keys();
      case Step::kValues:
        return projection("V = " + (reads_words(model) ? std::string("X") : inputs()) + " @ Wv", Tensor::kValues);
      case Step::kScores:
        return {scores(session.head)};
      case Step::kScaled:
        return {scaled()};
      case Step::kMasked: {
        Lines lines = mask();
        append(lines, masked(session.head));
        return lines;
      }
      case Step::kSoftmax:
        return softmax();
      case Step::kOutput:
        return {head_output(session.head)};
      case Step::kConcatenated:
        return concatenated();
      case Step::kProjected:
        return {many_heads() ? "output = concatenated @ Wo" : "output = head_output @ Wo"};
      case Step::kResidual1:
        return {"residual_1 = " + inputs() + " + output"};
      case Step::kNorm1:
        return norm("1");
      case Step::kFeedForward:
        return {"hidden = norm_1 @ W1", "activated = np.maximum(hidden, 0)", "feed_forward = activated @ W2"};
      case Step::kResidual2:
        return {"residual_2 = norm_1 + feed_forward"};
      case Step::kNorm2:
        return norm("2");
    }
    return {};
  }
};

}  // namespace

std::string script_variable(Tensor tensor) {
  switch (tensor) {
    case Tensor::kEmbeddings:
      return "X";
    case Tensor::kPositions:
      return "P";
    case Tensor::kWq:
      return "Wq";
    case Tensor::kWk:
      return "Wk";
    case Tensor::kWv:
      return "Wv";
    case Tensor::kWo:
      return "Wo";
    case Tensor::kW1:
      return "W1";
    case Tensor::kW2:
      return "W2";
    case Tensor::kQueries:
      return "Q";
    case Tensor::kKeys:
      return "K";
    case Tensor::kValues:
      return "V";
    case Tensor::kRotatedQueries:
      return "Qr";
    case Tensor::kRotatedKeys:
      return "Kr";
    case Tensor::kScaledScores:
      return "scaled";
    case Tensor::kPositionBias:
      return "bias";
    case Tensor::kMaskedScores:
      return "masked";
    case Tensor::kExponentials:
      return "e";
    default:
      return std::string(info(tensor).name);
  }
}

std::vector<std::string> numpy_lines(const Session& session, const Snapshot& snapshot, Step step) {
  return Script{session, snapshot}.lines_of(step);
}

}  // namespace playground
