// The report: what the page has to do after a frame or an action, as JSON for its scripts.
#pragma once

#include <string>
#include <vector>

#include "shell/app.hpp"

namespace web {

/// {"events": [{name, cause, message}], "effects": [{type, ...}]}; empty where there is nothing to do.
/// A file stands in it by address and length of its bytes: keep the effects until they are copied.
std::string report_json(const std::vector<shell::Event>& events, const std::vector<shell::Effect>& effects);

}  // namespace web
