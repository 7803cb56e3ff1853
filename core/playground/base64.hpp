// Base64url: bytes as letters, digits, "-" and "_", without padding (RFC 4648, section 5).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace playground {

std::string base64url_encoded(std::string_view bytes);

/// Nothing where the text is not base64url, or has bits left over that are not 0.
std::optional<std::string> base64url_decoded(std::string_view text);

}  // namespace playground
