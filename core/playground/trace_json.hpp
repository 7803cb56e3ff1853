// The whole trace as JSON: settings, tokens and every tensor, for programs of any language.
#pragma once

#include <string>

#include "core/playground/result.hpp"
#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

/// A file that would be larger is refused: browsers give a page no more memory than a few times as much.
inline constexpr std::size_t kLargestTrace = 150'000'000;

/// {"format": "attention-playground-trace", "version": 1, "link", "settings", "tokens", "tensors"}; settings are the
/// Session under the names of the link parameters. A tensor is {"symbol", "shape", "data"}: rows of numbers in full,
/// shape [rows, columns], or [heads, rows, columns] where each head has its own. JSON has no infinity: it stands as
/// "-Infinity", "Infinity" or "NaN".
Result<std::string> trace_json(const Session& session, const Snapshot& snapshot);

}  // namespace playground
