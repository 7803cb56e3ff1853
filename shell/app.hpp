// App: the Session with its Snapshot, what happened to it, and the frame that draws it.
//
// A frame is four thoughts: snapshot = derive(session); frame = draw(session, snapshot, view);
// session = reduce(session, action) for each; the program runs the effects.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/playground/history.hpp"
#include "core/playground/snapshot.hpp"
#include "shell/anchors.hpp"
#include "shell/frame.hpp"
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
  const playground::Snapshot& snapshot() const { return *snapshot_; }
  const Anchors& anchors() const { return anchors_; }
  const ViewState& view() const { return view_; }

  /// Seconds until the next frame is wanted although nobody touches anything: 0 now, negative never.
  double next_frame_in() const;

  std::vector<Effect> take_effects();
  std::vector<Event> take_events();

 private:
  void adopt(playground::History next, const std::string& cause);
  void notify(Notice notice);
  void refuse(const std::string& sentence);
  void advance_play();
  void draw_window(Frame& frame);

  Platform platform_;
  playground::History history_;
  std::shared_ptr<const playground::Snapshot> snapshot_;
  Limits limits_{};  ///< of the snapshot's selected head
  ViewState view_;
  Anchors anchors_;
  std::vector<Effect> effects_;
  std::vector<Event> events_;
};

}  // namespace shell
