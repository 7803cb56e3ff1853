// Field commits: what a text typed in a field asks for.
#pragma once

#include <string>

#include "core/playground/action.hpp"
#include "core/playground/result.hpp"
#include "core/playground/snapshot.hpp"
#include "shell/view_state.hpp"

namespace shell {

/// What a field's text is about.
struct FieldContext {
  const playground::Session& session;
  const playground::Snapshot& snapshot;
  const ViewState& view;
};

/// The action of `text` typed in the field `name` ("text", "seed", "d_model", "d_k", "heads", "kv_heads", "d_ff",
/// "scale", "mask.padding.count", "mask.window.count", "mask.prefix.count"; "cell.edit" and "cell.here" for the
/// explained cell; "token.edit" and "tokens.add" for the selected token), or a sentence that says what is wrong with
/// it.
playground::Result<playground::Action> action_of_field(const std::string& name, const std::string& text,
                                                       const FieldContext& context);

}  // namespace shell
