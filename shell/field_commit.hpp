// Field commits: what a text typed in a field asks for.
#pragma once

#include <string>

#include "core/playground/action.hpp"
#include "core/playground/result.hpp"

namespace shell {

/// The action of `text` typed in the field `name` ("text", "seed", "d_model", "d_k", "heads", "kv_heads", "scale",
/// "mask.padding.count"), or a sentence that says what is wrong with it.
playground::Result<playground::Action> action_of_field(const std::string& name, const std::string& text);

}  // namespace shell
