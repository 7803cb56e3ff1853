#include "core/playground/places.hpp"

#include <cmath>
#include <vector>

#include "core/attention/alibi.hpp"
#include "core/attention/rotary.hpp"
#include "core/attention/sinusoidal.hpp"

namespace playground {
namespace {

using attention::Matrix;

bool in_halves(const Model& model) { return model.positions == Positions::kRotaryHalf; }

/// The columns of a head that are rotated: all of an even width, all but the last of an odd one.
int rotated_width(const Model& model) { return model.sizes.d_k - model.sizes.d_k % 2; }

/// Number of the pair that a column belongs to, and of how many columns the frequencies are spread over.
struct Pair {
  int index;
  int width;
};

Pair pair_of(const Model& model, int column) {
  if (!are_rotated(model.positions)) return {column / 2, model.sizes.d_model};
  const int width = rotated_width(model);
  return {in_halves(model) ? column % (width / 2) : column / 2, width};
}

bool is_first_of_pair(const Model& model, int column) {
  return in_halves(model) ? column < rotated_width(model) / 2 : column % 2 == 0;
}

}  // namespace

Matrix sinusoids(const Model& model, int tokens) {
  return attention::sinusoidal_positions(tokens, model.sizes.d_model, {.base = kPositionBase});
}

double angle(const Model& model, int position, int column) {
  const Pair pair = pair_of(model, column);
  return position / std::pow(kPositionBase, 2.0 * pair.index / pair.width);
}

bool is_cosine(int column) { return column % 2 == 1; }

bool is_rotated(const Model& model, int column) { return column < rotated_width(model); }

int partner_column(const Model& model, int column) {
  if (!is_rotated(model, column)) return column;
  const int distance = in_halves(model) ? rotated_width(model) / 2 : 1;
  return is_first_of_pair(model, column) ? column + distance : column - distance;
}

double partner_sign(const Model& model, int column) { return is_first_of_pair(model, column) ? -1 : 1; }

Matrix rotated(const Model& model, const Matrix& projected) {
  attention::RotaryOptions options;
  options.base = kPositionBase;
  options.dimensions = rotated_width(model);
  options.pairing = in_halves(model) ? attention::RotaryPairing::kHalves : attention::RotaryPairing::kAdjacent;
  const std::vector<attention::Index> positions = attention::consecutive_positions(projected.rows());
  return attention::rotary(projected, positions, model.sizes.d_k, options);
}

double slope(const Model& model, int head) {
  return attention::alibi_slopes(model.sizes.heads)[static_cast<std::size_t>(head)];
}

Matrix position_bias(const Model& model, int head, int tokens) {
  return attention::alibi_bias(tokens, tokens, slope(model, head));
}

}  // namespace playground
