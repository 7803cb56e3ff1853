// What tests of lessons ask for: a session at the cue that shows something, with knobs turned, and what is stated and
// shown there. What is not there fails the test by name.
#pragma once

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/playground/claims.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/link.hpp"
#include "core/playground/narration.hpp"

namespace support {

/// The first cue of a lesson that shows this exhibit, with knobs turned: "width:64~scale:on".
inline playground::Session showing(const std::string& lesson, std::string_view exhibit, const std::string& knobs = "") {
  const playground::Narration* narration = playground::find_narration(lesson);
  REQUIRE_MESSAGE(narration != nullptr, lesson);
  for (std::size_t cue = 0; cue < narration->cues.size(); ++cue) {
    if (narration->cues[cue].exhibit == exhibit) {
      const auto link = playground::decode_link(
          "", "lesson=" + lesson + "&cue=" + std::to_string(cue) + (knobs.empty() ? "" : "&knobs=" + knobs));
      REQUIRE_MESSAGE(link.notices.empty(), (link.notices.empty() ? "" : link.notices.front()));
      return link.session;
    }
  }
  FAIL("no cue of " << lesson << " shows " << exhibit);
  return {};
}

inline playground::Session turned(playground::Session session, std::string_view knob, const std::string& value) {
  const playground::Knob* found = playground::find_knob(playground::knobs_of(session.lesson), knob);
  REQUIRE_MESSAGE(found != nullptr, knob);
  session.knobs = playground::with_knob(session.knobs, *found, playground::knob_value(*found, value).value());
  return session;
}

inline std::optional<double> find_claim(const playground::Session& session, std::string_view name,
                                        const playground::Timings& timings = {}) {
  const auto snapshot = playground::derive(session.model, nullptr);
  for (const playground::Claim& one : playground::claims_of(session, *snapshot, timings)) {
    if (one.name == name) return one.value;
  }
  return std::nullopt;
}

inline double claim(const playground::Session& session, std::string_view name,
                    const playground::Timings& timings = {}) {
  const std::optional<double> value = find_claim(session, name, timings);
  REQUIRE_MESSAGE(value.has_value(), name);
  return *value;
}

inline playground::Exhibit shown(const playground::Session& session, const playground::Timings& timings = {}) {
  const auto snapshot = playground::derive(session.model, nullptr);
  auto exhibit = playground::exhibit_of(session, *snapshot, timings);
  REQUIRE(exhibit.has_value());
  return *exhibit;
}

template <typename What>
const What* find_figure(const playground::Exhibit& exhibit, std::string_view id) {
  for (const playground::Figure& one : exhibit.figures) {
    if (one.id == id) return std::get_if<What>(&one.what);
  }
  return nullptr;
}

template <typename What>
What figure(const playground::Exhibit& exhibit, std::string_view id) {
  const What* found = find_figure<What>(exhibit, id);
  REQUIRE_MESSAGE(found != nullptr, id);
  return *found;
}

template <typename What>
What figure(const playground::Session& session, std::string_view id) {
  return figure<What>(shown(session), id);
}

/// Whether each reading of the exhibit's instruments holds.
inline std::vector<bool> readings(const playground::Session& session) {
  std::vector<bool> hold;
  for (const playground::Reading& one : figure<playground::Instruments>(session, "instruments").readings) {
    hold.push_back(one.holds);
  }
  return hold;
}

}  // namespace support
