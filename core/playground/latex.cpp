#include "core/playground/latex.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace playground {
namespace {

constexpr attention::Index kColumnsUnasked = 10;  ///< of amsmath: its counter MaxMatrixCols

std::string entry(double value, int digits) {
  if (std::isnan(value)) return "\\mathrm{NaN}";
  if (std::isinf(value)) return value < 0 ? "-\\infty" : "\\infty";
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  const std::string text = buffer.data();
  const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
  return is_zero && text.front() == '-' ? text.substr(1) : text;
}

}  // namespace

std::string latex_matrix(const attention::Matrix& matrix, int digits) {
  std::string text;
  if (matrix.cols() > kColumnsUnasked) {
    text += "\\setcounter{MaxMatrixCols}{" + std::to_string(matrix.cols()) + "}\n";
  }
  text += "\\begin{bmatrix}\n";
  for (attention::Index row = 0; row < matrix.rows(); ++row) {
    for (attention::Index column = 0; column < matrix.cols(); ++column) {
      text += (column == 0 ? "  " : " & ") + entry(matrix(row, column), digits);
    }
    text += row + 1 == matrix.rows() ? "\n" : " \\\\\n";
  }
  return text + "\\end{bmatrix}\n";
}

}  // namespace playground
