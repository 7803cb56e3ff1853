#include "core/playground/link.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/playground/comparison.hpp"
#include "core/playground/edits.hpp"
#include "core/playground/history.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/settings.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace {

constexpr char kBetweenEdits = '~';
constexpr char kBetweenControls = ',';
constexpr std::size_t kMaxHidden = 64;

/// Applies the parameters one after the other to the Session of the defaults.
class Decoder {
 public:
  explicit Decoder(Parameters given) : given_(std::move(given)) {}

  /// The settings of the model, each taken where it can be read and the model still keeps its limits.
  void model() {
    for (const Setting& setting : settings()) {
      const std::string* text = find(setting.name);
      if (!text) continue;
      const Result<Model> next = setting.with(link_.session.model, *text, given_);
      const std::optional<std::string> sentence = next ? broken_limit(next.value()) : next.sentence();
      if (sentence) {
        notice(std::string(setting.name), *sentence);
      } else {
        link_.session.model = next.value();
      }
    }
  }

  /// A value beside the model: `set` gives a sentence where it does not take the value as it is.
  template <typename Value, typename Set>
  void take(const char* name, Result<Value> (*read)(std::string_view), Set set) {
    const std::string* text = find(name);
    if (!text) return;
    const Result<Value> value = read(*text);
    const std::optional<std::string> sentence = value ? set(value.value()) : value.sentence();
    if (sentence) notice(name, *sentence);
  }

  /// A selection: clamped to 0 .. count - 1.
  void selection(const char* name, int Session::*member, int count) {
    take(name, int_from_text, [&](int index) -> std::optional<std::string> {
      link_.session.*member = std::clamp(index, 0, count - 1);
      if (link_.session.*member == index) return std::nullopt;
      return range_sentence(name, index, 0, count - 1);
    });
  }

  /// A parameter that so far has one value, the one of links without it.
  void only(const char* name, std::string_view known) {
    const std::string* text = find(name);
    if (text && !text->empty() && *text != known) notice(name, in_quotes(*text) + " is not known here yet.");
  }

  /// A list whose bad items are left out, with one notice for all of them.
  template <typename Value, typename Add>
  void list(const char* name, char separator, Result<Value> (*read)(std::string_view), Add add) {
    const std::string* text = find(name);
    if (!text || text->empty()) return;
    std::size_t refused = 0;
    std::string first_sentence;
    for (const std::string_view item : split(*text, separator)) {
      const Result<Value> value = read(item);
      const std::optional<std::string> sentence = value ? add(value.value()) : value.sentence();
      if (sentence && refused++ == 0) first_sentence = *sentence;
    }
    if (refused > 0) notice(name, "Left out: " + grouped(static_cast<std::int64_t>(refused)) + ". " + first_sentence);
  }

  const std::string* find(std::string_view name) const {
    const auto found = given_.find(name);
    return found == given_.end() ? nullptr : &found->second;
  }

  Session& session() { return link_.session; }
  DecodedLink link() && { return std::move(link_); }

 private:
  void notice(const std::string& name, const std::string& sentence) {
    link_.notices.push_back("The link's " + name + " is not used as given. " + sentence);
  }

  Parameters given_;
  DecodedLink link_;
};

std::optional<std::string> add_edit(Model& model, const CellEdit& edit, int tokens) {
  if (auto sentence = broken_edit(edit, model, tokens)) return sentence;
  if (model.edits.size() == std::size_t{kMaxEdits}) return "At most " + grouped(kMaxEdits) + " edits are allowed.";
  model.edits = with_edit(model, edit);
  return std::nullopt;
}

std::optional<std::string> add_hidden(std::vector<std::string>& hide, std::string control) {
  if (std::find(hide.begin(), hide.end(), control) != hide.end()) return std::nullopt;
  if (hide.size() == kMaxHidden) return "At most " + std::to_string(kMaxHidden) + " controls can be hidden.";
  hide.push_back(std::move(control));
  return std::nullopt;
}

Result<std::string> any_text(std::string_view text) { return std::string(text); }

