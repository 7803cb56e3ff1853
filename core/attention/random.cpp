#include "core/attention/random.hpp"

#include "core/attention/ziggurat.hpp"

namespace attention {

Generator::Generator(const Entropy& entropy) : bits_(SeedSequence(entropy)) {}

double Generator::standard_normal() { return attention::standard_normal(bits_); }

Matrix Generator::standard_normal(Index rows, Index columns) {
  require(rows >= 0 && columns >= 0, "cannot draw a matrix of " + shape_text(rows, columns));
  Matrix normals(rows, columns);
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) normals(row, column) = standard_normal();
  }
  return normals;
}

Matrix Generator::uniform(Index rows, Index columns) {
  require(rows >= 0 && columns >= 0, "cannot draw a matrix of " + shape_text(rows, columns));
  Matrix numbers(rows, columns);
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) numbers(row, column) = bits_.next_double();
  }
  return numbers;
}

}  // namespace attention
