// Invariants: what is true of every Session that a link or an action can lead to. Used by tests and fuzzers.
#pragma once

#include <algorithm>
#include <set>
#include <string>

#include "core/playground/edits.hpp"
#include "core/playground/history.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/utf8.hpp"

namespace support {

/// The first invariant that does not hold; empty where all do.
inline std::string broken_invariant(const playground::Session& session) {
  const playground::Model& model = session.model;
  if (const auto sentence = playground::broken_limit(model)) return *sentence;
  if (model.vectors == playground::Vectors::kWord && !model.vectors_chosen) return "word vectors that nobody chose";
  if (model.scale.kind != playground::Scale::Kind::kNumber && model.scale.number != 1) return "a number without use";
  const int tokens = static_cast<int>(playground::tokenize(model.text).size());
  if (session.query < 0 || session.query >= tokens) return "query " + std::to_string(session.query);
  if (session.key < 0 || session.key >= tokens) return "key " + std::to_string(session.key);
  if (session.head < 0 || session.head >= model.sizes.heads) return "head " + std::to_string(session.head);
  if (session.feature < 0 || session.feature >= playground::kMaxFeedForwardWidth) return "a feature that cannot be";
  if (session.digits.value_or(0) < 0 || session.digits.value_or(0) > 6) return "digits that cannot be";
  if (!playground::has_step(session, session.step)) return "a step that this session lacks";
  for (const playground::CellEdit& edit : model.edits) {
    if (playground::edited_cell(edit, model.sizes).head != edit.head) return "an edit by a second name";
  }
  for (const std::string& control : session.hide) {
    if (playground::first_invalid_byte(control) || control.empty()) return "a hidden control of no name";
  }
  if (std::set<std::string>(session.hide.begin(), session.hide.end()).size() != session.hide.size()) {
    return "a control that is hidden twice";
  }
  return {};
}

inline std::string broken_invariant(const playground::History& history) {
  if (history.past.size() > playground::kUndoDepth) return "more undo steps than allowed";
  for (const playground::Moment& moment : history.past) {
    if (const auto sentence = playground::broken_limit(moment.model)) return "in the past: " + *sentence;
  }
  for (const playground::Moment& moment : history.future) {
    if (const auto sentence = playground::broken_limit(moment.model)) return "in the future: " + *sentence;
  }
  return broken_invariant(history.session);
}

}  // namespace support
