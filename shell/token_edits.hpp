// Token edits: the text after one of its words was renamed, added, removed or moved.
#pragma once

#include <string>
#include <vector>

namespace shell {

/// The words with one blank between them.
std::string joined(const std::vector<std::string>& tokens);

/// Precondition of all: 0 <= index < tokens.size(). An empty word takes the token away.
std::string with_renamed(std::vector<std::string> tokens, int index, const std::string& word);
std::string with_added(std::vector<std::string> tokens, int after, const std::string& word);
std::string with_removed(std::vector<std::string> tokens, int index);
std::string with_moved(std::vector<std::string> tokens, int from, int to);

}  // namespace shell
