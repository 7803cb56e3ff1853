// Claims: what a lesson states as numbers, computed now from core/attention and the session's own tensors, and the
// words of the session's text that its numbers are about.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"
#include "core/playground/timings.hpp"

namespace playground {

struct Claim {
  std::string name;  ///< "top_weight_scaled"
  double value = 0;
  std::string word = {};  ///< what stands in its place where it is a word of the text; empty: the number
};

/// The claims of the session's lesson; empty without one.
std::vector<Claim> claims_of(const Session& session, const Snapshot& snapshot, const Timings& timings = {});

/// A narration's text with its claims written out: "{leak_each:3}" as "0.056", "{query_word}" as "it". An unknown name
/// stays as it stands.
std::string with_claims(std::string_view text, std::span<const Claim> claims);

}  // namespace playground
