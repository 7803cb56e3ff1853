#include "core/playground/provenance.hpp"

#include <cmath>
#include <utility>

#include "core/playground/edits.hpp"
#include "core/playground/formula.hpp"
#include "core/playground/places.hpp"
#include "core/playground/recipes.hpp"

namespace playground {
namespace {

double value_at(const Snapshot& snapshot, const Cell& cell) {
  return (*snapshot.tensor(cell.tensor, cell.head))(cell.row, cell.column);
}

Term read_term(const Snapshot& snapshot, const Cell& source) {
  const double value = value_at(snapshot, source);
  return {cell_name(snapshot, source), value, {source}, {value}};
}

Term product_term(const Snapshot& snapshot, const Cell& a, const Cell& b) {
  const double value_a = value_at(snapshot, a);
  const double value_b = value_at(snapshot, b);
  return {cell_name(snapshot, a) + " · " + cell_name(snapshot, b), value_a * value_b, {a, b}, {value_a, value_b}};
}

/// A source times a number that is no cell.
Term weighted_term(const Snapshot& snapshot, const Cell& source, const std::string& label, double factor) {
  const double value = value_at(snapshot, source);
  return {cell_name(snapshot, source) + label, value * factor, {source}, {value}};
}

/// x cos a - y sin a, or x cos a + y sin a; a column without a partner is taken as it is.
std::vector<Term> rotation_terms(const Snapshot& snapshot, const Cell& cell, const Cell& own, const Cell& partner) {
  const Model& model = snapshot.model;
  if (!is_rotated(model, cell.column)) return {read_term(snapshot, own)};
  const double turn = angle(model, cell.row, cell.column);
  const std::string of_turn = "(" + number_text(turn, 4) + ")";
  const double sign = partner_sign(model, cell.column);
  return {weighted_term(snapshot, own, " · cos" + of_turn, std::cos(turn)),
          weighted_term(snapshot, partner, (sign < 0 ? " · −sin" : " · sin") + of_turn, sign * std::sin(turn))};
}

/// One of the squared distances to the mean, divided by how many there are.
Term variance_term(const Snapshot& snapshot, const Cell& source, const Cell& mean, int count) {
  const double value = value_at(snapshot, source);
  const double of_mean = value_at(snapshot, mean);
  return {"(" + cell_name(snapshot, source) + " − " + cell_name(snapshot, mean) + ")² / " + std::to_string(count),
          (value - of_mean) * (value - of_mean) / count,
          {source, mean},
          {value, of_mean}};
}

std::vector<Term> terms_of(const Snapshot& snapshot, const Cell& cell, const Recipe& recipe) {
  const Model& model = snapshot.model;
  const auto source = [&](std::size_t index, int each) {
    return source_cell(recipe.sources[index], cell, each, model);
  };
  if (recipe.rule == Rule::kRotate) return rotation_terms(snapshot, cell, source(0, 0), source(1, 0));
  std::vector<Term> terms;
  const int count = repetitions(recipe, model.sizes, snapshot.token_count());
  for (int each = 0; each < count; ++each) {
    switch (recipe.rule) {
      case Rule::kDot:
        terms.push_back(product_term(snapshot, source(0, each), source(1, each)));
        break;
      case Rule::kMean:
        terms.push_back(weighted_term(snapshot, source(0, each), " / " + std::to_string(count), 1.0 / count));
        break;
      case Rule::kVariance:
        terms.push_back(variance_term(snapshot, source(0, each), source(1, each), count));
        break;
      default:
        for (int index = 0; index < recipe.source_count; ++index) {
          terms.push_back(read_term(snapshot, source(static_cast<std::size_t>(index), each)));
        }
    }
  }
  if (recipe.rule == Rule::kScale) terms.push_back({scale_name(snapshot), snapshot.trace.heads[0].scale, {}, {}});
  return terms;
}

}  // namespace

bool is_sum(Rule rule) {
  switch (rule) {
    case Rule::kDot:
    case Rule::kSum:
    case Rule::kAdd:
    case Rule::kRotate:
    case Rule::kMean:
    case Rule::kVariance:
      return true;
    default:
      return false;
  }
}

Result<Provenance> provenance(const Snapshot& snapshot, const Cell& cell) {
  const Model& model = snapshot.model;
  if (auto sentence = missing_cell(cell, model, snapshot.token_count())) return Problem{*sentence};
  Provenance result;
  result.cell = cell;
  if (!info(cell.tensor).per_head) result.cell.head = 0;
  result.value = value_at(snapshot, result.cell);
  const Recipe recipe = recipe_of(cell.tensor, model);
  std::vector<Term> terms = terms_of(snapshot, result.cell, recipe);
  if (find_edit(model, canonical(result.cell, model.sizes))) {
    result.rule = Rule::kEdited;  // the terms would not add up to the typed value: they only serve the formula
    result.formula = edited_formula(snapshot, result, recipe, terms);
    return result;
  }
  result.rule = recipe.rule;
  result.terms = std::move(terms);
  result.formula = formula_of(snapshot, result, recipe);
  return result;
}

}  // namespace playground
