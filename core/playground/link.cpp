#include "core/playground/link.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/playground/comparison.hpp"
#include "core/playground/edits.hpp"
#include "core/playground/history.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/narration.hpp"
#include "core/playground/settings.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

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

  /// A value beside the model that is taken as it is.
  template <typename Value>
  void put(const char* name, Value Session::*member, Result<Value> (*read)(std::string_view)) {
    take(name, read, [&](const Value& value) -> std::optional<std::string> {
      link_.session.*member = value;
      return std::nullopt;
    });
  }

  /// A selection: clamped to 0 .. count - 1.
  void selection(const char* name, int Session::*member, int count) {
    take(name, int_from_text, [&](int index) -> std::optional<std::string> {
      link_.session.*member = std::clamp(index, 0, count - 1);
      if (link_.session.*member == index) return std::nullopt;
      return range_sentence(name, index, 0, count - 1);
    });
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
    if (refused > 0) {
      notice(name, say(Word::kLeftOut, {grouped(static_cast<std::int64_t>(refused)), first_sentence}));
    }
  }

  const std::string* find(std::string_view name) const {
    const auto found = given_.find(name);
    return found == given_.end() ? nullptr : &found->second;
  }

  Session& session() { return link_.session; }
  DecodedLink link() && { return std::move(link_); }

 private:
  void notice(const std::string& name, const std::string& sentence) {
    link_.notices.push_back(say(Word::kLinkNotice, {name, sentence}));
  }

  Parameters given_;
  DecodedLink link_;
};

std::optional<std::string> add_edit(Model& model, const CellEdit& edit, int tokens) {
  if (auto sentence = broken_edit(edit, model, tokens)) return sentence;
  if (model.edits.size() == std::size_t{kMaxEdits}) return say(Word::kMostEdits, {grouped(kMaxEdits)});
  model.edits = with_edit(model, edit);
  return std::nullopt;
}

