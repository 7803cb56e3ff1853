#include "core/playground/history.hpp"

#include <algorithm>
#include <utility>

#include "core/playground/comparison.hpp"
#include "core/playground/edits.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/link.hpp"
#include "core/playground/token_origins.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

int token_count(const Model& model) { return static_cast<int>(tokenize(model.text).size()); }

Selection selection_of(const Session& session) {
  return {session.step, session.query, session.key, session.head, session.feature};
}

/// The session with its model exchanged for `next`, and the moment that leads back.
Moment exchange_model(Session& session, Moment next) {
  Moment all = moment_of(session);
  const Selection before = *all.lost_selection;
  Moment moment{std::exchange(session.model, std::move(next.model)), std::nullopt, std::nullopt};
  if (next.lost_lesson) {
    moment.lost_lesson = std::move(all.lost_lesson);
    moment.lost_selection = before;
    session.lesson = std::move(next.lost_lesson->lesson);
    session.cue = next.lost_lesson->cue;
    session.knobs = std::move(next.lost_lesson->knobs);
    session.compare = std::move(next.lost_lesson->compare);
  }
  if (const auto& selection = next.lost_selection) {
    session.step = selection->step;
    session.query = selection->query;
    session.key = selection->key;
    session.head = selection->head;
    session.feature = selection->feature;
  }
  fit_selection(session);
  if (next.lost_compare) session.compare = std::move(*next.lost_compare);
  if (!session.compare.empty() && !compared_model(session.model, session.compare)) {
    moment.lost_compare = std::exchange(session.compare, {});
  }
  if (!next.lost_selection && selection_of(session) != before) moment.lost_selection = before;
  return moment;
}

/// The history with the model `next`, as one more undo step or as more of the same gesture. Undo brings back what the
/// change takes of the selection, and where it opens a lesson all of that.
Result<History> changed(const History& history, Model next, Gesture gesture, bool opens_lesson = false) {
  if (next == history.session.model) return history;
  if (auto sentence = broken_limit(next)) return Problem{*sentence};
  History result = history;
  const bool same_gesture = gesture.id != 0 && gesture.id == history.gesture && !history.past.empty();
  Moment before = exchange_model(result.session, {std::move(next), std::nullopt, std::nullopt});
  if (opens_lesson) before = moment_of(history.session);
  result.future.clear();
  result.gesture = gesture.id;
  if (!same_gesture) {
    result.past.push_back(std::move(before));
  } else {
    Moment& first = result.past.back();
    if (!first.lost_selection) first.lost_selection = before.lost_selection;
    if (!first.lost_lesson) first.lost_lesson = std::move(before.lost_lesson);
    if (!first.lost_compare) first.lost_compare = std::move(before.lost_compare);
  }
  if (result.past.size() > kUndoDepth) result.past.erase(result.past.begin());
  if (result.past.back().model == result.session.model) {  // a gesture that ends where it began leaves nothing to undo
    result.past.pop_back();
    result.gesture = 0;
  }
  return result;
}

/// Undo or redo: the newest moment of `from` becomes the session's, whose own goes to `to`.
History moved(History history, std::vector<Moment> History::*from, std::vector<Moment> History::*to) {
  Moment next = std::move((history.*from).back());
  (history.*from).pop_back();
  (history.*to).push_back(exchange_model(history.session, std::move(next)));
  history.gesture = 0;
  return history;
}

/// A sentence where `index` is given and is none of `count` things.
std::optional<std::string> not_among(const char* subject, std::optional<int> index, int count) {
  if (!index || (*index >= 0 && *index < count)) return std::nullopt;
  return range_sentence(subject, *index, 0, count - 1);
}

/// What each action does. Every case gives a whole new history.
struct Reducer {
  const History& history;
  Gesture gesture;

  const Session& session() const { return history.session; }
  const Model& model() const { return history.session.model; }
  Result<History> change(Model next) const { return changed(history, std::move(next), gesture); }
  History with_step(Step step) const {
    History result = history;
    result.session.step = step;
    return result;
  }

  Result<History> operator()(const SetText& action) const {
    Model next = model();
    if (action.text == next.text) return history;
    next.text = action.text;
    if (auto sentence = broken_text(action.text)) return Problem{*sentence};
    const std::vector<std::string> before = tokenize(model().text);
    const std::vector<std::string> after = tokenize(next.text);
    const std::vector<int> origins = token_origins(before, after, action.origins);
    if (next.weights == Weights::kRandom) {
      if (!next.vectors_chosen) next.vectors = Vectors::kWord;
      next.vectors_chosen = true;
    }
    const bool by_place = next.weights == Weights::kRandom && next.vectors == Vectors::kArticle;
    if (next.vectors != model().vectors || (by_place && after.size() != before.size())) {
      next.edits.clear();
    } else if (!by_place) {
      next.edits = edits_with_tokens(next, origins);
    }
    next.mask = fitted(next.mask, origins, static_cast<int>(before.size()));
    return change(std::move(next));
  }

