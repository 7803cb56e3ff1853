// App: the Session with its Snapshot, what happened to it, and the frame that draws it.
//
// A frame is four thoughts: snapshot = derive(session); frame = draw(session, snapshot, view);
// session = reduce(session, action) for each; the program runs the effects.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/playground/checks.hpp"
#include "core/playground/derivation.hpp"
#include "core/playground/history.hpp"
#include "core/playground/snapshot.hpp"
#include "shell/anchors.hpp"
#include "shell/comparison.hpp"
#include "shell/frame.hpp"
#include "shell/pictures.hpp"
#include "shell/platform.hpp"
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
  /// Share of a large change that is computed; empty where nothing is being computed.
  std::optional<double> progress() const;
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
    std::vector<playground::Check> checks;
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
  void follow_comparison();
  void derive(const playground::History& before);
  void take_snapshot(std::shared_ptr<const playground::Snapshot> snapshot);
  void take_compared(std::shared_ptr<const playground::Snapshot> snapshot);
  void measure_limits();
  const std::vector<playground::Check>& checks_of(const playground::Session& shown);
  const Difference* difference_of(const playground::Session& shown);
  void work_for(double seconds);
  void cancel();
  const playground::Session& drawn_session() const;
  void refuse(const std::string& sentence);
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
  Apart apart_;
  ViewState view_;
  Anchors anchors_;
  Pictures pictures_;
  std::vector<Effect> effects_;
  std::vector<Event> events_;
};

}  // namespace shell
