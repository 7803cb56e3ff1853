// The activations by the names that the golden files use.
#pragma once

#include <map>
#include <string>

#include "core/attention/activation.hpp"

namespace support {

inline const std::map<std::string, attention::Activation> kActivations{{"relu", attention::Activation::kRelu},
                                                                       {"gelu", attention::Activation::kGelu},
                                                                       {"gelu_tanh", attention::Activation::kGeluTanh},
                                                                       {"silu", attention::Activation::kSilu}};

}  // namespace support
