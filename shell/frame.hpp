// Frame: what every view reads while one picture is drawn, and what it gives back.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/playground/action.hpp"
#include "core/playground/checks.hpp"
#include "core/playground/claims.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"
#include "shell/anchors.hpp"
#include "shell/platform.hpp"
#include "shell/theme.hpp"
#include "shell/transcript.hpp"
#include "shell/view_state.hpp"

namespace shell {

struct Request {
  playground::Action action;
  playground::Gesture gesture;
};

/// Magnitude of full colour for each tensor: the largest finite one in it, on both sides of a comparison.
using Limits = std::array<double, playground::kTensorCount>;

class Pictures;
struct Difference;

struct Frame {
  const playground::Session& session;
  const playground::Snapshot& snapshot;
  const Theme& theme;
  const Platform& platform;
  const Preferences& preferences;
  const Limits& limits;
  std::span<const playground::Check> checks;  ///< of the step
  std::span<const playground::Claim> claims;  ///< of the open lesson
  const playground::Exhibit* exhibit;         ///< of its cue, instead of the main view; null where that is shown
  float em;                                   ///< font size in pixels: the unit of all sizes
  bool can_undo;
  bool can_redo;
  ViewState& view;  ///< the one thing that a view may change
  Anchors& anchors;
  Pictures& pictures;
  Transcript& transcript;
  const playground::Snapshot* compared = nullptr;  ///< the other side of a comparison
  const Difference* difference = nullptr;          ///< of the step's results, where both have the same shape
  bool training = false;                           ///< steps are being taken with each frame
  std::optional<double> comparing = {};            ///< share of that side that is computed, while it is not there
  Reel reel = {};                                  ///< of the step; no cells where it makes none
  std::optional<Scene> scene = {};                 ///< while the step is played or held: what has come to be
  float wrap_x = 0;                                ///< where text wraps, in window coordinates; 0: at the window's edge
  std::vector<Request> requests = {};              ///< actions, applied in order after the picture is drawn
  std::vector<Effect> effects = {};
  std::vector<FieldCommit> commits = {};  ///< texts typed in fields, parsed after the picture is drawn

  void request(playground::Action action, playground::Gesture gesture = {}) {
    requests.push_back({std::move(action), gesture});
  }
};

}  // namespace shell