  Result<History> operator()(const SetSeed& action) const {
    const Result<std::string> seed = seed_from_text(action.seed);
    if (!seed) return seed.problem();
    Model next = model();
    next.seed = seed.value();
    if (next.seed != model().seed) next.edits.clear();
    return change(std::move(next));
  }

  Result<History> operator()(const SetSizes& action) const {
    Model next = model();
    next.sizes.d_model = action.d_model.value_or(next.sizes.d_model);
    next.sizes.d_k = action.d_k.value_or(next.sizes.d_k);
    next.sizes.heads = action.heads.value_or(next.sizes.heads);
    next.sizes.d_ff = action.d_ff.value_or(next.sizes.d_ff);
    next.sizes.kv_heads = action.kv_heads.value_or(action.heads ? next.sizes.heads : next.sizes.kv_heads);
    if (next.sizes != model().sizes) next.edits.clear();
    return change(std::move(next));
  }

  Result<History> operator()(const SetVectors& action) const {
    Model next = model();
    if (action.vectors != next.vectors) next.edits.clear();
    next.vectors = action.vectors;
    next.vectors_chosen = true;
    return change(std::move(next));
  }

  Result<History> operator()(const SetMask& action) const {
    Model next = model();
    next.mask = action.mask;
    return change(std::move(next));
  }

  Result<History> operator()(const PaintMask& action) const {
    const int tokens = token_count(model());
    if (auto sentence = not_among("row", action.row, tokens)) return Problem{*sentence};
    if (auto sentence = not_among("column", action.column, tokens)) return Problem{*sentence};
    Model next = model();
    if (allows(next.mask, action.row, action.column, tokens) == action.allowed) return history;
    next.mask = with_painted_cell(next.mask, action.row, action.column, action.allowed, tokens);
    return change(std::move(next));
  }

  Result<History> operator()(const SetPositions& action) const {
    Model next = model();
    next.positions = action.positions;
    return change(std::move(next));
  }

  Result<History> operator()(const SetScale& action) const {
    Model next = model();
    next.scale = action.scale;
    if (next.scale.kind != Scale::Kind::kNumber) next.scale.number = 1;
    return change(std::move(next));
  }

  Result<History> operator()(const GoToStep& action) const {
    if (!has_step(session(), action.step)) return Problem{missing_step(action.step)};
    return with_step(action.step);
  }

  Result<History> operator()(const NextStep&) const { return beside(1); }
  Result<History> operator()(const PreviousStep&) const { return beside(-1); }

