#include "core/attention/embedding.hpp"

#include <string>

namespace attention {
namespace {

void require_id(Index id, Index vocabulary) {
  if (id >= 0 && id < vocabulary) return;  // the sentence only where it is needed: this is called for every token
  require(false, "word " + std::to_string(id) + " is not in a table of " + std::to_string(vocabulary) + " words");
}

void require_span(Index first, Index tokens, Index positions) {
  require(first >= 0 && tokens >= 0 && first + tokens <= positions,
          "positions " + std::to_string(first) + " to " + std::to_string(first + tokens - 1) +
              " are not all in a table of " + std::to_string(positions) + " positions");
}

}  // namespace

template <typename Scalar>
MatrixOf<Scalar> embed(const MatrixOf<Scalar>& table, std::span<const Index> ids) {
  MatrixOf<Scalar> vectors(static_cast<Index>(ids.size()), table.cols());
  for (std::size_t token = 0; token < ids.size(); ++token) {
    require_id(ids[token], table.rows());
    vectors.row(static_cast<Index>(token)) = table.row(ids[token]);
  }
  return vectors;
}

template <typename Scalar>
MatrixOf<Scalar> embed_backward(std::span<const Index> ids, const MatrixOf<Scalar>& d_output, Index vocabulary) {
  require(static_cast<Index>(ids.size()) == d_output.rows(), std::to_string(ids.size()) + " words and a gradient of " +
                                                                 shape_text(d_output) + ": each word needs one row");
  MatrixOf<Scalar> d_table = MatrixOf<Scalar>::Zero(vocabulary, d_output.cols());
  for (std::size_t token = 0; token < ids.size(); ++token) {
    require_id(ids[token], vocabulary);
    // vectors.row(token) = table.row(ids[token])
    d_table.row(ids[token]) += d_output.row(static_cast<Index>(token));
  }
  return d_table;
}

template <typename Scalar>
MatrixOf<Scalar> learned_positions(const MatrixOf<Scalar>& table, Index tokens, Index first) {
  require_span(first, tokens, table.rows());
  return table.middleRows(first, tokens);
}

template <typename Scalar>
MatrixOf<Scalar> learned_positions_backward(const MatrixOf<Scalar>& d_output, Index positions, Index first) {
  require_span(first, d_output.rows(), positions);
  MatrixOf<Scalar> d_table = MatrixOf<Scalar>::Zero(positions, d_output.cols());
  d_table.middleRows(first, d_output.rows()) = d_output;
  return d_table;
}

#define AP_INSTANTIATE(Scalar)                                                                      \
  template MatrixOf<Scalar> embed(const MatrixOf<Scalar>&, std::span<const Index>);                 \
  template MatrixOf<Scalar> embed_backward(std::span<const Index>, const MatrixOf<Scalar>&, Index); \
  template MatrixOf<Scalar> learned_positions(const MatrixOf<Scalar>&, Index, Index);               \
  template MatrixOf<Scalar> learned_positions_backward(const MatrixOf<Scalar>&, Index, Index);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
