// Comparisons: a second model, the same as the first but for a few settings.
#pragma once

#include <string>
#include <string_view>

#include "core/playground/result.hpp"
#include "core/playground/session.hpp"

namespace playground {

/// The settings of a comparison as text_of a link: "heads=4&scale=off". A sentence where there is none, one is not
/// known (the text cannot be compared: both sides need the same tokens), or a value cannot be read.
/// An empty text means no comparison and stays empty.
Result<std::string> comparison_from_text(const Model& model, std::string_view text);

/// The model on the other side, edits and all; edits go where other numbers are drawn (seed, vectors, sizes).
/// A sentence where it breaks a limit.
Result<Model> compared_model(const Model& model, std::string_view comparison);

}  // namespace playground
