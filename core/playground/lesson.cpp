#include "core/playground/lesson.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/playground/lessons/lessons.hpp"
#include "core/playground/link.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace {

const Cue* cue_of(const Session& session) {
  const Narration* narration = find_narration(session.lesson);
  if (narration == nullptr || session.cue < 0 || session.cue >= static_cast<int>(narration->cues.size()))
    return nullptr;
  return &narration->cues[static_cast<std::size_t>(session.cue)];
}

std::optional<std::string> find_label(std::string_view lesson, std::string_view name) {
  const Narration* narration = find_narration(lesson);
  const Spoken* label = narration == nullptr ? nullptr : narration->label(name);
  return label == nullptr ? std::nullopt : std::optional(label->text());
}

std::string label_of_lesson(std::string_view lesson, std::string_view name) {
  return find_label(lesson, name).value_or("⟨" + std::string(name) + "⟩");
}

}  // namespace

namespace words_private {
namespace {

/// Words of the text that a narration may name.
void add_words(const Lecture& lecture, std::vector<Claim>& claims) {
  const std::vector<std::string>& words = lecture.snapshot().tokens;
  const auto add = [&](const char* name, int token) {
    claims.push_back({name, static_cast<double>(token), words[static_cast<std::size_t>(token)]});
  };
  add("query_word", lecture.session().query);
  add("key_word", lecture.session().key);
  add("first_word", 0);
  add("last_word", static_cast<int>(words.size()) - 1);
}

}  // namespace
}  // namespace words_private

Lecture::Lecture(const Lesson& lesson, const Session& session, const Snapshot& snapshot, const Timings& timings)
    : lesson_(lesson), session_(session), snapshot_(snapshot), timings_(timings) {}

std::string_view Lecture::exhibit() const {
  const Cue* cue = cue_of(session_);
  return cue == nullptr ? std::string_view() : cue->exhibit;
}

std::string_view Lecture::option(std::string_view knob) const {
  return value_of(*find_knob(lesson_.knobs, knob), session_.knobs);
}

double Lecture::number(std::string_view knob) const { return std::atof(std::string(option(knob)).c_str()); }

int Lecture::whole(std::string_view knob) const { return static_cast<int>(number(knob)); }

bool Lecture::on(std::string_view knob) const { return option(knob) == "on"; }

Point Lecture::point(std::string_view knob) const { return point_of(option(knob)); }

std::string Lecture::text(std::string_view label) const { return label_of_lesson(lesson_.id, label); }

std::string Lecture::text(std::string_view label, std::initializer_list<std::string_view> values) const {
  std::string written = text(label);
  for (const std::string_view value : values) {
    const std::size_t place = written.find("{}");
    if (place != std::string::npos) written.replace(place, 2, value);
  }
  return written;
}

std::span<const Lesson> lessons() {
  static const std::vector<Lesson> all{attention_lesson(), similarity_lesson(), scale_lesson(),     mask_lesson(),
                                       softmax_lesson(),   heads_lesson(),      positions_lesson(), cost_lesson(),
                                       flash_lesson(),     cache_lesson(),      train_lesson(),     parameters_lesson(),
                                       cross_lesson(),     recurrence_lesson(), context_lesson(),   block_lesson()};
  return all;
}

const Lesson* find_lesson(std::string_view id) {
  const std::span<const Lesson> all = lessons();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Lesson& lesson) { return lesson.id == id; });
  return found == all.end() ? nullptr : &*found;
}

std::span<const Knob> knobs_of(std::string_view lesson) {
  const Lesson* found = find_lesson(lesson);
  return found == nullptr ? std::span<const Knob>() : found->knobs;
}

std::string knob_label(std::string_view lesson, const Knob& knob) {
  return label_of_lesson(lesson, "knob." + std::string(knob.id));
}

std::string option_label(std::string_view lesson, const Knob& knob, std::string_view option) {
  const std::string name = "knob." + std::string(knob.id) + "." + std::string(option);
  if (const std::optional<std::string> label = find_label(lesson, name)) return *label;
  const std::string text(option);
  const bool whole = text.size() < 16 && !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return whole ? grouped(std::strtoll(text.c_str(), nullptr, 10)) : text;
}

bool trains_slowly(const Session& session) {
  const Knob* speed = find_knob(knobs_of(session.lesson), "speed");
  return speed != nullptr && value_of(*speed, session.knobs) == "slow";
}

bool went_away(const Session& session) {
  const Cue* cue = cue_of(session);
  const Result<Session> told = lesson_session(session.lesson, session.cue);
  if (cue == nullptr || !told.ok()) return false;
  return (cue->exhibit.empty() && told.value().step != session.step) ||
         (cue->of_own_text && told.value().model.text != session.model.text);
}

std::optional<Exhibit> exhibit_of(const Session& session, const Snapshot& snapshot, const Timings& timings) {
  const Lesson* lesson = find_lesson(session.lesson);
  const Cue* cue = cue_of(session);
  if (lesson == nullptr || lesson->exhibit == nullptr || cue == nullptr || cue->exhibit.empty()) return std::nullopt;
  return lesson->exhibit(Lecture(*lesson, session, snapshot, timings));
}

std::vector<Claim> claims_of(const Session& session, const Snapshot& snapshot, const Timings& timings) {
  const Lesson* lesson = find_lesson(session.lesson);
  if (lesson == nullptr) return {};
  const Lecture lecture(*lesson, session, snapshot, timings);
  std::vector<Claim> claims = lesson->claims(lecture);
  words_private::add_words(lecture, claims);
  return claims;
}

}  // namespace playground
