#include "core/playground/link.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "core/playground/edits.hpp"
#include "core/playground/history.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/percent.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace {

constexpr char kBetweenEdits = '~';
constexpr char kBetweenControls = ',';
constexpr std::size_t kMaxHidden = 64;

using Given = std::map<std::string, std::string, std::less<>>;

void read_parameters(std::string_view text, char mark, Given& given) {
  if (text.starts_with(mark)) text.remove_prefix(1);
  for (const std::string_view part : split(text, '&')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view value = part.substr(std::min(equals + 1, part.size()));
    given.insert_or_assign(percent_decoded(part.substr(0, equals)), percent_decoded(value));
  }
}

/// Applies the parameters one after the other to the Session of the defaults.
class Decoder {
 public:
  explicit Decoder(Given given) : given_(std::move(given)) {}

  /// One setting of the model: taken where it can be read and the model still keeps its limits.
  template <typename Value, typename Set>
  void model(const char* name, Result<Value> (*read)(std::string_view), Set set) {
    take(name, read, [&](Value value) -> std::optional<std::string> {
      Model next = link_.session.model;
      set(next, std::move(value));
      std::optional<std::string> sentence = broken_limit(next);
      if (!sentence) link_.session.model = std::move(next);
      return sentence;
    });
  }

  /// Any other setting: `set` gives a sentence where it does not take the value as it is.
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
    if (text && !text->empty() && *text != known) notice(name, quoted(*text) + " is not known here yet.");
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

  Given given_;
  DecodedLink link_;
};

/// The key/value heads to judge `heads` with: what is given where it fits, otherwise as many as heads.
int kv_heads_beside(int heads, const std::string* given) {
  const Result<int> kv_heads = given ? int_from_text(*given) : Result<int>(heads);
  const bool fits = kv_heads && kv_heads.value() > 0 && heads % kv_heads.value() == 0;
  return fits ? kv_heads.value() : heads;
}

std::optional<std::string> add_edit(Model& model, const CellEdit& edit, int tokens) {
  if (auto sentence = broken_edit(edit, model.sizes, tokens)) return sentence;
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

/// The Session that a link has which gives the model and nothing else.
Session default_session(const Model& model) {
  Session session;
  session.model = model;
  fit_selection(session);
  return session;
}

/// Collects the parameters that differ from what a link without them means.
class Encoder {
 public:
  void put(std::string_view name, const std::string& value, const std::string& default_value) {
    if (value != default_value) text_ += "&" + std::string(name) + "=" + percent_encoded(value);
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
  Given given;
  read_parameters(query, '?', given);
  read_parameters(hash, '#', given);
  Decoder link(std::move(given));
  Session& session = link.session();
  const std::string* const kv_heads = link.find("kv_heads");

  link.model("text", any_text, [](Model& model, std::string text) { model.text = std::move(text); });
  link.model("seed", seed_from_text, [](Model& model, std::string seed) { model.seed = std::move(seed); });
  link.model("vectors", vectors_from_text, [](Model& model, Vectors vectors) {
    model.vectors = vectors;
    model.vectors_chosen = true;
  });
  link.model("d_model", int_from_text, [](Model& model, int width) { model.sizes.d_model = width; });
  link.model("d_k", int_from_text, [](Model& model, int width) { model.sizes.d_k = width; });
  link.model("heads", int_from_text, [&](Model& model, int heads) {
    model.sizes.heads = heads;
    model.sizes.kv_heads = kv_heads_beside(heads, kv_heads);
  });
  link.model("kv_heads", int_from_text, [](Model& model, int count) { model.sizes.kv_heads = count; });
  link.model("mask", mask_from_text, [](Model& model, Mask mask) { model.mask = mask; });
  link.model("scale", scale_from_text, [](Model& model, Scale scale) { model.scale = scale; });

  const int tokens = static_cast<int>(tokenize(session.model.text).size());
  fit_selection(session);
  link.list("edits", kBetweenEdits, edit_from_text,
            [&](const CellEdit& edit) { return add_edit(session.model, edit, tokens); });
  link.take("step", step_from_text, [&](Step step) -> std::optional<std::string> {
    if (!has_step(session, step)) return missing_step(step);
    session.step = step;
    return std::nullopt;
  });
  link.selection("query", &Session::query, tokens);
  link.selection("key", &Session::key, tokens);
  link.selection("head", &Session::head, session.model.sizes.heads);
  link.take("theme", theme_from_text, [&](Theme theme) -> std::optional<std::string> {
    session.theme = theme;
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
  const Model model_default;
  const Session session_default = default_session(model);
  const auto number = [](int value) { return std::to_string(value); };
  Encoder link;
  link.put("step", std::string(info(session.step).name), std::string(info(session_default.step).name));
  link.put("text", model.text, model_default.text);
  link.put("seed", model.seed, model_default.seed);
  link.put("vectors", text_of(model.vectors), model.vectors_chosen ? "" : text_of(model_default.vectors));
  link.put("d_model", number(model.sizes.d_model), number(model_default.sizes.d_model));
  link.put("d_k", number(model.sizes.d_k), number(model_default.sizes.d_k));
  link.put("heads", number(model.sizes.heads), number(model_default.sizes.heads));
  link.put("kv_heads", number(model.sizes.kv_heads), number(model.sizes.heads));
  link.put("mask", text_of(model.mask), text_of(model_default.mask));
  link.put("scale", text_of(model.scale), text_of(model_default.scale));
  link.put("query", number(session.query), number(session_default.query));
  link.put("key", number(session.key), number(session_default.key));
  link.put("head", number(session.head), number(session_default.head));
  link.put("edits", joined(model.edits, kBetweenEdits, [](const CellEdit& edit) { return text_of(edit); }), "");
  link.put("theme", text_of(session.theme), text_of(session_default.theme));
  link.put("hide", joined(session.hide, kBetweenControls, [](const std::string& control) { return control; }), "");
  return std::move(link).text();
}

}  // namespace playground
