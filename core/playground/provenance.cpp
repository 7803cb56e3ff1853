#include "core/playground/provenance.hpp"

#include "core/playground/edits.hpp"
#include "core/playground/formula.hpp"
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

std::vector<Term> terms_of(const Snapshot& snapshot, const Cell& cell, const Recipe& recipe) {
  const Sizes& sizes = snapshot.model.sizes;
  const auto source = [&](std::size_t index, int each) {
    return source_cell(recipe.sources[index], cell, each, sizes);
  };
  std::vector<Term> terms;
  const int count = repetitions(recipe, sizes, snapshot.token_count());
  for (int each = 0; each < count; ++each) {
    if (recipe.rule == Rule::kDot) {
      terms.push_back(product_term(snapshot, source(0, each), source(1, each)));
      continue;
    }
    for (int index = 0; index < recipe.source_count; ++index) {
      terms.push_back(read_term(snapshot, source(static_cast<std::size_t>(index), each)));
    }
  }
  if (recipe.rule == Rule::kScale) terms.push_back({scale_name(snapshot), snapshot.trace.heads[0].scale, {}, {}});
  return terms;
}

}  // namespace

Result<Provenance> provenance(const Snapshot& snapshot, const Cell& cell) {
  const Model& model = snapshot.model;
  if (auto sentence = missing_cell(cell, model.sizes, snapshot.token_count())) return Problem{*sentence};
  Provenance result;
  result.cell = cell;
  if (!info(cell.tensor).per_head) result.cell.head = 0;
  result.value = value_at(snapshot, result.cell);
  const Recipe& recipe = recipe_of(cell.tensor, model.sizes);
  const std::vector<Term> terms = terms_of(snapshot, result.cell, recipe);
  if (find_edit(model, canonical(result.cell, model.sizes))) {
    result.rule = Rule::kEdited;  // the terms would not add up to the typed value: they only serve the formula
    result.formula = edited_formula(snapshot, result, recipe, terms);
    return result;
  }
  result.rule = recipe.rule;
  result.terms = terms;
  result.formula = formula_of(snapshot, result, recipe);
  return result;
}

}  // namespace playground
