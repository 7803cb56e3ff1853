#include "shell/app.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/playground/equation.hpp"
#include "imgui.h"
#include "shell/field_commit.hpp"
#include "shell/matrix_grid.hpp"
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

constexpr double kShortestScene = 1.0 / 60;  ///< seconds: at most so many pictures while playing
constexpr double kEarly = 0.004;             ///< a timer rings late, and the picture waits for the screen anyway
constexpr double kSecondsAtTokens = 2;       ///< the step without a matrix, while playing

/// Maximum, exponential, sum and quotient are shown one after the other.
constexpr int kSoftmaxParts = 4;

/// Notices that are shown at once; the oldest goes when another comes.
constexpr std::size_t kMostNotices = 3;

/// Work, in multiply-adds, that is done before the next picture without asking: some 20 ms.
constexpr double kSmallWork = 60e6;
/// Seconds of each frame that larger work takes.
constexpr double kWorkBudget = 0.012;

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

const Theme& theme_of(const Session& session, const Preferences& preferences) {
  const bool dark =
      session.theme == playground::Theme::kDark || (session.theme == playground::Theme::kAuto && preferences.dark);
  return dark ? dark_theme() : light_theme();
}

}  // namespace

App::App(Platform platform) : platform_(std::move(platform)) { open(Session{}, {}); }

void App::open(const Session& session, const std::vector<std::string>& notices) {
  adopt(History{.session = session, .past = {}, .future = {}}, "open");
  view_.play = {};
  view_.zoom.clear();
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
  work_for(kWorkBudget);
  advance_play();
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
              .em = em,
              .can_undo = !pending_ && !history_.past.empty(),
              .can_redo = !pending_ && !history_.future.empty(),
              .view = view_,
              .anchors = anchors_,
              .pictures = pictures_,
              .reel = played};
  if (view_.play.active && played.cells() > 0) {
    frame.scene = scene_of(view_.play, played);
  }
  draw_window(frame);
  const bool cancelled = pending_ && draw_working(frame, pending_->derivation.progress());

  // The frame refers to the session that these change: take what it asks for before anything moves.
  const std::vector<Request> requests = std::exchange(frame.requests, {});
  const std::vector<FieldCommit> commits = std::exchange(frame.commits, {});
  effects_.insert(effects_.end(), frame.effects.begin(), frame.effects.end());
  for (const Request& request : requests) {
    if (pending_) {
      break;  // what is shown is not the session: a press meant something else
    }
    if (const Result<bool> done = dispatch(request.action, request.gesture); !done.ok()) {
      refuse(done.sentence());
    }
  }
  for (const FieldCommit& commit : commits) {
    (void)commit_field(commit.name, commit.text);
  }
  if (cancelled) {
    cancel();
  }
}

double App::next_frame_in() const {
  if (pending_) {
    return 0;
  }
  const Playback& play = view_.play;
  if (!play.running) {
    return -1;
  }
  const Reel played = reel();
  if (played.cells() == 0) {
    return std::max(0.0, kSecondsAtTokens - play.seconds);
  }
  return std::max(0.0, until_next_scene(play, played, kShortestScene) - kEarly);
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
  }
  if (!pending_ && (first || !(before.model == after.model) || before.head != after.head)) {
    limits_ = limits_of(*snapshot_, after.head);
  }
  if (first || before == after) {
    return;
  }
  events_.push_back({.name = "statechanged", .cause = cause, .message = {}});
  if (before.step != after.step) {
    view_.cell_keys = false;
    view_.play.start = 0;
    view_.play.seconds = 0;
    view_.play.active = view_.play.running;
    events_.push_back({.name = "stepchanged", .cause = cause, .message = {}});
  }
  if (!same_selection(before, after)) {
    // Who selects a cell while the step is played goes there.
    if (view_.play.active && !pending_ && before.step == after.step && reel().cells() > 0) {
      const playground::Cell cell = *selected_cell(after, *snapshot_, view_);
      view_.play = moved_to(view_.play, reel(), cell.row * reel().columns + cell.column);
    }
    events_.push_back({.name = "selectionchanged", .cause = cause, .message = {}});
  }
}

const playground::Snapshot& App::snapshot() {
  if (pending_) {
    take_snapshot(pending_->derivation.finish());
  }
  return *snapshot_;
}

std::optional<double> App::progress() const {
  return pending_ ? std::optional(pending_->derivation.progress()) : std::nullopt;
}

