// Token origins: which token of the text before each token of a text is, so that what was done to a word goes with it.
#pragma once

#include <string>
#include <vector>

namespace playground {

/// For each token of `after` the index that it had in `before`, -1 where it is new; no token is two.
/// `said` is taken where it can be so. Otherwise the beginnings and ends that both share are the same tokens, and in
/// between equal words are, in their order.
std::vector<int> token_origins(const std::vector<std::string>& before, const std::vector<std::string>& after,
                               const std::vector<int>& said);

}  // namespace playground
