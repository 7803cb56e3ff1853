#include <iostream>

#include "core/attention/mask.hpp"
#include "core/attention/scaled_dot_product.hpp"

int main() {
  const attention::Matrix x{{1, 0}, {0, 1}, {1, 1}};
  const auto trace = attention::scaled_dot_product_attention(x, x, x, {.mask = attention::causal_mask(3, 3)});
  std::cout << "weights\n" << trace.weights << "\noutput\n" << trace.output << "\n";
  return trace.output.row(0) == x.row(0) ? 0 : 1;
}
