// TrainingWork: the training of the session's model that goes on with each frame until its steps are taken.
#pragma once

#include <optional>
#include <string>

#include "core/playground/session.hpp"

namespace shell {

class TrainingWork {
 public:
  /// So many steps more, beginning with the next frame; all of them are one undo step.
  void start(int steps, int gesture);
  void stop() { left_ = 0; }
  bool running() const { return left_ > 0; }
  int gesture() const { return gesture_; }

  struct Stretch {
    int taken = 0;                       ///< steps
    std::optional<std::string> refusal;  ///< why it cannot go on: it diverged, or a number is not finite
  };
  /// Steps of the model's training for so many seconds, at least one; none beyond those that a plan may have. The
  /// model stays as it is.
  Stretch advance(const playground::Model& model, double seconds);

 private:
  int left_ = 0;  ///< steps
  int gesture_ = 0;
};

}  // namespace shell
