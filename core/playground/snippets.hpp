// Snippets: how an author puts a view into a page of their own (docs/embedding.md).
#pragma once

#include <string>
#include <string_view>

#include "core/playground/session.hpp"

namespace playground {

/// The address that opens the session. `folder` is where the playground lies, with "/" at its end.
std::string shared_link(const Session& session, std::string_view folder);

/// `<script …></script> <attention-playground …></attention-playground>`: each parameter of the link is an attribute.
std::string element_snippet(const Session& session, std::string_view folder);

/// `<iframe …></iframe>`, for pages where scripts are not allowed.
std::string iframe_snippet(const Session& session, std::string_view folder);

}  // namespace playground
