#include "core/playground/session.hpp"

#include <cmath>

#include "core/playground/utf8.hpp"

namespace playground {

std::vector<std::string> tokenize(const std::string& text) {
  std::vector<std::string> tokens;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at).value_or(CodePoint{});
    const bool space = is_white_space(point.value);
    if (!space && !inside) tokens.emplace_back();
    if (!space) tokens.back().append(text, at, point.bytes);
    inside = !space;
    at += point.bytes;
  }
  return tokens;
}

double scale_factor(const Scale& scale, int d_k) {
  switch (scale.kind) {
    case Scale::Kind::kOn:
      return 1 / std::sqrt(static_cast<double>(d_k));
    case Scale::Kind::kOff:
      return 1;
    case Scale::Kind::kNumber:
      return scale.number;
  }
  return 1;
}

}  // namespace playground
