// Formulas: the derivation of one cell in symbols and numbers.
#pragma once

#include <string>
#include <vector>

#include "core/playground/provenance.hpp"
#include "core/playground/recipes.hpp"

namespace playground {

/// "Q[8,3]"; with several heads "Q₂[8,3]".
std::string cell_name(const Snapshot& snapshot, const Cell& cell);

/// What multiplies the scores: "1/√16", "1", "0.5".
std::string scale_name(const Snapshot& snapshot);

/// "scores[8,1] = Q[8,:] · K[1,:] = …"; reads the cell, value, rule and terms of `provenance`.
std::string formula_of(const Snapshot& snapshot, const Provenance& provenance, const Recipe& recipe);

/// The same for a cell that was typed over; `terms` are those of the computed value.
std::string edited_formula(const Snapshot& snapshot, const Provenance& provenance, const Recipe& recipe,
                           const std::vector<Term>& terms);

}  // namespace playground
