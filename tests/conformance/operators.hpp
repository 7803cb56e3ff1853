// The operators of the conformance cases, computed by the attention library.
#pragma once

#include <map>
#include <string>

#include "tests/conformance/case.hpp"

namespace conformance {

/// Everything that an operator can give, by the formal name of the output.
using Outputs = std::map<std::string, Tensor>;

/// One operator: its outputs, the first of them first where the case has another name for it.
struct Operator {
  Outputs (*compute)(const Case& test);
  std::string first_output;  ///< the formal name of the output that every case has
};

/// The operator of this name, or none.
const Operator* find_operator(const std::string& op);

Outputs attention_op(const Case& test);
Outputs rotary_embedding(const Case& test);
Outputs softmax(const Case& test);
Outputs log_softmax(const Case& test);
Outputs layer_normalization(const Case& test);
Outputs rms_normalization(const Case& test);
Outputs gelu(const Case& test);
Outputs softmax_cross_entropy_loss(const Case& test);

/// Input `place`, under a name for messages. Throws std::invalid_argument where the case does not have it.
const Tensor& required_input(const Case& test, std::size_t place, const char* name);

}  // namespace conformance
