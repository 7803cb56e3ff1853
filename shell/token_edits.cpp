#include "shell/token_edits.hpp"

#include <algorithm>

namespace shell {

std::string joined(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) {
    text += (text.empty() || token.empty() ? "" : " ") + token;
  }
  return text;
}

std::string with_renamed(std::vector<std::string> tokens, int index, const std::string& word) {
  tokens[static_cast<std::size_t>(index)] = word;
  return joined(tokens);
}

std::string with_added(std::vector<std::string> tokens, int after, const std::string& word) {
  tokens.insert(tokens.begin() + after + 1, word);
  return joined(tokens);
}

std::string with_removed(std::vector<std::string> tokens, int index) {
  tokens.erase(tokens.begin() + index);
  return joined(tokens);
}

std::string with_moved(std::vector<std::string> tokens, int from, int to) {
  const auto first = tokens.begin();
  if (from < to) {
    std::rotate(first + from, first + from + 1, first + to + 1);
  } else {
    std::rotate(first + to, first + from, first + from + 1);
  }
  return joined(tokens);
}

}  // namespace shell
