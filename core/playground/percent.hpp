// Percent encoding: text in the query or fragment of an address, blanks as "+".
#pragma once

#include <string>
#include <string_view>

namespace playground {

/// Letters, digits and "-._~" stay, a blank becomes "+", every other byte "%XX".
std::string percent_encoded(std::string_view text);

/// "+" and "%20" are blanks; a "%" that starts no escape stays as it is.
std::string percent_decoded(std::string_view text);

}  // namespace playground
