#include "shell/app.hpp"

#include <algorithm>
#include <utility>

#include "imgui.h"
#include "shell/cell_editing.hpp"
#include "shell/field_commit.hpp"
#include "shell/focus.hpp"
#include "shell/notices.hpp"
#include "shell/pins.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Action;
using playground::History;
using playground::Result;
using playground::Session;

/// Seconds of each frame that work takes which is too large for one.
constexpr double kWorkBudget = 0.012;

void draw_dialog(Frame& frame) {
  switch (frame.view.dialog) {
    case DialogKind::kExport:
      draw_export_dialog(frame);
      break;
    case DialogKind::kShare:
      draw_share_dialog(frame);
      break;
    case DialogKind::kNone:
      break;
  }
}

const Theme& theme_of(const Session& session, const Preferences& preferences) {
  const bool dark =
      session.theme == playground::Theme::kDark || (session.theme == playground::Theme::kAuto && preferences.dark);
  return dark ? dark_theme() : light_theme();
}

}  // namespace

App::App(Platform platform) : platform_(std::move(platform)) { open(Session{}, {}); }

void App::open(const Session& session, const std::vector<std::string>& notices, bool keeps_undo) {
  History next{.session = session, .past = {}, .future = {}};
  if (keeps_undo) {
    next.past = history_.past;
    if (!(history_.session.model == session.model)) {
      next.past.push_back({history_.session.model, std::nullopt});
    }
    if (next.past.size() > playground::kUndoDepth) {
      next.past.erase(next.past.begin());
    }
  }
  view_.notices.clear();
  adopt(std::move(next), "open");
  view_.play = {};
  view_.zoom.clear();
  unpin(view_);
  view_.sheet = Sheet::kNone;
  for (const std::string& sentence : notices) {
    add_notice(view_.notices, {sentence, NoticeKind::kLink});
    events_.push_back({.name = "failed", .cause = {}, .message = sentence});
  }
}

Result<bool> App::dispatch(const Action& action, playground::Gesture gesture) {
  const Result<History> next = playground::reduce(history_, action, gesture);
  if (!next.ok()) {
    return next.problem();
  }
  const bool was_by_place = history_.session.model.vectors == playground::Vectors::kArticle;
  adopt(next.value(), std::string(playground::type_of(action)));
  const bool by_word = history_.session.model.vectors == playground::Vectors::kWord;
  if (std::holds_alternative<playground::SetText>(action) && was_by_place && by_word) {
    add_notice(view_.notices, {std::string(words::kWordDrawNotice), NoticeKind::kByWord});
  }
  return true;
}

Result<bool> App::commit_field(const std::string& name, const std::string& text) {
  // What was typed is about what is shown: all of it must be there.
  const playground::Snapshot& whole = snapshot();
  const Result<Action> action = action_of_field(name, text, {session_shown(), whole, view_});
  Result<bool> done = action.ok() ? dispatch(action.value()) : Result<bool>(action.problem());
  if (!done.ok()) {
    refuse(done.sentence());
  }
  return done;
}

void App::draw(const Preferences& preferences) {
  const Theme& theme = theme_of(history_.session, preferences);
  const float em = ImGui::GetFontSize();
  apply_theme(theme, em, preferences.touch, ImGui::GetStyle());
  work_for(kWorkBudget);
  advance_play();
  age_notices(view_.notices, static_cast<double>(ImGui::GetIO().DeltaTime));
  begin_focus(view_);
  anchors_.clear();
  view_.hovered.reset();
  pictures_.begin_frame();
  const Reel played = reel();
  const Session shown = session_shown();

  Frame frame{.session = shown,
              .snapshot = *snapshot_,
              .theme = theme,
              .platform = platform_,
              .preferences = preferences,
              .limits = limits_,
              .checks = checks_of(shown),
              .em = em,
              .can_undo = !pending_ && !history_.past.empty(),
              .can_redo = !pending_ && !history_.future.empty(),
              .view = view_,
              .anchors = anchors_,
              .pictures = pictures_,
              .compared = compared_.get(),
              .difference = difference_of(shown),
              .comparing = comparing_ ? std::optional(comparing_->progress()) : std::nullopt,
              .reel = played};
  if (view_.play.active && played.cells() > 0) {
    frame.scene = scene_of(view_.play, played);
  }
  draw_window(frame);
  const bool cancelled = pending_ && draw_working(frame, pending_->derivation.progress());
  end_focus(view_);

  // The frame refers to the session that these change: take what it asks for before anything moves.
  const std::vector<Request> requests = std::exchange(frame.requests, {});
  const std::vector<FieldCommit> commits = std::exchange(frame.commits, {});
  for (const Effect& effect : frame.effects) {
    effects_.push_back(effect);
    // An open dialog says itself what was done.
    if (std::holds_alternative<CopyText>(effect) && view_.dialog == DialogKind::kNone) {
      add_notice(view_.notices, done(std::string(words::kCopied)));
    }
  }
  for (const Request& request : requests) {
    // What is shown is not the session: a press meant something else, but the drag or stroke that is being computed
    // goes on.
    if (pending_ && (request.gesture.id == 0 || request.gesture.id != history_.gesture)) {
      continue;
    }
    if (const Result<bool> done = dispatch(request.action, request.gesture); !done.ok()) {
      refuse(done.sentence());
    }
  }
  for (const FieldCommit& commit : commits) {
    (void)commit_field(commit.name, commit.text);
  }
  follow_pin();
  if (cancelled) {
    cancel();
  }
}

