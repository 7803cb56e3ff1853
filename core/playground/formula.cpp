#include "core/playground/formula.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/playground/draw.hpp"
#include "core/playground/places.hpp"
#include "core/playground/values.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

constexpr int kDigits = 4;              ///< after the point, in a formula
constexpr std::size_t kShownTerms = 3;  ///< of a long sum

/// 0 has no digits after the point: it is exactly 0.
std::string number(double value) { return number_text(value, value == 0 ? 0 : kDigits); }

/// What stands after an operator: negative numbers in brackets.
std::string bracketed(const std::string& text) { return text.starts_with("−") ? "(" + text + ")" : text; }

std::string operand(double value) { return bracketed(number(value)); }

/// 12 -> "₁₂"
std::string subscript(int index) {
  std::string text;
  for (const char digit : std::to_string(index)) {
    text += "\xE2\x82";
    text += static_cast<char>(0x80 + (digit - '0'));
  }
  return text;
}

std::string tensor_name(const Snapshot& snapshot, Tensor tensor, int head) {
  const bool shows_head = info(tensor).per_head && snapshot.model.sizes.heads > 1;
  return std::string(symbol_of(tensor, snapshot.model)) + (shows_head ? subscript(head) : "");
}

/// "Q[8,:]": the cells of a source that the terms run over.
std::string run_name(const Snapshot& snapshot, const Source& source, const Cell& cell) {
  const Cell first = source_cell(source, cell, 0, snapshot.model);
  const auto place = [](At at, int index) { return at == At::kEach ? std::string(":") : std::to_string(index); };
  return tensor_name(snapshot, source.tensor, first.head) + "[" + place(source.row, first.row) + "," +
         place(source.column, first.column) + "]";
}

/// "a + b + c + … (64 products)" with the first few terms as `write` gives them; `more` says how many there are.
template <typename Write>
std::string sum_text(const std::vector<Term>& terms, Word more, Write write) {
  std::string text;
  for (std::size_t index = 0; index < std::min(terms.size(), kShownTerms); ++index) {
    text += (index == 0 ? "" : " + ") + write(terms[index]);
  }
  return terms.size() > kShownTerms ? say(more, {text, std::to_string(terms.size())}) : text;
}

/// Why a value is not computed: a masked score, and all of a row with nothing to attend to; empty elsewhere.
std::optional<std::string> exception_text(const Snapshot& snapshot, const Provenance& provenance, Rule rule) {
  const std::string query = std::to_string(provenance.cell.row);
  const std::string nothing = say(Word::kNothingToAttend, {query});
  switch (rule) {
    case Rule::kMask: {
      const Cell& cell = provenance.cell;
      const std::string why = why_forbidden(snapshot.model.mask, cell.row, cell.column, snapshot.token_count());
      if (why.empty()) return std::nullopt;
      return say(Word::kMayNotAttend, {query, std::to_string(cell.column), why});
    }
    case Rule::kMax:
      return std::isfinite(provenance.value) ? std::nullopt : std::optional(nothing);
    case Rule::kExponential:
      return std::isfinite(provenance.terms[1].value) ? std::nullopt : std::optional(nothing);
    case Rule::kQuotient:
      return provenance.terms[1].value > 0 ? std::nullopt : std::optional(nothing);
    default:
      return std::nullopt;
  }
}

/// Where a number of a trained model comes from.
std::string trained_text(const Snapshot& snapshot, const Cell& cell) {
  const Model& model = snapshot.model;
  if (cell.tensor == Tensor::kInputs) return say(Word::kFromLayerBefore, {std::to_string(model.layer)});
  if (!model.training) return say(Word::kTrainedBefore, {});
  return say(Word::kTrainedHere, {std::to_string(model.training->steps), model.training->seed});
}

std::string drawn_text(const Snapshot& snapshot, const Cell& cell) {
  if (snapshot.model.weights == Weights::kTrained) return trained_text(snapshot, cell);
  const DrawPlace place = draw_place(snapshot.model, snapshot.tokens, cell);
  const std::string divisor = place.divided_by_root_of > 1 ? " / √" + std::to_string(place.divided_by_root_of) : "";
  return say(Word::kDrawn, {std::to_string(place.index), place.generator, divisor});
}

std::string dot_text(const Snapshot& snapshot, const Provenance& provenance, const Recipe& recipe) {
  return run_name(snapshot, recipe.sources[0], provenance.cell) + " · " +
         run_name(snapshot, recipe.sources[1], provenance.cell) + " = " +
         sum_text(provenance.terms, Word::kMoreProducts,
                  [](const Term& term) { return operand(term.factors[0]) + " × " + operand(term.factors[1]); });
}

/// "a + b = 1.2 + (−0.3)"
std::string added_text(const Provenance& provenance) {
  const Term& first = provenance.terms[0];
  const Term& second = provenance.terms[1];
  return first.label + " + " + second.label + " = " + number(first.value) + " + " + operand(second.value);
}

std::string sinusoid_text(const Snapshot& snapshot, const Cell& cell) {
  const std::string width = std::to_string(snapshot.model.sizes.d_model);
  const std::string function = is_cosine(cell.column) ? "cos(" : "sin(";
  return function + std::to_string(cell.row) + " / 10000^(" + std::to_string(cell.column / 2 * 2) + "/" + width +
         ")) = " + function + number(angle(snapshot.model, cell.row, cell.column)) + ")";
}

std::string rotation_text(const Provenance& provenance) {
  if (provenance.terms.size() == 1) return say(Word::kNoPartner, {provenance.terms[0].label});
  const Term& own = provenance.terms[0];
  const Term& partner = provenance.terms[1];
  return own.label + " + " + partner.label + " = " + number(own.value) + " + " + operand(partner.value);
}

