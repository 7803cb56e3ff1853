// Draws: which random numbers fill X and the projections, and in which order (docs: "How numbers are drawn").
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/attention/multi_head.hpp"
#include "core/attention/random.hpp"
#include "core/playground/cells.hpp"
#include "core/playground/session.hpp"

namespace playground {

struct Drawn {
  attention::Matrix embeddings;         ///< [T x D]
  attention::MultiHeadWeights weights;  ///< wo where it joins heads or leads back into the block
  attention::Matrix w1;                 ///< [D x d_ff]; empty without the block
  attention::Matrix w2;                 ///< [d_ff x D]; empty without the block
};

/// The matrix that is drawn for a tensor; null where the tensor follows from others. W_o is made where it is missing.
attention::Matrix* drawn_matrix(Drawn& drawn, Tensor tensor);

/// One vector for each word, whatever its place: [T x D].
attention::Matrix word_vectors(const Model& model, const std::vector<std::string>& tokens);

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

/// The same numbers as those of draw(), part by part.
class Drawing {
 public:
  Drawing(const Model& model, int tokens);

  bool done() const { return next_ == tensors_.size(); }
  /// Draws about so many numbers more, in whole rows, and says how many. The model and its tokens are those of the
  /// beginning.
  attention::Index advance(const Model& model, const std::vector<std::string>& tokens, attention::Index numbers);
  Drawn take() && { return std::move(drawn_); }

 private:
  attention::Generator generator_;
  std::vector<DrawnTensor> tensors_;
  std::size_t next_ = 0;      ///< of them
  attention::Index row_ = 0;  ///< of it that is drawn next
  attention::Index word_ = 0;
  Drawn drawn_;
};

/// Where NumPy has the number of a drawn cell.
struct DrawPlace {
  std::string generator;  ///< "default_rng(7)", "default_rng([7, 1, 105, 116])"; long seeds and words are shortened
  int index = 0;          ///< of the number among the standard normals of this generator, from 0
  int divided_by_root_of = 1;
};

/// Precondition: the cell exists and its tensor is drawn (embeddings, wq, wk, wv, wo, w1, w2).
DrawPlace draw_place(const Model& model, const std::vector<std::string>& tokens, const Cell& cell);

}  // namespace playground