/// Small work is done at once. Larger work goes on with each frame; what was before it stays on the page until then.
void App::derive(const History& before) {
  const playground::Model& model = history_.session.model;
  const int tokens = static_cast<int>(playground::tokenize(model.text).size());
  if (snapshot_ == nullptr || playground::derivation_work(model, tokens) < kSmallWork) {
    take_snapshot(playground::derive(model, snapshot_));
    return;
  }
  // A change on top of one that is still being computed: cancelling goes back to what is shown.
  History shown = pending_ ? std::move(pending_->before) : before;
  Session session = pending_ ? std::move(pending_->shown) : before.session;
  pending_ = std::make_unique<Pending>(
      Pending{playground::Derivation(model, snapshot_), std::move(shown), std::move(session)});
  view_.play.active = false;
  view_.play.running = false;
  if (pending_->derivation.done()) {
    take_snapshot(pending_->derivation.finish());
  }
}

void App::take_snapshot(std::shared_ptr<const playground::Snapshot> snapshot) {
  snapshot_ = std::move(snapshot);
  pending_.reset();
  pictures_.forget();
  limits_ = limits_of(*snapshot_, history_.session.head);
}

void App::work_for(double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  while (pending_) {
    pending_->derivation.advance();
    if (pending_->derivation.done()) {
      take_snapshot(pending_->derivation.finish());
    }
    if (std::chrono::duration<double>(Clock::now() - start).count() >= seconds) {
      return;
    }
  }
}

void App::cancel() {
  if (!pending_) {
    return;
  }
  History before = std::move(pending_->before);
  pending_.reset();
  // The shown snapshot belongs to that session: nothing is to be computed.
  adopt(std::move(before), "cancel");
}

const Session& App::drawn_session() const { return pending_ ? pending_->shown : history_.session; }

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

Reel App::reel() const {
  const Session& session = drawn_session();
  const std::optional<playground::Tensor> result = playground::result_of(session.step);
  if (!result) {
    return {};
  }
  const playground::Shape shape = playground::shape_of(*result, session.model.sizes, snapshot_->token_count());
  const std::span<const playground::Operand> operands = playground::equation_of(session.step);
  int terms = *result == playground::Tensor::kWeights ? kSoftmaxParts : 1;
  if (operands.size() > 1 && operands[1].sign_before == "·") {
    terms = playground::shape_of(operands[0].tensor, session.model.sizes, snapshot_->token_count()).columns;
  }
  return {.rows = shape.rows, .columns = shape.columns, .terms = terms};
}

/// While a step is played its current cell is the selected one. The Session itself follows when playing stops.
Session App::session_shown() {
  Session shown = drawn_session();
  const Reel played = reel();
  if (!view_.play.active || played.cells() == 0) {
    return shown;
  }
  const Scene scene = scene_of(view_.play, played);
  if (scene.current < 0) {
    return shown;
  }
  const playground::Cell cell{.tensor = *playground::result_of(shown.step),
                              .row = scene.current / played.columns,
                              .column = scene.current % played.columns,
                              .head = shown.head};
  const Selecting selected = selecting(cell, shown);
  shown.query = selected.tokens.query.value_or(shown.query);
  shown.key = selected.tokens.key.value_or(shown.key);
  view_.feature = selected.feature.value_or(view_.feature);
  return shown;
}

void App::advance_play() {
  Playback& play = view_.play;
  if (play.active && !play.running) {
    // Held: what is shown becomes the selection, in links too.
    const Session shown = session_shown();
    if (!same_selection(shown, history_.session)) {
      const Playback held = play;
      (void)dispatch(playground::Select{.query = shown.query, .key = shown.key});
      play = held;
    }
    return;
  }
  if (!play.running) {
    return;
  }
  play.seconds += static_cast<double>(ImGui::GetIO().DeltaTime) * play.speed;
  const Reel played = reel();
  if (played.cells() > 0 ? at_end(play, played) : play.seconds >= kSecondsAtTokens) {
    end_of_reel();
  }
}

void App::end_of_reel() {
  Playback& play = view_.play;
  const bool last = history_.session.step == playground::steps_of(history_.session).back();
  if (play.continues && !last) {
    (void)dispatch(playground::NextStep{});
    return;
  }
  play.running = false;
  play.active = false;
}

void App::draw_window(Frame& frame) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const WindowLayout layout = lay_out_window(size.x, size.y, frame.em, frame.preferences.touch, view_.controls_height,
                                             footer_has_two_lines(frame, size.x));
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("##window", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  draw_header(frame, layout);
  draw_token_strip(frame, layout);
  draw_controls_bar(frame, layout);
  if (layout.rail_shown) {
    draw_rail(frame, layout.rail);
  }
  if (!layout.rail_shown && view_.narrow_rail_open) {
    draw_rail(frame, layout.stage);
  } else {
    draw_stage(frame, layout);
  }
  if (layout.side_shown) {
    draw_side(frame, layout);
  }
  draw_footer(frame, layout);
  handle_keys(frame);
  ImGui::End();
}

}  // namespace shell