bool App::claims_drag(float x, float y) const {
  const auto on = [&](const char* name) {
    const std::optional<Rect> rect = anchors_.find(name);
    return rect && rect->contains(x, y);
  };
  return on("cell.drag") || (view_.painting && on("matrix.masked_scores"));
}

double App::next_frame_in() const {
  if (pending_ || comparing_) {
    return 0;
  }
  const double notice = next_notice_end(view_.notices);
  if (!view_.play.running) {
    return notice;
  }
  const double scene = next_scene_in();
  return notice < 0 ? scene : std::min(scene, notice);
}

bool App::zooms_at(float x, float y) const {
  const GridAnchor* grid = anchors_.grid_at(x, y);
  return grid != nullptr && grid->zooms;
}

bool App::pans_at(float x, float y) const {
  const GridAnchor* grid = anchors_.grid_at(x, y);
  return grid != nullptr && grid->pans;
}

std::vector<Effect> App::take_effects() { return std::exchange(effects_, {}); }

std::vector<Event> App::take_events() { return std::exchange(events_, {}); }

void App::adopt(History next, const std::string& cause) {
  const bool first = snapshot_ == nullptr;
  const History history_before = std::exchange(history_, std::move(next));
  const Session& before = history_before.session;
  const Session& after = history_.session;
  if (first || !(before.model == after.model)) {
    derive(history_before);
  } else if (!pending_ && before.head != after.head) {
    measure_limits();
  }
  if (!(before.model == after.model)) {
    drop_untrue(view_.notices, after.model);
  }
  if (first || !(before.model == after.model) || before.compare != after.compare) {
    follow_comparison();
  }
  if (first || before == after) {
    return;
  }
  events_.push_back({.name = "statechanged", .cause = cause, .message = {}});
  if (before.step != after.step) {
    // A walk through the sources goes on at the next step; anything else starts anew there.
    if (!std::exchange(view_.pin_travels, false)) {
      unpin(view_);
      view_.cell_keys = false;
    }
    view_.legend.reset();
    view_.sheet = Sheet::kNone;
    view_.play.start = 0;
    view_.play.seconds = 0;
    view_.play.active = view_.play.running;
    events_.push_back({.name = "stepchanged", .cause = cause, .message = {}});
  }
  if (!same_selection(before, after)) {
    // Who selects a cell while the step is played goes there.
    if (view_.play.active && !pending_ && before.step == after.step && reel().cells() > 0) {
      play_from(*selected_cell(after, *snapshot_, view_));
    }
    events_.push_back({.name = "selectionchanged", .cause = cause, .message = {}});
  }
}

void App::refuse(const std::string& sentence) {
  add_notice(view_.notices, refusal(sentence));
  events_.push_back({.name = "failed", .cause = {}, .message = sentence});
}

void App::draw_window(Frame& frame) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  WindowParts parts = window_parts(frame.session);
  parts.tall_footer = footer_has_two_lines(frame, size.x);
  const WindowLayout layout =
      lay_out_window(size.x, size.y, frame.em, frame.preferences.touch, view_.controls_height, parts);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("##window", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  if (layout.header.height > 0) {
    draw_header(frame, layout);
  }
  if (layout.tokens.height > 0) {
    draw_token_strip(frame, layout);
  }
  draw_controls_bar(frame, layout);
  if (layout.rail.width > 0) {
    draw_rail(frame, layout.rail);
  }
  if (!layout.rail_shown && view_.narrow_rail_open) {
    draw_rail(frame, layout.stage);
  } else if (view_.sheet != Sheet::kNone) {
    draw_sheet(frame, layout);
  } else {
    draw_stage(frame, layout);
  }
  if (layout.side.width > 0) {
    draw_side(frame, layout);
  }
  if (layout.footer.height > 0) {
    draw_footer(frame, layout);
  }
  view_.wanted_height = layout.stage.y + view_.stage_height + layout.footer.height;
  draw_notices(frame, layout);
  if (view_.dialog == DialogKind::kNone) {
    handle_keys(frame);
  }
  ImGui::End();
  draw_dialog(frame);
}

}  // namespace shell
