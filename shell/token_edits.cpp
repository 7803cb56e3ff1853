#include "shell/token_edits.hpp"

#include <algorithm>
#include <numeric>

namespace shell {
namespace {

/// The text of tokens in this order, with `word` where the order has -1.
playground::SetText in_order(const std::vector<std::string>& tokens, const std::vector<int>& order,
                             const std::string& word) {
  playground::SetText change;
  for (const int index : order) {
    const std::string& part = index < 0 ? word : tokens[static_cast<std::size_t>(index)];
    change.text += (change.text.empty() || part.empty() ? "" : " ") + part;
    change.origins.insert(change.origins.end(), index < 0 ? playground::tokenize(part).size() : 1, index);
  }
  return change;
}

std::vector<int> order_of(const std::vector<std::string>& tokens) {
  std::vector<int> order(tokens.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

playground::SetText with_renamed(const std::vector<std::string>& tokens, int index, const std::string& word) {
  std::vector<int> order = order_of(tokens);
  order[static_cast<std::size_t>(index)] = -1;
  return in_order(tokens, order, word);
}

playground::SetText with_added(const std::vector<std::string>& tokens, int after, const std::string& word) {
  std::vector<int> order = order_of(tokens);
  order.insert(order.begin() + after + 1, -1);
  return in_order(tokens, order, word);
}

playground::SetText with_removed(const std::vector<std::string>& tokens, int index) {
  return with_renamed(tokens, index, "");
}

playground::SetText with_moved(const std::vector<std::string>& tokens, int from, int to) {
  std::vector<int> order = order_of(tokens);
  const auto first = order.begin();
  if (from < to) {
    std::rotate(first + from, first + from + 1, first + to + 1);
  } else {
    std::rotate(first + to, first + from, first + from + 1);
  }
  return in_order(tokens, order, "");
}

}  // namespace shell