std::string slope_text(const Snapshot& snapshot, const Cell& cell) {
  const double by_distance = slope(snapshot.model, cell.head);
  return say(Word::kSlopeTimesDistance, {exact_text(by_distance), std::to_string(std::abs(cell.row - cell.column))});
}

/// The first few terms as they are named, and as numbers.
std::string listed_sum_text(const Provenance& provenance, Word more) {
  return sum_text(provenance.terms, more, [](const Term& term) { return term.label; }) + " = " +
         sum_text(provenance.terms, more, [](const Term& term) { return operand(term.value); });
}

std::string normalize_text(const Provenance& provenance) {
  const Term& value = provenance.terms[0];
  const Term& mean = provenance.terms[1];
  const Term& variance = provenance.terms[2];
  return "(" + value.label + " − " + mean.label + ") / √(" + variance.label + " + 0.00001) = (" + number(value.value) +
         " − " + operand(mean.value) + ") / √(" + number(variance.value) + " + 0.00001)";
}

std::string scale_text(const Provenance& provenance) {
  const Term& score = provenance.terms[0];
  const Term& scale = provenance.terms[1];
  return score.label + " × " + bracketed(scale.label) + " = " + operand(score.value) + " × " + operand(scale.value);
}

std::string mask_text(const Provenance& provenance) {
  const bool alone = provenance.terms.size() == 1;
  return say(Word::kMayAttend, {alone ? provenance.terms[0].label : added_text(provenance),
                                std::to_string(provenance.cell.row), std::to_string(provenance.cell.column)});
}

std::string max_text(const Snapshot& snapshot, const Provenance& provenance, const Recipe& recipe) {
  return say(Word::kLargestOf, {run_name(snapshot, recipe.sources[0], provenance.cell)});
}

std::string exponential_text(const Provenance& provenance) {
  const Term& score = provenance.terms[0];
  const Term& largest = provenance.terms[1];
  return "exp(" + score.label + " − " + largest.label + ") = exp(" + number(score.value) + " − " +
         operand(largest.value) + ")";
}

std::string quotient_text(const Provenance& provenance) {
  const Term& exponential = provenance.terms[0];
  const Term& sum = provenance.terms[1];
  return exponential.label + " / " + sum.label + " = " + number(exponential.value) + " / " + number(sum.value);
}

/// How the value is computed, up to the last "=".
std::string derivation(const Snapshot& snapshot, const Provenance& provenance, const Recipe& recipe) {
  switch (recipe.rule) {
    case Rule::kDrawn:
      return drawn_text(snapshot, provenance.cell);
    case Rule::kDot:
      return dot_text(snapshot, provenance, recipe);
    case Rule::kScale:
      return scale_text(provenance);
    case Rule::kMask:
      return mask_text(provenance);
    case Rule::kMax:
      return max_text(snapshot, provenance, recipe);
    case Rule::kExponential:
      return exponential_text(provenance);
    case Rule::kSum:
      return listed_sum_text(provenance, Word::kMoreExponentials);
    case Rule::kQuotient:
      return quotient_text(provenance);
    case Rule::kCopy:
      return provenance.terms[0].label;
    case Rule::kSinusoid:
      return sinusoid_text(snapshot, provenance.cell);
    case Rule::kAdd:
      return added_text(provenance);
    case Rule::kRotate:
      return rotation_text(provenance);
    case Rule::kSlope:
      return slope_text(snapshot, provenance.cell);
    case Rule::kMean:
      return listed_sum_text(provenance, Word::kMoreShares);
    case Rule::kVariance:
      return listed_sum_text(provenance, Word::kMoreSquares);
    case Rule::kNormalize:
      return normalize_text(provenance);
    case Rule::kRelu:
      return "max(0, " + provenance.terms[0].label + ") = max(0, " + number(provenance.terms[0].value) + ")";
    case Rule::kEdited:
      break;
  }
  return {};
}

}  // namespace

std::string cell_name(const Snapshot& snapshot, const Cell& cell) {
  return tensor_name(snapshot, cell.tensor, cell.head) + "[" + std::to_string(cell.row) + "," +
         std::to_string(cell.column) + "]";
}

std::string scale_name(const Snapshot& snapshot) {
  const Scale& scale = snapshot.model.scale;
  if (scale.kind == Scale::Kind::kOn) return "1/√" + std::to_string(snapshot.model.sizes.d_k);
  if (scale.kind == Scale::Kind::kOff) return say(Word::kScaleNameOff, {});
  return (scale.number < 0 ? "−" : "") + exact_text(std::abs(scale.number));
}

std::string formula_of(const Snapshot& snapshot, const Provenance& provenance, const Recipe& recipe) {
  const std::string name = cell_name(snapshot, provenance.cell) + " = ";
  const std::string value = number(provenance.value);
  if (const auto text = exception_text(snapshot, provenance, recipe.rule)) return name + value + ": " + *text;
  return name + derivation(snapshot, provenance, recipe) + " = " + value;
}

std::string edited_formula(const Snapshot& snapshot, const Provenance& provenance, const Recipe& recipe,
                           const std::vector<Term>& terms) {
  Provenance computed = provenance;
  computed.terms = terms;
  const std::string text = say(Word::kTypedInPlace, {cell_name(snapshot, provenance.cell), number(provenance.value),
                                                     derivation(snapshot, computed, recipe)});
  if (recipe.rule != Rule::kDot) return text;
  double sum = 0;
  for (const Term& term : terms) sum += term.value;
  return text + " = " + number(sum);
}

}  // namespace playground
