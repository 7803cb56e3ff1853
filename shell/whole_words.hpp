// Whole words: which words of a text fall apart when they are drawn character by character.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace shell {

/// Whether nothing is joined, stacked, reordered or written from right to left in the text. Code points of labels that
/// are whole already (private use) are plain.
bool is_plain_text(std::string_view text);

/// The text with `whole(word)` for each word that is not plain; the punctuation around it stays where it is.
std::string with_whole_words(std::string_view text, const std::function<std::string(std::string_view)>& whole);

}  // namespace shell
