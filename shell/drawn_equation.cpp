#include "shell/drawn_equation.hpp"

#include <utility>

namespace shell {

std::vector<DrawnOperand> drawn_equation(playground::Step step, const playground::Model& model,
                                         bool tokens_as_columns) {
  std::vector<DrawnOperand> operands;
  for (const playground::Operand& operand : playground::equation_of(step, model)) {
    operands.push_back({.tensor = operand.tensor,
                        .transposed = operand.transposed != tokens_as_columns,
                        .named_transposed = operand.transposed,
                        .sign_before = std::string(operand.sign_before)});
  }
  if (!tokens_as_columns) {
    return operands;
  }
  for (std::size_t index = 1; index < operands.size(); ++index) {
    if (operands[index].sign_before == "·") {
      std::swap(operands[index - 1], operands[index]);
      std::swap(operands[index - 1].sign_before, operands[index].sign_before);
    }
  }
  return operands;
}

}  // namespace shell
