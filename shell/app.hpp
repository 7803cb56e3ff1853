// App: the Session with its Snapshot, what happened to it, and the frame that draws it.
//
// A frame is four thoughts: snapshot = derive(session); frame = draw(session, snapshot, view);
// session = reduce(session, action) for each; the program runs the effects.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/playground/checks.hpp"
#include "core/playground/claims.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/history.hpp"
#include "core/playground/snapshot.hpp"
#include "core/playground/stopwatch.hpp"
#include "core/playground/words.hpp"
#include "shell/anchors.hpp"
#include "shell/comparison.hpp"
#include "shell/frame.hpp"
#include "shell/pictures.hpp"
#include "shell/platform.hpp"
#include "shell/training_work.hpp"
#include "shell/view_state.hpp"

namespace shell {

/// Something that happened: "statechanged", "stepchanged", "selectionchanged" with the type of the action that
/// caused it ("set_text"), or "failed" with a sentence.
struct Event {
  std::string name;
  std::string cause;    ///< empty with "failed"
  std::string message;  ///< only with "failed"
};

class App {
 public:
  explicit App(Platform platform);

  /// The language of the reader, for sessions that follow it; draw() is told it too.
  void set_reader_tongue(playground::Tongue tongue);

  /// Replaces the Session, for instance by that of a link. Undo starts anew, or leads back to the model before. Notices
  /// are shown on the page.
  void open(const playground::Session& session, const std::vector<std::string>& notices, bool keeps_undo = false);

  /// Applies one action before it returns. A bad one gives its sentence and changes nothing.
  playground::Result<bool> dispatch(const playground::Action& action, playground::Gesture gesture = {});

  /// Text typed in the field `name` ("text", "seed", "d_model"); a refused one is also shown on the page.
  playground::Result<bool> commit_field(const std::string& name, const std::string& text);

  /// Draws one frame into the current ImGui frame (between ImGui::NewFrame and ImGui::Render), which fills
  /// io.DisplaySize, and applies what the person did in it.
  void draw(const Preferences& preferences);

  const playground::Session& session() const { return history_.session; }
  /// Every tensor of the session. What is still being computed is finished first.
  const playground::Snapshot& snapshot();
  const Anchors& anchors() const { return anchors_; }
  const ViewState& view() const { return view_; }
  /// What the frame drawn last says.
  const Transcript& transcript() const { return transcript_; }
  /// A number that is another one when the picture says something else.
  std::uint64_t saying() const;
  /// The session that the picture is of: while a large change is computed, that before it.
  const playground::Session& drawn_session() const;
  /// The snapshot that it speaks of, and the other side of a comparison (null without one); nothing is computed for it.
  const playground::Snapshot& shown_snapshot() const { return *snapshot_; }
  const playground::Snapshot* compared_snapshot() const { return compared_.get(); }

  /// Presses a control, a cell ("weights[8,11]") or a source of a sum by its name, in the next frame.
  void press(const std::string& name);
  /// Puts a slider there, in the next frame.
  void slide(const std::string& name, int value);
  /// Gives the control the keyboard focus, or with an empty name takes it away.
  void focus(const std::string& name);
  /// What the picture drawn last has of the lesson instead of the main view; null where that is shown.
  const playground::Exhibit* shown_exhibit() const { return exhibited_.exhibit ? &*exhibited_.exhibit : nullptr; }
  /// Share of a large change that is computed; empty where nothing is being computed.
  std::optional<double> progress() const;
  /// Every tensor of another layer of the trained model; a sentence where there is no such layer.
  playground::Result<const playground::Snapshot*> layer_snapshot(int layer);
  /// How far the training of the session is; nothing where its weights are not trained here.
  struct TrainingState {
    int step = 0;
    double loss = 0;  ///< mean cross-entropy of the last batch, in nats; NaN before the first step
    double held_out_accuracy = 0;
    bool running = false;
  };
  std::optional<TrainingState> training();
  /// What the open lesson states, computed now.
  std::vector<playground::Claim> claims();
  const Pictures& pictures() const { return pictures_; }
  const Limits& limits() const { return limits_; }

  /// Whether a drag that starts here paints or changes a number, so that a finger must not scroll.
  bool claims_drag(float x, float y) const;

