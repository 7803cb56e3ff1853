// Visible text: a token as its reader can see it, with marks for what draws nothing or turns the writing around.
#pragma once

#include <string>
#include <string_view>

namespace shell {

/// Control characters as their pictures ("␀"); characters that change the direction of writing as "‹U+202E›", so that
/// no token shows another order than it has; of a text with nothing to see the first character, as "‹U+200B›".
/// Joiners inside a word stay: letters and emoji need them.
std::string visible_text(std::string_view text);

}  // namespace shell
