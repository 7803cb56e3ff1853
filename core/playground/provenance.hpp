// Provenance: for any cell of any tensor, the cells that it came from and the formula with the numbers in it.
//
// One table (provenance.cpp) says how a cell of each tensor derives from others; hovering, arrows, formulas,
// narration and the page's API are views of it.
#pragma once

#include <string>
#include <vector>

#include "core/playground/cells.hpp"
#include "core/playground/result.hpp"
#include "core/playground/snapshot.hpp"
#include "core/playground/wording.hpp"  // number_text

namespace playground {

/// How the terms make the value.
enum class Rule {
  kDrawn,
  kEdited,
  kDot,
  kScale,
  kMask,
  kMax,
  kExponential,
  kSum,
  kQuotient,
  kCopy,
  kSinusoid,
  kAdd,
  kRotate,
  kSlope,
  kMean,
  kVariance,
  kNormalize,
  kRelu,
};

/// Whether the values of all terms add up to the cell's value.
bool is_sum(Rule rule);

/// One contribution.
struct Term {
  std::string label;            ///< "Q[8,3] · K[1,3]"
  double value = 0;             ///< of the product, or of the source itself
  std::vector<Cell> sources;    ///< the cells it reads: two for a product, one otherwise, none for a constant
  std::vector<double> factors;  ///< the values of the sources, in the same order; for kDot their product is `value`
};

struct Provenance {
  Cell cell;
  Rule rule = Rule::kDrawn;
  std::string formula;  ///< with the numbers in it: "scaled[8,1] = scores[8,1] × 1/√16 = … = −0.6073"
  double value = 0;
  std::vector<Term> terms;
};

/// A sentence where the tensor or the cell does not exist in this snapshot.
Result<Provenance> provenance(const Snapshot& snapshot, const Cell& cell);

}  // namespace playground
