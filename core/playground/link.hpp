// Links: a Session as text in an address, and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/playground/result.hpp"
#include "core/playground/session.hpp"

namespace playground {

struct DecodedLink {
  Session session;
  std::vector<std::string> notices;  ///< a sentence for each value that fell back
};

/// Reads "?a=b&c=d" and "#a=b" (leading mark optional); the hash wins; "+" and "%20" are spaces.
/// Unknown names are ignored, of a name given twice the last one counts, a "%" that starts no escape stays as it is.
/// Each bad value falls back alone to the default (a selection to the nearest token or head) and gives a notice.
/// A text that comes by link is no edit by hand: vectors stays "article" unless it is given.
DecodedLink decode_link(std::string_view query, std::string_view hash);

/// What a lesson presets at a cue; a sentence where there is no such lesson or cue.
Result<Session> lesson_session(const std::string& lesson, int cue);

/// The fragment without "#": "v=1" and what differs from the defaults of version 1, or from what the open lesson
/// presets. Decodes to the same Session.
std::string encode_link(const Session& session);

}  // namespace playground
