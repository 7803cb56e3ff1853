// Term bars: the terms of a sum as bars with their numbers, names and sources, and written out where they are many.
#pragma once

#include <string>

#include "core/playground/provenance.hpp"
#include "shell/frame.hpp"

namespace shell {

/// The terms as bars and the sum beside or below them; a click on a number follows it to its cell. The terms are found
/// under the name `sum`.
void draw_sum_of_terms(Frame& frame, const std::string& sum, const playground::Provenance& origin, float width);

/// The name of a source of a term: "term[3].source[0]" where that of the sum is "term".
std::string source_name(const std::string& sum, std::size_t term, std::size_t source);

/// How the values of a term's sources make its own: "0.5 × (−2.0) = −1.0", "(0.5 − 0.1)² ÷ 4 = 0.0"; where there is
/// nothing to calculate its value alone.
std::string written_value(const playground::Provenance& origin, const playground::Term& term, int digits);

/// What tells a term from the others: the token it belongs to, or the number of its column or row.
std::string term_name(const Frame& frame, const playground::Provenance& origin, std::size_t index);

}  // namespace shell
