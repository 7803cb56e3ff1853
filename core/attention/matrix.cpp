#include "core/attention/matrix.hpp"

#include <stdexcept>

namespace attention {

std::string shape_text(Index rows, Index columns) { return std::to_string(rows) + " x " + std::to_string(columns); }

void require(bool condition, std::string_view sentence) {
  if (!condition) throw std::invalid_argument(std::string(sentence));
}

}  // namespace attention
