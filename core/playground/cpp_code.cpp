#include "core/playground/cpp_code.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/playground/cells.hpp"
#include "core/playground/plain_number.hpp"
#include "core/playground/values.hpp"

namespace playground {
namespace {

using Lines = std::vector<std::string>;

/// A larger mask would fill pages: then only its rule is written.
constexpr int kLargestWrittenMask = 32;

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

/// The name of a matrix of all heads; empty for tensors that are made head by head.
std::string variable_of(Tensor tensor) {
  switch (tensor) {
    case Tensor::kEmbeddings:
      return "x";
    case Tensor::kQueries:
    case Tensor::kKeys:
    case Tensor::kValues:
    case Tensor::kWq:
    case Tensor::kWk:
    case Tensor::kWv:
    case Tensor::kWo:
      return std::string(info(tensor).name);
    default:
      return {};
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
      int column = edit.column;
      if (tensor == Tensor::kQueries) column += edit.head * sizes.d_k;
      if (tensor == Tensor::kKeys || tensor == Tensor::kValues) column += kv_head_of(edit.head, sizes) * sizes.d_k;
      lines.push_back(variable_of(tensor) + "(" + text(edit.row) + ", " + text(column) +
                      ") = " + plain_text(edit.value) + ";");
    }
    return lines;
  }

  Lines with_edits(const std::string& line, Tensor tensor) const {
    Lines lines{line};
    for (const std::string& edit : edits_of(tensor)) lines.push_back(edit);
    return lines;
  }

  void append_draw(Lines& lines, Tensor tensor, int fan_in) const {
    const Shape shape = shape_of(tensor, sizes, snapshot.token_count());
    const std::string draw = "Matrix " + variable_of(tensor) + " = rng.standard_normal(" + text(shape.rows) + ", " +
                             text(shape.columns) + ") / std::sqrt(" + text(fan_in) + ".0);";
    for (const std::string& line : with_edits(draw, tensor)) lines.push_back(line);
  }

  Lines embeddings() const {
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
    for (const std::string& edit : edits_of(Tensor::kEmbeddings)) lines.push_back(edit);
    append_draw(lines, Tensor::kWq, sizes.d_model);
    append_draw(lines, Tensor::kWk, sizes.d_model);
    append_draw(lines, Tensor::kWv, sizes.d_model);
    if (has_projection(sizes)) append_draw(lines, Tensor::kWo, sizes.heads * sizes.d_k);
    return lines;
  }

  std::string word_list() const {
    std::string list;
    for (const std::string& token : snapshot.tokens) list += (list.empty() ? "" : ", ") + cpp_string(token);
    return "const std::vector<std::string> tokens{" + list + "};";
  }

