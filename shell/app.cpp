#include "shell/app.hpp"

#include <algorithm>
#include <utility>

#include "imgui.h"
#include "shell/field_commit.hpp"
#include "shell/hiding.hpp"
#include "shell/matrix_grid.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Action;
using playground::History;
using playground::Result;
using playground::Session;

constexpr double kSecondsPerStep = 2.5;  ///< while playing

/// Notices that are shown at once; the oldest goes when another comes.
constexpr std::size_t kMostNotices = 3;

Limits limits_of(const playground::Snapshot& snapshot, int head) {
  Limits limits{};
  for (int index = 0; index < playground::kTensorCount; ++index) {
    if (const attention::Matrix* matrix = snapshot.tensor(static_cast<playground::Tensor>(index), head)) {
      limits[static_cast<std::size_t>(index)] = largest_magnitude(*matrix);
    }
  }
  return limits;
}

bool same_selection(const Session& a, const Session& b) {
  return a.query == b.query && a.key == b.key && a.head == b.head;
}

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
  adopt(std::move(next), "open");
  view_.playing = false;
  view_.notices.clear();
  for (const std::string& sentence : notices) {
    notify({sentence});
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
    notify({std::string(words::kWordDrawNotice), true});
  }
  return true;
}

Result<bool> App::commit_field(const std::string& name, const std::string& text) {
  const Result<Action> action = action_of_field(name, text);
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
  advance_play();
  anchors_.clear();
  view_.hovered.reset();

  Frame frame{.session = history_.session,
              .snapshot = *snapshot_,
              .theme = theme,
              .platform = platform_,
              .preferences = preferences,
              .limits = limits_,
              .em = em,
              .can_undo = !history_.past.empty(),
              .can_redo = !history_.future.empty(),
              .view = view_,
              .anchors = anchors_};
  draw_window(frame);

  // The frame refers to the session that these change: take what it asks for before anything moves.
  const std::vector<Request> requests = std::exchange(frame.requests, {});
  const std::vector<FieldCommit> commits = std::exchange(frame.commits, {});
  effects_.insert(effects_.end(), frame.effects.begin(), frame.effects.end());
  for (const Request& request : requests) {
    if (const Result<bool> done = dispatch(request.action, request.gesture); !done.ok()) {
      refuse(done.sentence());
    }
  }
  for (const FieldCommit& commit : commits) {
    (void)commit_field(commit.name, commit.text);
  }
}

double App::next_frame_in() const { return view_.playing ? std::max(0.0, kSecondsPerStep - view_.play_clock) : -1; }

std::vector<Effect> App::take_effects() { return std::exchange(effects_, {}); }

std::vector<Event> App::take_events() { return std::exchange(events_, {}); }

void App::adopt(History next, const std::string& cause) {
  const bool first = snapshot_ == nullptr;
  const Session before = history_.session;
  history_ = std::move(next);
  const Session& after = history_.session;
  if (first || !(before.model == after.model)) {
    snapshot_ = playground::derive(after.model, snapshot_);
  }
  if (first || !(before.model == after.model) || before.head != after.head) {
    limits_ = limits_of(*snapshot_, after.head);
  }
  if (first || before == after) {
    return;
  }
  events_.push_back({.name = "statechanged", .cause = cause, .message = {}});
  if (before.step != after.step) {
    view_.cell_keys = false;
    view_.play_clock = 0;
    events_.push_back({.name = "stepchanged", .cause = cause, .message = {}});
  }
  if (!same_selection(before, after)) {
    events_.push_back({.name = "selectionchanged", .cause = cause, .message = {}});
  }
}

void App::notify(Notice notice) {
  std::erase_if(view_.notices, [&](const Notice& shown) { return shown.sentence == notice.sentence; });
  if (view_.notices.size() == kMostNotices) {
    view_.notices.erase(view_.notices.begin());
  }
  view_.notices.push_back(std::move(notice));
}

void App::refuse(const std::string& sentence) {
  notify({sentence});
  events_.push_back({.name = "failed", .cause = {}, .message = sentence});
}

void App::advance_play() {
  if (!view_.playing) {
    return;
  }
  view_.play_clock += static_cast<double>(ImGui::GetIO().DeltaTime);
  if (view_.play_clock < kSecondsPerStep) {
    return;
  }
  view_.play_clock = 0;
  (void)dispatch(playground::NextStep{});
  view_.playing = history_.session.step != playground::steps_of(history_.session).back();
}

void App::draw_window(Frame& frame) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const WindowLayout layout = lay_out_window(size.x, size.y, frame.em, frame.preferences.touch, view_.controls_height,
                                             window_parts(history_.session));
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
  } else {
    draw_stage(frame, layout);
  }
  if (layout.side.width > 0) {
    draw_side(frame, layout);
  }
  if (layout.footer.height > 0) {
    draw_footer(frame, layout);
  }
  if (view_.dialog == DialogKind::kNone) {
    handle_keys(frame);
  }
  ImGui::End();
  draw_dialog(frame);
}

}  // namespace shell
