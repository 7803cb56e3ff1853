// Draws: which random numbers fill X and the projections, and in which order (docs: "How numbers are drawn").
#pragma once

#include <string>
#include <vector>

#include "core/attention/multi_head.hpp"
#include "core/playground/cells.hpp"
#include "core/playground/session.hpp"

namespace playground {

struct Drawn {
  attention::Matrix embeddings;         ///< [T x D]
  attention::MultiHeadWeights weights;  ///< wo where it joins heads or leads back into the block
  attention::Matrix w1;                 ///< [D x d_ff]; empty without the block
  attention::Matrix w2;                 ///< [d_ff x D]; empty without the block
};

/// The numbers of a model before any edit. Precondition: the model keeps its limits.
Drawn draw(const Model& model, const std::vector<std::string>& tokens);

/// One matrix in the order of the draw, divided by the root of `fan_in`.
struct DrawnTensor {
  Tensor tensor;
  Shape shape;
  int fan_in;
};

/// The matrices that one generator fills, in order: the embeddings unless each word has a generator of its own, then
/// the projections that the sizes have.
std::vector<DrawnTensor> drawn_tensors(const Model& model, int tokens);

/// Where NumPy has the number of a drawn cell.
struct DrawPlace {
  std::string generator;  ///< "default_rng(7)", "default_rng([7, 1, 105, 116])"; long seeds and words are shortened
  int index = 0;          ///< of the number among the standard normals of this generator, from 0
  int divided_by_root_of = 1;
};

/// Precondition: the cell exists and its tensor is drawn (embeddings, wq, wk, wv, wo, w1, w2).
DrawPlace draw_place(const Model& model, const std::vector<std::string>& tokens, const Cell& cell);

}  // namespace playground