std::optional<std::string> add_hidden(std::vector<std::string>& hide, std::string control) {
  if (std::find(hide.begin(), hide.end(), control) != hide.end()) return std::nullopt;
  if (hide.size() == kMaxHidden) return say(Word::kMostHidden, {std::to_string(kMaxHidden)});
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

/// What a lesson presets, where the link does not say otherwise: its own settings, then those of the cues up to its
/// own.
void add_preset(Parameters& given) {
  const auto lesson = given.find("lesson");
  const Narration* narration = lesson == given.end() ? nullptr : find_narration(lesson->second);
  if (narration == nullptr) return;
  const auto cue = given.find("cue");
  const Result<int> number = cue == given.end() ? Result<int>(0) : int_from_text(cue->second);
  const int last = std::clamp(number ? number.value() : 0, 0, static_cast<int>(narration->cues.size()) - 1);
  Parameters preset;
  read_parameters(narration->preset, '?', preset);
  for (int index = 0; index <= last; ++index) {
    read_parameters(narration->cues[static_cast<std::size_t>(index)].changes, '?', preset);
  }
  if (given.contains("text")) {  // what the preset selects are its own words
    preset.erase("query");
    preset.erase("key");
  }
  given.merge(preset);  // what is given stays
}

/// The language that a link asks for: what is wrong with it is said in that language already.
std::optional<Tongue> given_tongue(const Parameters& given) {
  const auto found = given.find("lang");
  const Result<std::optional<Tongue>> tongue = tongue_from_text(found == given.end() ? "" : found->second);
  return tongue ? tongue.value() : std::nullopt;
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
  Model usual;
  if (model.weights == Weights::kTrained && setting.name != "weights" && setting.name != "training" &&
      setting.name != "layer") {
    usual.weights = model.weights;
    usual.training = model.training;
    usual.layer = model.layer;
    usual = as_trained(std::move(usual));
  }
  return setting.text(usual);
}

/// What a lesson's preset means for the model where a link says nothing of this setting.
std::string preset_text(const Setting& setting, const Model& model, const Model& preset) {
  const bool chosen_anew = setting.name == "vectors" && model.vectors_chosen != preset.vectors_chosen;
  const bool follows_heads = setting.name == "kv_heads" && model.sizes.heads != preset.sizes.heads;
  return chosen_anew || follows_heads ? "" : setting.text(preset);
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
  add_preset(given);
  const std::optional<Tongue> lang = given_tongue(given);
  const Speaking speaking(lang.value_or(spoken()));
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
  link.selection("feature", &Session::feature, kMaxFeedForwardWidth);
  link.put("tokens", &Session::tokens_as, tokens_as_from_text);
  link.put("colors", &Session::colors, color_scale_from_text);
  link.put("digits", &Session::digits, digits_from_text);
  link.put("theme", &Session::theme, theme_from_text);
  link.take("v", int_from_text, [&](int version) -> std::optional<std::string> {
    if (version == 1) return std::nullopt;
    return say(Word::kLaterVersion, {std::to_string(version)});
  });
  link.put("lang", &Session::lang, tongue_from_text);
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
  link.take("lesson", any_text, [&](const std::string& lesson) -> std::optional<std::string> {
    if (lesson.empty() || find_narration(lesson) != nullptr) {
      session.lesson = lesson;
      return std::nullopt;
    }
    return say(Word::kNotKnownYet, {in_quotes(lesson)});
  });
  if (const Narration* narration = find_narration(session.lesson)) {
    link.selection("cue", &Session::cue, static_cast<int>(narration->cues.size()));
    link.take("knobs", any_text, [&](const std::string& text) -> std::optional<std::string> {
      const Result<Knobs> knobs = knobs_from_text(knobs_of(session.lesson), text);
      if (!knobs) return knobs.sentence();
      session.knobs = knobs.value();
      return std::nullopt;
    });
  }
  return std::move(link).link();
}

Result<Session> lesson_session(const std::string& lesson, int cue) {
  const Narration* narration = find_narration(lesson);
  if (narration == nullptr) {
    std::vector<std::string> ids;
    for (const Narration& one : narrations()) ids.push_back(one.lesson);
    return Problem{say(Word::kNotKnown, {in_quotes(lesson), listed(ids)})};
  }
  const int count = static_cast<int>(narration->cues.size());
  if (cue < 0 || cue >= count) return Problem{range_sentence("cue", cue, 0, count - 1)};
  return decode_link("", "lesson=" + lesson + "&cue=" + std::to_string(cue)).session;
}

std::string encode_link(const Session& session) {
  const Model& model = session.model;
  const bool in_lesson = find_narration(session.lesson) != nullptr;
  const Session session_default =
      in_lesson ? lesson_session(session.lesson, session.cue).value() : default_session(model);
  const auto number = [](int value) { return std::to_string(value); };
  Encoder link;
  link.put("lesson", session.lesson, "");
  link.put("cue", number(session.cue), "0");
  link.put("knobs", text_of(session.knobs), text_of(session_default.knobs));
  link.put("step", std::string(info(session.step).name), std::string(info(session_default.step).name));
  for (const Setting& setting : settings()) {
    link.put(setting.name, setting.text(model),
             in_lesson ? preset_text(setting, model, session_default.model) : default_text(setting, model));
  }
  link.put("query", number(session.query), number(session_default.query));
  link.put("key", number(session.key), number(session_default.key));
  link.put("head", number(session.head), number(session_default.head));
  link.put("feature", number(session.feature), number(session_default.feature));
  link.put("tokens", text_of(session.tokens_as), text_of(session_default.tokens_as));
  link.put("colors", text_of(session.colors), text_of(session_default.colors));
  link.put("digits", text_of(session.digits), text_of(session_default.digits));
  const auto edits_of = [](const Model& of) {
    return joined(of.edits, kBetweenEdits, [](const CellEdit& edit) { return text_of(edit); });
  };
  link.put("edits", edits_of(model), in_lesson ? edits_of(session_default.model) : "");
  link.put("compare", session.compare, session_default.compare);
  link.put("theme", text_of(session.theme), text_of(session_default.theme));
  link.put("lang", text_of(session.lang), text_of(session_default.lang));
  link.put("hide", joined(session.hide, kBetweenControls, [](const std::string& control) { return control; }), "");
  return std::move(link).text();
}

}  // namespace playground
