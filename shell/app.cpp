#include "shell/app.hpp"

#include <algorithm>
#include <utility>

#include "core/playground/narration.hpp"
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

/// Dialogs come with the lessons, after the first picture (web/split.mjs).
void draw_dialog(Frame& frame) {
  if (!playground::lessons_are_there()) {
    return;
  }
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
  return dark ? dark_theme(preferences.contrast) : light_theme(preferences.contrast);
}

}  // namespace

App::App(Platform platform) : platform_(std::move(platform)) { open(Session{}, {}); }

void App::set_reader_tongue(playground::Tongue tongue) {
  reader_tongue_ = tongue;
  speak();
}

/// There is one language for the whole process: each way into the App says first which one it is.
void App::speak() const { playground::speak(history_.session.lang.value_or(reader_tongue_)); }

void App::open(const Session& session, const std::vector<std::string>& notices, bool keeps_undo) {
  History next{.session = session, .past = {}, .future = {}};
  if (keeps_undo) {
    next.past = history_.past;
    if (!(history_.session.model == session.model)) {
      next.past.push_back(playground::moment_of(history_.session));
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
  speak();
  const Result<History> next = playground::reduce(history_, action, gesture);
  if (!next.ok()) {
    return next.problem();
  }
  if (const auto* measure = std::get_if<playground::Measure>(&action)) {
    measure->running ? stopwatch_.start() : stopwatch_.stop();
  }
  if (const auto* train_action = std::get_if<playground::Train>(&action)) {
    if (train_action->steps > 0) {
      training_.start(train_action->steps, ++view_.gesture);
    } else if (training_.running()) {
      end_training();
    }
    return true;
  }
  const bool was_by_place = history_.session.model.vectors == playground::Vectors::kArticle;
  adopt(next.value(), std::string(playground::type_of(action)));
  const bool by_word = history_.session.model.vectors == playground::Vectors::kWord;
  if (std::holds_alternative<playground::SetText>(action) && was_by_place && by_word) {
    add_notice(view_.notices, {label(Word::kWordDrawNotice), NoticeKind::kByWord});
  }
  return true;
}

Result<bool> App::commit_field(const std::string& name, const std::string& text) {
  speak();
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
  set_reader_tongue(preferences.tongue);
  const Theme& theme = theme_of(history_.session, preferences);
  const float em = ImGui::GetFontSize();
  apply_theme(theme, em, preferences.touch, ImGui::GetStyle());
  work();
  advance_play();
  age_notices(view_.notices, static_cast<double>(ImGui::GetIO().DeltaTime));
  begin_focus(view_);
  anchors_.clear();
  transcript_.clear();
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
              .claims = claims_of(shown),
              .exhibit = exhibit_of(shown),
              .em = em,
              .can_undo = !pending_ && !history_.past.empty(),
              .can_redo = !pending_ && !history_.future.empty(),
              .view = view_,
              .anchors = anchors_,
              .pictures = pictures_,
              .transcript = transcript_,
              .compared = compared_.get(),
              .difference = difference_of(shown),
              .training = training_.running(),
              .comparing = comparing_ ? std::optional(comparing_->progress()) : std::nullopt,
              .reel = played};
  if (view_.play.active && played.cells() > 0) {
    frame.scene = scene_of(view_.play, played);
  }
  draw_window(frame);
  const bool cancelled = pending_ && draw_working(frame, history_.session.model, pending_->derivation.progress());
  end_focus(view_, transcript_);

  // The frame refers to the session that these change: take what it asks for before anything moves.
  const std::vector<Request> requests = std::exchange(frame.requests, {});
  const std::vector<FieldCommit> commits = std::exchange(frame.commits, {});
  for (const Effect& effect : frame.effects) {
    effects_.push_back(effect);
    // An open dialog says itself what was done.
    if (std::holds_alternative<CopyText>(effect) && view_.dialog == DialogKind::kNone) {
      add_notice(view_.notices, done(label(Word::kCopied)));
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
  if (has_work() || pictures_.waiting()) {
    return 0;
  }
  const double notice = next_notice_end(view_.notices);
  if (!view_.play.running) {
    return notice;
  }
  const double scene = next_scene_in();
  return notice < 0 ? scene : std::min(scene, notice);
}

std::uint64_t App::saying() const {
  const std::optional<playground::Cell> cell = explained_cell(drawn_session(), *snapshot_, view_);
  const auto mixed = [](std::uint64_t a, std::uint64_t b) { return (a ^ b) * 0x9E3779B97F4A7C15U; };
  std::uint64_t number = mixed(transcript_.fingerprint(), revision_);
  number = mixed(number, static_cast<std::uint64_t>(drawn_session().digits.value_or(-1) + 1) + (progress() ? 16U : 0U) +
                             (view_.dialog != DialogKind::kNone ? 32U : 0U));
  const playground::Cell here = cell.value_or(playground::Cell{});
  return mixed(number, static_cast<std::uint64_t>(here.tensor) << 32U ^ static_cast<std::uint64_t>(here.row) << 16U ^
                           static_cast<std::uint64_t>(here.column));
}

void App::press(const std::string& name) {
  view_.pressed = name;
  view_.slid.reset();
}

void App::slide(const std::string& name, int value) {
  view_.pressed = name;
  view_.slid = value;
}

void App::focus(const std::string& name) {
  view_.focus_moved = view_.focus != name && !name.empty();
  view_.focus = name;
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
  speak();
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
    follow_comparison(before.compare);
  }
  if (before.lesson != after.lesson) {
    stopwatch_.stop();
    unpin(view_);
    view_.cell_keys = false;
  }
  // Another change of the model than the training's own ends it.
  if (cause != "train" && training_.running() && !(before.model == after.model)) {
    end_training();
  }
  if (first || before == after) {
    return;
  }
  events_.push_back({.name = "statechanged", .cause = cause, .message = {}});
  if (before.step != after.step) {
    // A walk through the sources goes on at the next step; anything else starts anew there. What is pinned stays, so
    // that cells of different steps can be compared.
    if (!std::exchange(view_.pin_travels, false)) {
      view_.trail.clear();
      view_.cell_keys = false;
    }
    view_.legend.reset();
    drop_read(view_.notices);
    view_.sheet = Sheet::kNone;
    view_.play.start = 0;
    view_.play.seconds = 0;
    view_.play.active = view_.play.running;
    events_.push_back({.name = "stepchanged", .cause = cause, .message = {}});
  }
  if (!same_selection(before, after)) {
    // Who selects a cell while the step is played goes there.
    if (view_.play.active && !pending_ && before.step == after.step && reel().cells() > 0) {
      play_from(*selected_cell(after, *snapshot_));
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
  WindowParts parts = window_parts(frame.session, frame.exhibit != nullptr);
  parts.tall_footer = footer_has_two_lines(frame, size.x);
  WindowLayout layout =
      lay_out_window(size.x, size.y, frame.em, frame.preferences.touch, view_.controls_height, parts);
  const Rect notices = take_room_for_notices(frame, layout);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("##window", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  if (layout.header.height > 0) {
    transcript_.begin(Part::kHeader);
    draw_header(frame, layout);
  }
  if (layout.tokens.height > 0) {
    transcript_.begin(Part::kTokens);
    draw_token_strip(frame, layout);
  }
  transcript_.begin(Part::kControls);
  draw_controls_bar(frame, layout);
  transcript_.begin(Part::kSteps);
  if (layout.rail.width > 0) {
    draw_rail(frame, layout.rail);
  }
  const bool rail_on_stage = !layout.rail_shown && view_.narrow_rail_open;
  if (rail_on_stage) {
    draw_rail(frame, layout.stage);
  }
  transcript_.begin(Part::kStage);
  if (!rail_on_stage && view_.sheet != Sheet::kNone) {
    draw_sheet(frame, layout);
  } else if (!rail_on_stage) {
    draw_stage(frame, layout);
  }
  if (layout.side.width > 0) {
    transcript_.begin(Part::kExplanation);
    draw_side(frame, layout);
  }
  if (layout.footer.height > 0) {
    transcript_.begin(Part::kFooter);
    draw_footer(frame, layout);
  }
  view_.wanted_height = layout.stage.y + view_.stage_height + layout.footer.height;
  transcript_.begin(Part::kNotices);
  draw_lesson_highlight(frame, layout);
  draw_notices(frame, notices);
  if (view_.dialog == DialogKind::kNone) {
    handle_keys(frame);
  }
  ImGui::End();
  transcript_.begin(Part::kDialog);
  draw_dialog(frame);
  transcript_.begin(Part::kWorking);  // which is drawn over all of it
}

}  // namespace shell
