// RotaryEmbedding with given tables: x [B, n, T, d], or [B, T, n*d] with num_heads.
#include <vector>

#include "core/attention/rotary.hpp"
#include "tests/conformance/operators.hpp"

namespace conformance {
namespace {

using attention::Matrix;
using attention::require;
using attention::RotaryPairing;
using attention::RotaryTable;

/// The table of batch item `item` [T x pairs]: rows of cos_cache [P, pairs] by position_ids [B, T], or, without them,
/// cos_cache [B, T, pairs] itself.
RotaryTable table_of(const Case& test, Index item, Index tokens) {
  const Tensor& cosines = required_input(test, 1, "cos_cache");
  const Tensor& sines = required_input(test, 2, "sin_cache");
  require(cosines.shape == sines.shape, "cos_cache is " + shape_text(cosines.shape) + " and sin_cache is " +
                                            shape_text(sines.shape) + ": they need the same shape");
  const Tensor* positions = test.input("position_ids");
  if (positions == nullptr) positions = test.input(3);
  if (positions == nullptr) {
    require(cosines.rank() == 3 && cosines.shape[1] == tokens,
            "without position_ids cos_cache is [batch, T, pairs], not " + shape_text(cosines.shape));
    const Index pairs = cosines.shape[2], first = item * tokens * pairs;
    return {matrix_at(cosines, first, tokens, pairs), matrix_at(sines, first, tokens, pairs)};
  }
  require(cosines.rank() == 2 && positions->rank() == 2 && positions->shape[1] == tokens,
          "with position_ids [batch, T] cos_cache is [positions, pairs]; here they are " +
              shape_text(positions->shape) + " and " + shape_text(cosines.shape));
  const RotaryTable whole{matrix_at(cosines, 0, cosines.shape[0], cosines.shape[1]),
                          matrix_at(sines, 0, sines.shape[0], sines.shape[1])};
  const Matrix ids = matrix_at(*positions, item * tokens, 1, tokens);
  std::vector<Index> chosen;
  for (Index token = 0; token < tokens; ++token) chosen.push_back(static_cast<Index>(ids(0, token)));
  return attention::rotary_table_rows(whole, chosen);
}

}  // namespace

Outputs rotary_embedding(const Case& test) {
  const Tensor& x = required_input(test, 0, "the input");
  require(x.rank() == 3 || x.rank() == 4,
          "the input of RotaryEmbedding is " + shape_text(x.shape) + ": it needs 3 or 4 dimensions");
  const bool heads_first = x.rank() == 4;
  const Index batch = x.shape[0], heads = heads_first ? x.shape[1] : test.integer("num_heads", 0);
  require(heads >= 1, "an input of " + shape_text(x.shape) + " needs num_heads");
  const Index tokens = heads_first ? x.shape[2] : x.shape[1], width = heads_first ? x.shape[3] : x.shape[2] / heads;
  const Index dimensions = test.integer("rotary_embedding_dim", 0);
  const RotaryPairing pairing = test.integer("interleaved", 0) ? RotaryPairing::kAdjacent : RotaryPairing::kHalves;

  Tensor result = zeros(x.shape);
  for (Index item = 0; item < batch; ++item) {
    RotaryTable table = table_of(test, item, tokens);
    // rotary_embedding_dim 0 turns the whole head; the tables are then d/2 wide.
    require(table.cosines.cols() == (dimensions == 0 ? width : dimensions) / 2,
            "cos_cache has " + std::to_string(table.cosines.cols()) + " pairs for " +
                std::to_string(dimensions == 0 ? width : dimensions) + " rotated dimensions");
    const Index blocks = heads_first ? heads : 1, columns = heads_first ? width : heads * width;
    for (Index block = 0; block < blocks; ++block) {
      const Index first = (item * blocks + block) * tokens * columns;
      put_matrix(result, first, attention::rotary(matrix_at(x, first, tokens, columns), table, width, pairing));
    }
  }
  return {{"output", result}};
}

}  // namespace conformance