  std::string head_of(const std::string& matrix, int head, int heads) const {
    return heads == 1 ? matrix : "head_columns(" + matrix + ", " + text(head) + ", " + text(sizes.d_k) + ")";
  }
  std::string queries() const { return head_of("queries", session.head, sizes.heads); }
  std::string of_group(const std::string& matrix) const {
    return head_of(matrix, kv_head_of(session.head, sizes), sizes.kv_heads);
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

  /// `BoolMatrix allowed`, where there is a mask.
  Lines mask() const {
    const std::string rule = text_of(model.mask);
    const std::string both = tokens() + ", " + tokens();
    if (rule == "none") return {};
    if (rule == "causal") return {"const BoolMatrix allowed = causal_mask(" + both + ");"};
    constexpr std::string_view kPadding = "padding:";
    if (rule.starts_with(kPadding) && rule.find(',') == std::string::npos) {
      return {"const BoolMatrix allowed = padding_mask(" + both + ", " + tokens() + " - " +
              rule.substr(kPadding.size()) + ");"};
    }
    Lines lines{"BoolMatrix allowed(" + both + ");  // " + rule.substr(0, 60)};
    if (snapshot.token_count() > kLargestWrittenMask) return lines;
    lines.push_back("allowed <<");
    const attention::Matrix& masked = *snapshot.tensor(Tensor::kMaskedScores, session.head);
    for (attention::Index row = 0; row < masked.rows(); ++row) {
      std::string line = "   ";
      for (attention::Index column = 0; column < masked.cols(); ++column) {
        const bool last = row + 1 == masked.rows() && column + 1 == masked.cols();
        line +=
            std::string(std::isinf(masked(row, column)) && masked(row, column) < 0 ? " 0" : " 1") + (last ? ";" : ",");
      }
      lines.push_back(line);
    }
    return lines;
  }

  Lines masked() const {
    Lines lines = mask();
    lines.push_back(lines.empty() ? "const Matrix masked = scaled;"
                                  : "const Matrix masked = apply_mask(scaled, allowed);");
    return lines;
  }

  Lines concatenated() const {
    const std::string d = text(sizes.d_k);
    const std::string group = sizes.kv_heads == sizes.heads
                                  ? "head"
                                  : "kv_head_of(head, {" + text(sizes.heads) + ", " + text(sizes.kv_heads) + "})";
    const std::string options =
        text_of(model.mask) == "none" ? "{.scale = " + scale() + "}" : "{.scale = " + scale() + ", .mask = allowed}";
    return {"std::vector<AttentionTrace> heads;",
            "for (Index head = 0; head < " + text(sizes.heads) + "; ++head) {",
            "  const Index group = " + group + ";",
            "  heads.push_back(scaled_dot_product_attention(head_columns(queries, head, " + d + "),",
            "      head_columns(keys, group, " + d + "), head_columns(values, group, " + d + "), " + options + "));",
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
        return with_edits("Matrix queries = x * wq;", Tensor::kQueries);
      case Step::kKeys:
        return with_edits("Matrix keys = x * wk;", Tensor::kKeys);
      case Step::kValues:
        return with_edits("Matrix values = x * wv;", Tensor::kValues);
      case Step::kScores:
        return {"const Matrix scores = " + queries() + " * " + of_group("keys") + ".transpose();"};
      case Step::kScaled:
        return {"const Matrix scaled = scores * (" + scale() + ");"};
      case Step::kMasked:
        return masked();
      case Step::kSoftmax:
        return {"const SoftmaxTrace softmax = softmax_rows(masked);"};
      case Step::kOutput:
        return {"const Matrix head_output = softmax.weights * " + of_group("values") + ";"};
      case Step::kConcatenated:
        return concatenated();
      case Step::kProjected:
        return {"const Matrix output = concatenated * wo;"};
      default:
        return {};
    }
  }
};

}  // namespace

std::vector<std::string> cpp_lines(const Session& session, const Snapshot& snapshot, Step step) {
  return Program{session, snapshot}.lines_of(step);
}

std::string cpp_expression(const Session& session, Tensor tensor) {
  const Sizes& sizes = session.model.sizes;
  const std::string d = text(sizes.d_k);
  const auto of_head = [&](const std::string& matrix, int head, int heads) {
    return heads == 1 ? matrix : "head_columns(" + matrix + ", " + text(head) + ", " + d + ")";
  };
  switch (tensor) {
    case Tensor::kQueries:
      return of_head("queries", session.head, sizes.heads);
    case Tensor::kKeys:
    case Tensor::kValues:
      return of_head(variable_of(tensor), kv_head_of(session.head, sizes), sizes.kv_heads);
    case Tensor::kScaledScores:
      return "scaled";
    case Tensor::kMaskedScores:
      return "masked";
    case Tensor::kRowMax:
    case Tensor::kExponentials:
    case Tensor::kRowSum:
    case Tensor::kWeights:
      return "softmax." + std::string(info(tensor).name);
    default: {
      const std::string variable = variable_of(tensor);
      return variable.empty() ? std::string(info(tensor).name) : variable;
    }
  }
}

}  // namespace playground
