#include "core/attention/rotary.hpp"

#include <cmath>
#include <string>

namespace attention {
namespace {

template <typename Scalar>
void require_fit(const MatrixOf<Scalar>& x, const RotaryTableOf<Scalar>& table, Index head_width) {
  require(same_shape(table.cosines, table.sines), "the cosines are " + shape_text(table.cosines) +
                                                      " and the sines are " + shape_text(table.sines) +
                                                      ": they need the same shape");
  require(head_width >= 1 && x.cols() % head_width == 0,
          "x is " + shape_text(x) + ": its columns do not split into heads of width " + std::to_string(head_width));
  require(table.cosines.rows() == x.rows(), "x is " + shape_text(x) + " and the cosines are " +
                                                shape_text(table.cosines) + ": they need one row a token each");
  require(2 * table.cosines.cols() <= head_width, "the cosines are " + shape_text(table.cosines) +
                                                      ", a pair of columns each: a head of width " +
                                                      std::to_string(head_width) + " has not that many");
}

/// `direction` 1 turns, -1 turns back.
template <typename Scalar>
MatrixOf<Scalar> turned(const MatrixOf<Scalar>& x, const RotaryTableOf<Scalar>& table, Index head_width,
                        RotaryPairing pairing, Scalar direction) {
  require_fit(x, table, head_width);
  const Index pairs = table.cosines.cols();
  MatrixOf<Scalar> result = x;
  for (Index row = 0; row < x.rows(); ++row) {
    for (Index first = 0; first < x.cols(); first += head_width) {
      for (Index pair = 0; pair < pairs; ++pair) {
        const bool adjacent = pairing == RotaryPairing::kAdjacent;
        const Index column_a = first + (adjacent ? 2 * pair : pair);
        const Index column_b = adjacent ? column_a + 1 : column_a + pairs;
        const Scalar a = x(row, column_a), b = x(row, column_b);
        const Scalar cosine = table.cosines(row, pair), sine = direction * table.sines(row, pair);
        result(row, column_a) = a * cosine - b * sine;
        result(row, column_b) = a * sine + b * cosine;
      }
    }
  }
  return result;
}

template <typename Scalar>
RotaryTableOf<Scalar> table_for(const std::vector<Index>& positions, Index head_width, const RotaryOptions& options) {
  return rotary_table<Scalar>(positions, options.dimensions.value_or(head_width), options.base);
}

}  // namespace

std::vector<Index> consecutive_positions(Index count, Index first) {
  require(count >= 0, std::to_string(count) + " positions cannot be");
  std::vector<Index> positions;
  for (Index position = first; position < first + count; ++position) positions.push_back(position);
  return positions;
}

template <typename Scalar>
RotaryTableOf<Scalar> rotary_table(const std::vector<Index>& positions, Index dimensions, double base) {
  require(dimensions >= 0 && dimensions % 2 == 0,
          std::to_string(dimensions) + " rotated dimensions cannot be: they turn in pairs");
  require(base > 0, "a base of " + std::to_string(base) + " cannot be: it must be above 0");
  const Index rows = static_cast<Index>(positions.size()), pairs = dimensions / 2;
  RotaryTableOf<Scalar> table{MatrixOf<Scalar>(rows, pairs), MatrixOf<Scalar>(rows, pairs)};
  for (Index pair = 0; pair < pairs; ++pair) {
    const double theta = std::pow(base, -2 * static_cast<double>(pair) / static_cast<double>(dimensions));
    for (Index row = 0; row < rows; ++row) {
      const double angle = static_cast<double>(positions[static_cast<std::size_t>(row)]) * theta;
      table.cosines(row, pair) = static_cast<Scalar>(std::cos(angle));
      table.sines(row, pair) = static_cast<Scalar>(std::sin(angle));
    }
  }
  return table;
}

template <typename Scalar>
RotaryTableOf<Scalar> rotary_table_rows(const RotaryTableOf<Scalar>& table, const std::vector<Index>& positions) {
  const Index rows = static_cast<Index>(positions.size());
  RotaryTableOf<Scalar> chosen{MatrixOf<Scalar>(rows, table.cosines.cols()),
                               MatrixOf<Scalar>(rows, table.sines.cols())};
  for (Index row = 0; row < rows; ++row) {
    const Index position = positions[static_cast<std::size_t>(row)];
    require(position >= 0 && position < table.cosines.rows() && position < table.sines.rows(),
            "position " + std::to_string(position) + " is not in tables of " + shape_text(table.cosines) + " and " +
                shape_text(table.sines));
    chosen.cosines.row(row) = table.cosines.row(position);
    chosen.sines.row(row) = table.sines.row(position);
  }
  return chosen;
}

template <typename Scalar>
MatrixOf<Scalar> rotary(const MatrixOf<Scalar>& x, const RotaryTableOf<Scalar>& table, Index head_width,
                        RotaryPairing pairing) {
  return turned(x, table, head_width, pairing, Scalar(1));
}

template <typename Scalar>
MatrixOf<Scalar> rotary(const MatrixOf<Scalar>& x, const std::vector<Index>& positions, Index head_width,
                        const RotaryOptions& options) {
  return rotary(x, table_for<Scalar>(positions, head_width, options), head_width, options.pairing);
}

template <typename Scalar>
MatrixOf<Scalar> rotary_backward(const MatrixOf<Scalar>& d_rotated, const RotaryTableOf<Scalar>& table,
                                 Index head_width, RotaryPairing pairing) {
  // rotated = R x with R orthogonal, so that d_x = R^T d_rotated = R^-1 d_rotated
  return turned(d_rotated, table, head_width, pairing, Scalar(-1));
}

template <typename Scalar>
MatrixOf<Scalar> rotary_backward(const MatrixOf<Scalar>& d_rotated, const std::vector<Index>& positions,
                                 Index head_width, const RotaryOptions& options) {
  return rotary_backward(d_rotated, table_for<Scalar>(positions, head_width, options), head_width, options.pairing);
}

#define ATTENTION_ROTARY(Scalar)                                                                                     \
  template RotaryTableOf<Scalar> rotary_table<Scalar>(const std::vector<Index>&, Index, double);                     \
  template RotaryTableOf<Scalar> rotary_table_rows(const RotaryTableOf<Scalar>&, const std::vector<Index>&);         \
  template MatrixOf<Scalar> rotary(const MatrixOf<Scalar>&, const RotaryTableOf<Scalar>&, Index, RotaryPairing);     \
  template MatrixOf<Scalar> rotary(const MatrixOf<Scalar>&, const std::vector<Index>&, Index, const RotaryOptions&); \
  template MatrixOf<Scalar> rotary_backward(const MatrixOf<Scalar>&, const RotaryTableOf<Scalar>&, Index,            \
                                            RotaryPairing);                                                          \
  template MatrixOf<Scalar> rotary_backward(const MatrixOf<Scalar>&, const std::vector<Index>&, Index,               \
                                            const RotaryOptions&)
ATTENTION_ROTARY(double);
ATTENTION_ROTARY(float);
#undef ATTENTION_ROTARY

}  // namespace attention
