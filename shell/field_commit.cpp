#include "shell/field_commit.hpp"

#include "core/playground/values.hpp"

namespace shell {
namespace {

using playground::Action;
using playground::Result;

std::string trimmed(const std::string& text) {
  const char* blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

Result<Action> sizes_action(const std::string& name, const std::string& text) {
  const Result<int> number = playground::int_from_text(text);
  if (!number.ok()) {
    return playground::Problem{name + ": " + number.sentence()};
  }
  playground::SetSizes sizes;
  if (name == "d_model") {
    sizes.d_model = number.value();
  } else if (name == "d_k") {
    sizes.d_k = number.value();
  } else if (name == "heads") {
    sizes.heads = number.value();
  } else {
    sizes.kv_heads = number.value();
  }
  return Action(sizes);
}

/// "× 0.25" as the field shows it, "0.25", "on" or "off".
Result<Action> scale_action(const std::string& text) {
  const std::string sign = "×";
  const std::string number = text.starts_with(sign) ? trimmed(text.substr(sign.size())) : text;
  const Result<playground::Scale> scale = playground::scale_from_text(number);
  return scale.ok() ? Result<Action>(playground::SetScale{scale.value()}) : Result<Action>(scale.problem());
}

}  // namespace

Result<Action> action_of_field(const std::string& name, const std::string& text) {
  const std::string entry = trimmed(text);
  if (name == "text") {
    return Action(playground::SetText{text});
  }
  if (name == "seed") {
    return Action(playground::SetSeed{entry});
  }
  if (name == "scale") {
    return scale_action(entry);
  }
  if (name == "mask.padding.count") {
    const Result<playground::Mask> mask = playground::mask_from_text("padding:" + entry);
    return mask.ok() ? Result<Action>(playground::SetMask{mask.value()}) : Result<Action>(mask.problem());
  }
  if (name == "d_model" || name == "d_k" || name == "heads" || name == "kv_heads") {
    return sizes_action(name, entry);
  }
  return playground::Problem{"There is no field \"" + name + "\"."};
}

}  // namespace shell