  /// Seconds until the next frame is wanted although nobody touches anything: 0 now, negative never.
  double next_frame_in() const;

  /// Whether a matrix that can be zoomed is at the point, and whether it can be dragged there.
  bool zooms_at(float x, float y) const;
  bool pans_at(float x, float y) const;
  /// Magnifies it with the next frame.
  void zoom(const ZoomWish& wish) { view_.zoom_wishes.push_back(wish); }

  std::vector<Effect> take_effects();
  std::vector<Event> take_events();

 private:
  /// A change whose numbers take longer than a frame: until they are there the page shows what was before it.
  struct Pending {
    playground::Derivation derivation;
    playground::History before;
    playground::Session shown;
  };

  /// The checks, with what they were made from.
  struct Checked {
    std::shared_ptr<const playground::Snapshot> snapshot;
    playground::Session session;
    playground::Tongue tongue = playground::Tongue::kEnglish;
    std::vector<playground::Check> checks;
  };

  /// The claims of the lesson, with what they were made from.
  struct Claimed {
    std::shared_ptr<const playground::Snapshot> snapshot;
    playground::Session session;
    std::vector<double> measured;
    std::vector<playground::Claim> claims;
  };

  /// The exhibit of the lesson's cue, with what it was made from.
  struct Exhibited {
    std::shared_ptr<const playground::Snapshot> snapshot;
    playground::Session session;
    playground::Tongue tongue = playground::Tongue::kEnglish;
    std::vector<double> measured;
    std::optional<playground::Exhibit> exhibit;
  };

  /// How far the two sides of a comparison are apart, with what it was made from.
  struct Apart {
    std::shared_ptr<const playground::Snapshot> here;
    std::shared_ptr<const playground::Snapshot> other;
    playground::Step step = playground::Step::kTokens;
    int head = 0;
    std::optional<Difference> difference;
  };

  void adopt(playground::History next, const std::string& cause);
  /// `before`: the comparison that was shown until now.
  void follow_comparison(const std::string& before);
  void derive(const playground::History& before);
  void take_snapshot(std::shared_ptr<const playground::Snapshot> snapshot);
  void take_compared(std::shared_ptr<const playground::Snapshot> snapshot);
  void measure_limits();
  const std::vector<playground::Check>& checks_of(const playground::Session& shown);
  const std::vector<playground::Claim>& claims_of(const playground::Session& shown);
  const playground::Exhibit* exhibit_of(const playground::Session& shown);
  const Difference* difference_of(const playground::Session& shown);
  std::vector<double> measured() const;
  void work();
  bool has_work() const;
  void work_once(double seconds);
  void train_on(double seconds);
  void end_training();
  std::optional<playground::TrainingPlan> missing_run() const;
  void cancel();
  void refuse(const std::string& sentence);
  void speak() const;
  void advance_play();
  void end_of_reel();
  void play_from(const playground::Cell& cell);
  void follow_pin();
  Reel reel() const;
  double next_scene_in() const;
  playground::Session session_shown();
  void draw_window(Frame& frame);

  Platform platform_;
  playground::History history_;
  std::shared_ptr<const playground::Snapshot> snapshot_;  ///< of the session, or while pending of that before it
  std::unique_ptr<Pending> pending_;
  std::shared_ptr<const playground::Snapshot> compared_;  ///< null without a comparison
  std::optional<playground::Derivation> comparing_;       ///< makes it, where that takes longer than a frame
  Limits limits_{};                                       ///< of the snapshot's selected head
  Checked checked_;
  Claimed claimed_;
  Exhibited exhibited_;
  playground::Stopwatch stopwatch_;
  TrainingWork training_;
  std::optional<std::chrono::steady_clock::time_point> worked_until_;  ///< in the frame before, where it had work
  std::shared_ptr<const playground::Snapshot> other_layer_;            ///< the one asked for last
  Apart apart_;
  playground::Tongue reader_tongue_ = playground::Tongue::kEnglish;
  ViewState view_;
  Anchors anchors_;
  Pictures pictures_;
  Transcript transcript_;
  std::uint64_t revision_ = 0;  ///< of the numbers
  std::vector<Effect> effects_;
  std::vector<Event> events_;
};

}  // namespace shell
