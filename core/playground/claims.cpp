#include "core/playground/claims.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/playground/wording.hpp"

namespace playground {
namespace {

/// A large whole number has separators: "1,048,576".
std::string written_claim(const Claim& claim, int digits) {
  if (!claim.word.empty()) return claim.word;
  const double value = claim.value;
  constexpr double kGroupedFrom = 1'000;
  const bool whole = std::isfinite(value) && value == std::round(value) && std::abs(value) < 1e15;
  return digits == 0 && whole && std::abs(value) >= kGroupedFrom ? grouped(static_cast<std::int64_t>(value))
                                                                 : number_text(value, digits);
}

}  // namespace

std::string with_claims(std::string_view text, std::span<const Claim> claims) {
  std::string written;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    const std::size_t close = text.find('}', open);
    written += text.substr(0, open);
    if (open == text.size() || close == std::string_view::npos) return written += text.substr(open);
    const std::string_view place = text.substr(open + 1, close - open - 1);
    const std::size_t colon = std::min(place.find(':'), place.size());
    const auto claim = std::find_if(claims.begin(), claims.end(),
                                    [&](const Claim& one) { return one.name == place.substr(0, colon); });
    const int digits = colon < place.size() ? std::atoi(std::string(place.substr(colon + 1)).c_str()) : 2;
    written += claim == claims.end() ? std::string(text.substr(open, close - open + 1)) : written_claim(*claim, digits);
    text.remove_prefix(close + 1);
  }
  return written;
}

}  // namespace playground
