#include "core/playground/token_origins.hpp"

#include <algorithm>

namespace playground {
namespace {

/// Whether each token is named once at most, and is the same word.
bool can_be_so(const std::vector<std::string>& before, const std::vector<std::string>& after,
               const std::vector<int>& said) {
  if (said.size() != after.size()) return false;
  std::vector<bool> taken(before.size());
  for (std::size_t index = 0; index < said.size(); ++index) {
    if (said[index] == -1) continue;
    const auto origin = static_cast<std::size_t>(said[index]);
    if (said[index] < 0 || origin >= before.size() || taken[origin] || before[origin] != after[index]) return false;
    taken[origin] = true;
  }
  return true;
}

}  // namespace

std::vector<int> token_origins(const std::vector<std::string>& before, const std::vector<std::string>& after,
                               const std::vector<int>& said) {
  if (can_be_so(before, after, said)) return said;
  std::vector<int> origins(after.size(), -1);
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t begin = 0;
  for (; begin < shorter && before[begin] == after[begin]; ++begin) origins[begin] = static_cast<int>(begin);
  std::size_t end = 0;  // tokens from the last one on
  for (; end < shorter - begin && before[before.size() - 1 - end] == after[after.size() - 1 - end]; ++end) {
    origins[after.size() - 1 - end] = static_cast<int>(before.size() - 1 - end);
  }
  std::vector<bool> taken(before.size());
  for (std::size_t index = begin; index < after.size() - end; ++index) {
    for (std::size_t origin = begin; origin < before.size() - end && origins[index] < 0; ++origin) {
      if (taken[origin] || before[origin] != after[index]) continue;
      taken[origin] = true;
      origins[index] = static_cast<int>(origin);
    }
  }
  return origins;
}

}  // namespace playground