  Result<History> beside(int direction) const {
    const std::vector<Step> steps = steps_of(session());
    const auto here = std::find(steps.begin(), steps.end(), session().step) - steps.begin();
    const auto last = static_cast<std::ptrdiff_t>(steps.size()) - 1;
    return with_step(steps[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(here + direction, 0, last))]);
  }

  Result<History> operator()(const Select& action) const {
    const int tokens = token_count(model());
    if (auto sentence = not_among("query", action.query, tokens)) return Problem{*sentence};
    if (auto sentence = not_among("key", action.key, tokens)) return Problem{*sentence};
    if (auto sentence = not_among("feature", action.feature, kMaxFeedForwardWidth)) return Problem{*sentence};
    History result = history;
    result.session.query = action.query.value_or(session().query);
    result.session.key = action.key.value_or(session().key);
    result.session.feature = action.feature.value_or(session().feature);
    return result;
  }

  Result<History> operator()(const SelectHead& action) const {
    if (auto sentence = not_among("head", action.head, model().sizes.heads)) return Problem{*sentence};
    History result = history;
    result.session.head = action.head;
    return result;
  }

  Result<History> operator()(const EditCell& action) const {
    if (auto sentence = broken_edit(action.edit, model(), token_count(model()))) return Problem{*sentence};
    Model next = model();
    next.edits = with_edit(model(), action.edit);
    return change(std::move(next));
  }

  Result<History> operator()(const ResetCell& action) const {
    CellEdit cell = action.cell;
    cell.value = 0;
    if (auto sentence = broken_edit(cell, model(), token_count(model()))) return Problem{*sentence};
    Model next = model();
    next.edits = without_edit(model(), cell);
    return change(std::move(next));
  }

  Result<History> operator()(const ResetEdits&) const {
    Model next = model();
    next.edits.clear();
    return change(std::move(next));
  }

  Result<History> operator()(const Undo&) const {
    if (history.past.empty()) return Problem{say(Word::kNothingToUndo, {})};
    return moved(history, &History::past, &History::future);
  }

  Result<History> operator()(const Redo&) const {
    if (history.future.empty()) return Problem{say(Word::kNothingToRedo, {})};
    return moved(history, &History::future, &History::past);
  }

  Result<History> operator()(const SetTheme& action) const {
    History result = history;
    result.session.theme = action.theme;
    return result;
  }

  Result<History> operator()(const SetView& action) const {
    History result = history;
    result.session.tokens_as = action.tokens.value_or(session().tokens_as);
    result.session.colors = action.colors.value_or(session().colors);
    result.session.digits = action.digits.value_or(session().digits);
    return result;
  }

  Result<History> operator()(const SetLang& action) const {
    History result = history;
    result.session.lang = action.lang;
    return result;
  }

  Result<History> operator()(const OpenLesson& action) const {
    History result = history;
    if (action.lesson.empty()) {
      result.session.lesson.clear();
      result.session.cue = 0;
      result.session.knobs.clear();
      return result;
    }
    const Result<Session> opened = lesson_session(action.lesson, action.cue);
    if (!opened) return opened.problem();
    Session next = opened.value();
    result = changed(history, next.model, gesture, true).value();
    next.theme = session().theme;
    next.tokens_as = session().tokens_as;
    next.colors = session().colors;
    next.digits = session().digits;
    next.lang = session().lang;
    next.hide = session().hide;
    result.session = std::move(next);
    return result;
  }

  Result<History> operator()(const TurnKnob& action) const {
    const std::span<const Knob> knobs = knobs_of(session().lesson);
    const Knob* knob = find_knob(knobs, action.knob);
    // The reader's sentence about an unknown name is that of a link.
    if (knob == nullptr) return knobs_from_text(knobs, action.knob.empty() ? ":" : action.knob).problem();
    const Result<std::string> value = knob_value(*knob, action.value);
    if (!value) return value.problem();
    History result = history;
    result.session.knobs = with_knob(session().knobs, *knob, value.value());
    return result;
  }

  Result<History> operator()(const SetWeights& action) const {
    if (action.weights == model().weights) return history;
    Model next = model();
    next.weights = action.weights;
    const Model usual;
    next.sizes = usual.sizes;
    next.positions = usual.positions;
    next.scale = usual.scale;
    next.layer = usual.layer;
    next.edits.clear();
    if (next.weights == Weights::kTrained) next = as_trained(std::move(next));
    return change(std::move(next));
  }

  Result<History> operator()(const SetTraining& action) const {
    Model next = model();
    next.training = action.training;
    next.weights = Weights::kTrained;
    next.edits.clear();
    return change(as_trained(std::move(next)));
  }

  Result<History> operator()(const SetLayer& action) const {
    if (model().weights != Weights::kTrained) return Problem{say(Word::kNoLayers, {})};
    if (auto sentence = not_among("layer", action.layer, plan_of(model()).layers)) return Problem{*sentence};
    Model next = model();
    next.layer = action.layer;
    next.edits.clear();
    next = as_trained(std::move(next));
    next.scale = model().scale;
    return change(std::move(next));
  }

  Result<History> operator()(const Train& action) const {
    if (action.steps < 0 || action.steps > kMostTrainingSteps) {
      return Problem{range_sentence("steps", action.steps, 0, kMostTrainingSteps)};
    }
    const bool goes_on = model().weights == Weights::kTrained && model().training;
    Model next = model();
    next.training = next.training.value_or(TrainingPlan{});
    next.training->steps = std::min(next.training->steps + action.steps, kMostTrainingSteps);
    next.weights = Weights::kTrained;
    next = as_trained(std::move(next));
    // Another model than before begins without what was changed by hand.
    if (goes_on) next.scale = model().scale;
    if (!goes_on) next.edits.clear();
    return change(std::move(next));
  }

  Result<History> operator()(const Measure&) const { return history; }

  Result<History> operator()(const SetCompare& action) const {
    const Result<std::string> comparison = comparison_from_text(model(), action.compare);
    if (!comparison) return comparison.problem();
    if (const Result<Model> other = compared_model(model(), comparison.value()); !other) return other.problem();
    History result = history;
    result.session.compare = comparison.value();
    return result;
  }
};

}  // namespace

Moment moment_of(const Session& session) {
  return {session.model, selection_of(session),
          OpenedLesson{session.lesson, session.cue, session.knobs, session.compare}};
}

void fit_selection(Session& session) {
  const int last_token = token_count(session.model) - 1;
  session.query = std::clamp(session.query, 0, last_token);
  session.key = std::clamp(session.key, 0, last_token);
  session.head = std::clamp(session.head, 0, session.model.sizes.heads - 1);
  if (!has_step(session, session.step)) session.step = Step::kOutput;
}

Result<History> reduce(const History& history, const Action& action, Gesture gesture) {
  return std::visit(Reducer{history, gesture}, action);
}

}  // namespace playground
