#include "shell/field_commit.hpp"

#include <algorithm>

#include "core/playground/lesson.hpp"
#include "core/playground/values.hpp"
#include "shell/pins.hpp"
#include "shell/texts.hpp"
#include "shell/token_edits.hpp"

namespace shell {
namespace {

using playground::Action;
using playground::Result;

std::string trimmed(const std::string& text) {
  const char* blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The page writes a real minus sign; what a person copies from it is a number too.
std::string plain_minus(std::string text) {
  const std::string minus = "−";
  if (text.starts_with(minus)) {
    text = "-" + text.substr(minus.size());
  }
  return text;
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
  } else if (name == "d_ff") {
    sizes.d_ff = number.value();
  } else {
    sizes.kv_heads = number.value();
  }
  return Action(sizes);
}

/// "× 0.25" as the field shows it, "0.25", "on" or "off".
Result<Action> scale_action(const std::string& text) {
  const std::string sign = "×";
  const std::string number = text.starts_with(sign) ? trimmed(text.substr(sign.size())) : text;
  const Result<playground::Scale> scale = playground::scale_from_text(plain_minus(number));
  return scale.ok() ? Result<Action>(playground::SetScale{scale.value()}) : Result<Action>(scale.problem());
}

/// "mask.window.count": one part of the mask, the others stay.
Result<Action> mask_action(const std::string& name, const std::string& text, playground::Mask mask) {
  const Result<int> number = playground::int_from_text(text);
  if (!number.ok()) {
    return number.problem();
  }
  if (name == "mask.padding.count") {
    mask.padding = number.value();
  } else if (name == "mask.window.count") {
    mask.window = number.value();
  } else {
    mask.prefix = number.value();
  }
  mask.painted.clear();
  return Action(playground::SetMask{mask});
}

/// "layers" of a number, "tip.x" or "tip.y" of a point whose other coordinate stays.
Result<Action> knob_action(const std::string& name, const std::string& text, const playground::Session& session) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const std::string id = name.substr(0, dot);
  if (dot == name.size()) {
    return Action(playground::TurnKnob{id, text});
  }
  const playground::Knob* knob = playground::find_knob(playground::knobs_of(session.lesson), id);
  const Result<double> number = playground::number_from_text(text);
  if (knob == nullptr || !number.ok()) {
    return number.ok() ? playground::Problem{say(Word::kNoField, {name})} : number.problem();
  }
  playground::Point point = playground::point_of(playground::value_of(*knob, session.knobs));
  (name.ends_with(".x") ? point.x : point.y) = number.value();
  return Action(playground::TurnKnob{id, playground::point_text(point)});
}

Result<Action> cell_action(const std::string& text, const FieldContext& context) {
  const std::optional<playground::Cell> cell = explained_cell(context.session, context.snapshot, context.view);
  if (!cell) {
    return playground::Problem{label(Word::kNoCell)};
  }
  const Result<double> value = playground::number_from_text(plain_minus(text));
  if (!value.ok()) {
    return value.problem();
  }
  return Action(playground::EditCell{{cell->tensor, cell->row, cell->column, cell->head, value.value()}});
}

}  // namespace

Result<Action> action_of_field(const std::string& name, const std::string& text, const FieldContext& context) {
  const std::string entry = trimmed(text);
  const std::vector<std::string>& tokens = context.snapshot.tokens;
  const int token = context.session.query;
  if (name == "cell.edit" || name == "cell.here") {
    return cell_action(entry, context);
  }
  if (name == "token.edit") {
    return Action(with_renamed(tokens, token, entry));
  }
  if (name == "tokens.add") {
    return Action(with_added(tokens, token, entry));
  }
  if (name == "text") {
    return Action(playground::SetText{text});
  }
  if (name == "seed") {
    return Action(playground::SetSeed{entry});
  }
  if (name == "scale") {
    return scale_action(entry);
  }
  if (name.starts_with("knob.")) {
    return knob_action(name.substr(5), plain_minus(entry), context.session);
  }
  if (name.starts_with("mask.")) {
    return mask_action(name, entry, context.session.model.mask);
  }
  if (name == "d_model" || name == "d_k" || name == "heads" || name == "kv_heads" || name == "d_ff") {
    return sizes_action(name, entry);
  }
  return playground::Problem{say(Word::kNoField, {name})};
}

}  // namespace shell
