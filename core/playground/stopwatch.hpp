// Stopwatch: measures what attention takes on this machine, in small pieces, so that a page goes on between them.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/playground/timings.hpp"

namespace playground {

class Stopwatch {
 public:
  /// Milliseconds since any moment; never goes back.
  using Clock = std::function<double()>;

  /// The machine's steady clock, and 128, 256, 512, 1,024, 2,048 and 4,096 tokens.
  Stopwatch();
  /// `sizes`: numbers of tokens, each at least 1, in growing order.
  Stopwatch(Clock clock, std::vector<int> sizes);
  ~Stopwatch();
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  /// Measures from the beginning; what was measured before is forgotten.
  void start();
  /// Ends it before its time; sizes that are measured in full stay. Nothing happens where it does not run.
  void stop();
  bool running() const { return timings_.running; }

  /// One piece of work, at most about 50 ms on a slow machine; nothing where it does not run. After the last one
  /// running() is false.
  void advance();

  const Timings& timings() const { return timings_; }

  /// Largest difference between the outputs of the two ways, of all sizes measured.
  double difference() const { return difference_; }

 private:
  struct Run;

  void take_size();
  void end_run();

  Clock clock_;
  std::vector<int> sizes_;
  Timings timings_;
  double difference_ = 0;
  std::unique_ptr<Run> run_;  ///< all memory that measuring takes; null while it does not run
};

}  // namespace playground
