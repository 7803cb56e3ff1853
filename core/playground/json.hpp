// JSON at the border to a host page: actions in, state and provenance out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/playground/action.hpp"
#include "core/playground/claims.hpp"
#include "core/playground/provenance.hpp"
#include "core/playground/result.hpp"

namespace playground {

/// {"type": "set_seed", "seed": 7} as an Action, or a sentence naming the type or field that is wrong.
Result<Action> action_from_json(std::string_view json);

/// The Session with the names of the link parameters as keys; seeds above 2^53 as decimal strings.
std::string state_json(const Session& session);

/// {id, question, claims: [{name, value}]}; values that are not finite as strings.
/// {"step", "loss", "held_out_accuracy", "running"}; a loss that is not finite is null.
std::string training_json(int step, double loss, double held_out_accuracy, bool running);

std::string lesson_json(const std::string& id, const std::string& question, const std::vector<Claim>& claims);

/// {formula, value, terms: [{label, value}]}; values that are not finite stand as strings ("-Infinity", "NaN").
std::string provenance_json(const Provenance& provenance);

}  // namespace playground
