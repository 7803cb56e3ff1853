#include "core/playground/cpp_code.hpp"

#include <array>
#include <cstdio>

#include "core/playground/cells.hpp"
#include "core/playground/draw.hpp"
#include "core/playground/lines.hpp"
#include "core/playground/plain_number.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/values.hpp"

namespace playground {
namespace {

std::string text(int number) { return std::to_string(number); }

/// A string literal; three octal digits always end, unlike \x.
std::string cpp_string(const std::string& word) {
  std::string literal = "\"";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      literal += '\\';
      literal += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\%03o", static_cast<unsigned>(byte));
      literal += escape.data();
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

/// The name of the variable that holds a tensor: of all heads where one product makes them all.
std::string variable_of(Tensor tensor) {
  switch (tensor) {
    case Tensor::kEmbeddings:
      return "x";
    case Tensor::kScaledScores:
      return "scaled";
    case Tensor::kMaskedScores:
      return "masked";
    case Tensor::kPositionBias:
      return "bias";
    case Tensor::kRowMax:
    case Tensor::kExponentials:
    case Tensor::kRowSum:
    case Tensor::kWeights:
      return "softmax." + std::string(info(tensor).name);
    default:
      return std::string(info(tensor).name);
  }
}

struct Program {
  const Session& session;
  const Snapshot& snapshot;
  const Model& model = session.model;
  const Sizes& sizes = session.model.sizes;

  std::string tokens() const { return text(snapshot.token_count()); }

  Lines edits_of(Tensor tensor) const {
    Lines lines;
    for (const CellEdit& edit : model.edits) {
      if (edit.tensor != tensor) continue;
      const int column = columns_of_head(tensor, edit.head, sizes).head * sizes.d_k + edit.column;
      lines.push_back(variable_of(tensor) + "(" + text(edit.row) + ", " + text(column) +
                      ") = " + plain_text(edit.value) + ";");
    }
    return lines;
  }

  Lines with_edits(const std::string& line, Tensor tensor) const {
    Lines lines{line};
    append(lines, edits_of(tensor));
    return lines;
  }

  void append_draw(Lines& lines, const DrawnTensor& drawn) const {
    const std::string draw = "Matrix " + variable_of(drawn.tensor) + " = rng.standard_normal(" +
                             text(drawn.shape.rows) + ", " + text(drawn.shape.columns) + ") / std::sqrt(" +
                             text(drawn.fan_in) + ".0);";
    append(lines, with_edits(draw, drawn.tensor));
  }

  /// A matrix that follows from no seed: every number with the digits that give it back.
  void append_literal(Lines& lines, Tensor tensor, const attention::Matrix& matrix) const {
    const std::string name = variable_of(tensor);
    std::string numbers;
    for (Eigen::Index index = 0; index < matrix.size(); ++index) {
      numbers += (index == 0 ? "" : ", ") + exact_text(matrix.data()[index]);
    }
    lines.push_back("const double " + name + "_numbers[] = {" + numbers + "};");
    const std::string map = "Matrix " + name + " = Eigen::Map<const Matrix>(" + name + "_numbers, " +
                            text(static_cast<int>(matrix.rows())) + ", " + text(static_cast<int>(matrix.cols())) + ");";
    append(lines, with_edits(map, tensor));
  }

  /// What a trained model has instead of draws.
  Lines learned() const {
    const TrainedNumbers numbers = trained_numbers(model);
    const Drawn& drawn = numbers.drawn;
    Lines lines;
    append_literal(lines, Tensor::kEmbeddings, drawn.embeddings);
    append_literal(lines, Tensor::kWq, drawn.weights.wq);
    append_literal(lines, Tensor::kWk, drawn.weights.wk);
    append_literal(lines, Tensor::kWv, drawn.weights.wv);
    if (drawn.weights.wo) append_literal(lines, Tensor::kWo, *drawn.weights.wo);
    if (numbers.inputs) append_literal(lines, Tensor::kInputs, *numbers.inputs);
    if (are_added(model.positions)) append(lines, added_positions());
    return lines;
  }

  Lines added_positions() const {
    return {"const Matrix positions = sinusoidal_positions(" + tokens() + ", " + text(sizes.d_model) + ");",
            "const Matrix inputs = x + positions;"};
  }

  Lines embeddings() const {
    if (model.weights == Weights::kTrained) return learned();
    const std::string seed = "*entropy_from_decimal(" + cpp_string(model.seed) + ")";
    const std::string width = text(sizes.d_model);
    Lines lines;
    if (model.vectors == Vectors::kArticle) {
      lines = {"Generator rng(" + seed + ");", "Matrix x = rng.standard_normal(" + tokens() + ", " + width + ");"};
    } else {
      lines = {"Entropy matrices = " + seed + ";",
               "append_entropy(matrices, 0);",
               "Generator rng(matrices);",
               "Matrix x(" + tokens() + ", " + width + ");",
               "for (Index row = 0; row < x.rows(); ++row) {",
               "  Entropy word = " + seed + ";",
               "  append_entropy(word, 1);",
               "  for (const char byte : tokens[row]) append_entropy(word, static_cast<unsigned char>(byte));",
               "  x.row(row) = Generator(word).standard_normal(1, " + width + ");",
               "}"};
    }
    append(lines, edits_of(Tensor::kEmbeddings));
    for (const DrawnTensor& drawn : drawn_tensors(model, snapshot.token_count())) {
      if (drawn.tensor != Tensor::kEmbeddings) append_draw(lines, drawn);
    }
    if (are_added(model.positions)) append(lines, added_positions());
    return lines;
  }

  std::string word_list() const {
    std::string list;
    for (const std::string& token : snapshot.tokens) list += (list.empty() ? "" : ", ") + cpp_string(token);
    return "const std::vector<std::string> tokens{" + list + "};";
  }

  std::string inputs() const { return variable_of(present_tensor(Tensor::kInputs, model)); }
  std::string queries() const { return variable_of(present_tensor(Tensor::kRotatedQueries, model)); }
  std::string keys() const { return variable_of(present_tensor(Tensor::kRotatedKeys, model)); }

  /// The session's head of a tensor.
  std::string of_head(Tensor tensor) const { return cpp_expression(session, present_tensor(tensor, model)); }

  /// A projection of the inputs, and where positions turn it, the turned one.
  Lines projection(Tensor tensor, Tensor weights, Tensor turned) const {
    const std::string name = variable_of(tensor);
    const bool of_words = tensor == Tensor::kValues && reads_words(model);
    const std::string source = of_words ? variable_of(Tensor::kEmbeddings) : inputs();
    Lines lines = with_edits("Matrix " + name + " = " + source + " * " + variable_of(weights) + ";", tensor);
    if (!are_rotated(model.positions) || turned == tensor) return lines;
    const std::string pairing = model.positions == Positions::kRotaryHalf ? ".pairing = RotaryPairing::kHalves, " : "";
    lines.push_back("const Matrix " + variable_of(turned) + " = rotary(" + name + ", consecutive_positions(" +
                    tokens() + "), " + text(sizes.d_k) + ", {" + pairing +
                    ".dimensions = " + text(sizes.d_k - sizes.d_k % 2) + "});");
    return lines;
  }

  std::string scale() const {
    switch (model.scale.kind) {
      case Scale::Kind::kOn:
        return "1 / std::sqrt(" + text(sizes.d_k) + ".0)";
      case Scale::Kind::kOff:
        return "1.0";
      case Scale::Kind::kNumber:
        break;
    }
    return plain_text(model.scale.number);
  }

  /// `allowed`, where there is a mask.
  Lines mask() const {
    const Mask& mask = model.mask;
    if (mask.is_none()) return {};
    const std::string both = tokens() + ", " + tokens();
    if (!mask.painted.empty()) {
      std::string cells;
      for (const bool allowed : mask.painted) cells += allowed ? '1' : '0';
      return {"BoolMatrix allowed(" + both + ");", "const char* const painted = \"" + cells + "\";",
              "for (Index cell = 0; cell < allowed.size(); ++cell) allowed.data()[cell] = painted[cell] == '1';"};
    }
    Lines parts;
    if (mask.causal) parts.push_back("causal_mask(" + both + ")");
    if (mask.padding) parts.push_back("padding_mask(" + both + ", " + tokens() + " - " + text(*mask.padding) + ")");
    if (mask.window) {
      parts.push_back("sliding_window_mask(" + both + ", " + text(*mask.window) + ", " + text(*mask.window) + ")");
    }
    if (mask.prefix) parts.push_back("prefix_mask(" + both + ", " + text(*mask.prefix) + ")");
    std::string rule = parts.front();
    for (std::size_t part = 1; part < parts.size(); ++part)
      rule = "mask_intersection(" + rule + ", " + parts[part] + ")";
    return {"const BoolMatrix allowed = " + rule + ";"};
  }

  bool is_biased() const { return model.positions == Positions::kAlibi; }

  std::string bias(const std::string& head) const {
    return "alibi_bias(" + tokens() + ", " + tokens() + ", alibi_slopes(" + text(sizes.heads) + ")[" + head + "])";
  }

  Lines masked() const {
    Lines lines;
    if (is_biased()) lines.push_back("const Matrix bias = " + bias(text(session.head)) + ";");
    append(lines, mask());
    const std::string logits = is_biased() ? "scaled + bias" : "scaled";
    lines.push_back(model.mask.is_none() ? "const Matrix masked = " + logits + ";"
                                         : "const Matrix masked = apply_mask(" +
                                               (is_biased() ? "Matrix(" + logits + ")" : logits) + ", allowed);");
    return lines;
  }

  Lines norm(const std::string& number) const {
    const std::string residual = "residual_" + number, mean = "mean_" + number;
    return {"const Matrix " + mean + " = " + residual + ".rowwise().mean();",
            "const Matrix variance_" + number + " = (" + residual + ".colwise() - " + mean +
                ".col(0)).array().square().rowwise().mean();",
            "const Matrix norm_" + number + " = layer_norm(" + residual + ", plain_norm_weights<double>(" +
                text(sizes.d_model) + ", true)).output;"};
  }

  Lines concatenated() const {
    const std::string d = text(sizes.d_k);
    const std::string group = sizes.kv_heads == sizes.heads
                                  ? "head"
                                  : "kv_head_of(head, {" + text(sizes.heads) + ", " + text(sizes.kv_heads) + "})";
    std::string options = "{.scale = " + scale();
    if (is_biased()) options += ", .bias = " + bias("head");
    if (!model.mask.is_none()) options += ", .mask = allowed";
    options += "}";
    return {"std::vector<AttentionTrace> heads;",
            "for (Index head = 0; head < " + text(sizes.heads) + "; ++head) {",
            "  const Index group = " + group + ";",
            "  heads.push_back(scaled_dot_product_attention(head_columns(" + queries() + ", head, " + d + "),",
            "      head_columns(" + keys() + ", group, " + d + "), head_columns(values, group, " + d + "), " + options +
                "));",
            "}",
            "const Matrix concatenated = concatenate_heads(heads);"};
  }

  Lines lines_of(Step step) const {
    switch (step) {
      case Step::kTokens:
        return {word_list()};
      case Step::kEmbeddings:
        return embeddings();
      case Step::kQueries:
        return projection(Tensor::kQueries, Tensor::kWq, Tensor::kRotatedQueries);
      case Step::kKeys:
        return projection(Tensor::kKeys, Tensor::kWk, Tensor::kRotatedKeys);
      case Step::kValues:
        return projection(Tensor::kValues, Tensor::kWv, Tensor::kValues);
      case Step::kScores:
        return {"const Matrix scores = " + of_head(Tensor::kRotatedQueries) + " * " + of_head(Tensor::kRotatedKeys) +
                ".transpose();"};
      case Step::kScaled:
        return {"const Matrix scaled = scores * (" + scale() + ");"};
      case Step::kMasked:
        return masked();
      case Step::kSoftmax:
        return {"const SoftmaxTrace softmax = softmax_rows(masked);"};
      case Step::kOutput:
        return {"const Matrix head_output = softmax.weights * " + of_head(Tensor::kValues) + ";"};
      case Step::kConcatenated:
        return concatenated();
      case Step::kProjected:
        return {sizes.heads > 1 ? "const Matrix output = concatenated * wo;"
                                : "const Matrix output = head_output * wo;"};
      case Step::kResidual1:
        return {"const Matrix residual_1 = " + inputs() + " + output;"};
      case Step::kNorm1:
        return norm("1");
      case Step::kFeedForward:
        return {"const Matrix hidden = norm_1 * w1;", "const Matrix activated = activate(Activation::kRelu, hidden);",
                "const Matrix feed_forward = activated * w2;"};
      case Step::kResidual2:
        return {"const Matrix residual_2 = norm_1 + feed_forward;"};
      case Step::kNorm2:
        return norm("2");
    }
    return {};
  }
};

}  // namespace

std::vector<std::string> cpp_lines(const Session& session, const Snapshot& snapshot, Step step) {
  return Program{session, snapshot}.lines_of(step);
}

std::string cpp_expression(const Session& session, Tensor tensor) {
  const HeadColumns columns = columns_of_head(tensor, session.head, session.model.sizes);
  const std::string variable = variable_of(tensor);
  if (columns.heads == 1) return variable;
  return "head_columns(" + variable + ", " + text(columns.head) + ", " + text(session.model.sizes.d_k) + ")";
}

}  // namespace playground