/// A step of the block asks for the block: four times the model's width, as in Vaswani et al. 2017, unless d_ff is
/// given.
void add_block(Session& session, Step step, bool width_given) {
  Model next = session.model;
  next.sizes.d_ff = 4 * next.sizes.d_model;
  const bool wanted = info(step).needs == Needs::kBlock && !width_given;
  if (wanted && !broken_limit(next)) session.model = std::move(next);
}

/// The Session that a link has which gives the model and nothing else.
Session default_session(const Model& model) {
  Session session;
  session.model = model;
  fit_selection(session);
  return session;
}

/// What a link without this setting means for the model.
std::string default_text(const Setting& setting, const Model& model) {
  if (setting.name == "vectors" && model.vectors_chosen) return "";
  if (setting.name == "kv_heads") return std::to_string(model.sizes.heads);
  return setting.text(Model{});
}

/// Collects the parameters that differ from what a link without them means.
class Encoder {
 public:
  void put(std::string_view name, const std::string& value, const std::string& default_value) {
    if (value != default_value) text_ += parameter_text(name, value);
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_ = "v=1";
};

template <typename Items, typename ToText>
std::string joined(const Items& items, char separator, ToText to_text) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += separator;
    text += to_text(item);
  }
  return text;
}

}  // namespace

DecodedLink decode_link(std::string_view query, std::string_view hash) {
  Parameters given;
  read_parameters(query, '?', given);
  read_parameters(hash, '#', given);
  Decoder link(std::move(given));
  Session& session = link.session();
  link.model();

  const int tokens = static_cast<int>(tokenize(session.model.text).size());
  link.take("step", step_from_text, [&](Step step) -> std::optional<std::string> {
    add_block(session, step, link.find("d_ff") != nullptr);
    if (!has_step(session, step)) return missing_step(step);
    session.step = step;
    return std::nullopt;
  });
  fit_selection(session);
  link.list("edits", kBetweenEdits, edit_from_text,
            [&](const CellEdit& edit) { return add_edit(session.model, edit, tokens); });
  link.selection("query", &Session::query, tokens);
  link.selection("key", &Session::key, tokens);
  link.selection("head", &Session::head, session.model.sizes.heads);
  link.take("theme", theme_from_text, [&](Theme theme) -> std::optional<std::string> {
    session.theme = theme;
    return std::nullopt;
  });
  link.take("compare", any_text, [&](const std::string& text) -> std::optional<std::string> {
    const Result<std::string> comparison = comparison_from_text(session.model, text);
    if (!comparison) return comparison.sentence();
    const Result<Model> other = compared_model(session.model, comparison.value());
    if (!other) return other.sentence();
    session.compare = comparison.value();
    return std::nullopt;
  });
  link.list("hide", kBetweenControls, control_from_text,
            [&](std::string control) { return add_hidden(session.hide, std::move(control)); });
  link.only("lesson", "");
  link.only("weights", "random");
  link.only("training", "");
  link.only("lang", "en");
  return std::move(link).link();
}

std::string encode_link(const Session& session) {
  const Model& model = session.model;
  const Session session_default = default_session(model);
  const auto number = [](int value) { return std::to_string(value); };
  Encoder link;
  link.put("step", std::string(info(session.step).name), std::string(info(session_default.step).name));
  for (const Setting& setting : settings()) {
    link.put(setting.name, setting.text(model), default_text(setting, model));
  }
  link.put("query", number(session.query), number(session_default.query));
  link.put("key", number(session.key), number(session_default.key));
  link.put("head", number(session.head), number(session_default.head));
  link.put("edits", joined(model.edits, kBetweenEdits, [](const CellEdit& edit) { return text_of(edit); }), "");
  link.put("compare", session.compare, "");
  link.put("theme", text_of(session.theme), text_of(session_default.theme));
  link.put("hide", joined(session.hide, kBetweenControls, [](const std::string& control) { return control; }), "");
  return std::move(link).text();
}

}  // namespace playground
