// UTF-8: the code points of a text, strictly as Unicode has them (no overlong forms, no surrogates).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace playground {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;  ///< how many bytes of the text it takes
};

/// The code point that starts at byte `at`; empty where the bytes there are not UTF-8. Precondition: at < size.
std::optional<CodePoint> code_point_at(std::string_view text, std::size_t at);

/// The first byte that is not UTF-8; empty where all of the text is.
std::optional<std::size_t> first_invalid_byte(std::string_view text);

/// Code points of a text; a byte that is not UTF-8 counts as one.
std::size_t count_code_points(std::string_view text);

/// White space as Unicode has it.
bool is_white_space(char32_t code_point);

/// The first `limit` code points, "…" where there are more, U+FFFD for bytes that are not UTF-8.
std::string shortened(std::string_view text, std::size_t limit);

}  // namespace playground
