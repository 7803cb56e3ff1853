#include "tests/conformance/operators.hpp"

namespace conformance {

const Operator* find_operator(const std::string& op) {
  static const std::map<std::string, Operator> operators = {
      {"Attention", {attention_op, "Y"}},
      {"RotaryEmbedding", {rotary_embedding, "output"}},
      {"Softmax", {softmax, "output"}},
      {"LogSoftmax", {log_softmax, "output"}},
      {"LayerNormalization", {layer_normalization, "Y"}},
      {"RMSNormalization", {rms_normalization, "Y"}},
      {"Gelu", {gelu, "output"}},
      {"SoftmaxCrossEntropyLoss", {softmax_cross_entropy_loss, "output"}},
  };
  const auto found = operators.find(op);
  return found == operators.end() ? nullptr : &found->second;
}

const Tensor& required_input(const Case& test, std::size_t place, const char* name) {
  const Tensor* input = test.input(place);
  attention::require(input != nullptr, test.op + " has no input number " + std::to_string(place) + ", " + name);
  return *input;
}

}  // namespace conformance
