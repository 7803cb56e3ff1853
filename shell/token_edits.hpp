// Token edits: what makes the text one of whose words is renamed, added, removed or moved.
#pragma once

#include <string>
#include <vector>

#include "core/playground/action.hpp"

namespace shell {

/// The text has one blank between its words. Precondition of all: 0 <= index < tokens.size(). An empty word takes the
/// token away; one with blanks in it is several.
playground::SetText with_renamed(const std::vector<std::string>& tokens, int index, const std::string& word);
playground::SetText with_added(const std::vector<std::string>& tokens, int after, const std::string& word);
playground::SetText with_removed(const std::vector<std::string>& tokens, int index);
playground::SetText with_moved(const std::vector<std::string>& tokens, int from, int to);

}  // namespace shell
