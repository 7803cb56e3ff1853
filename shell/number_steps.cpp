#include "shell/number_steps.hpp"

#include <algorithm>

namespace shell {
namespace {

/// Takes the candidate where it is nearer to `value` than those before. They come from small to large.
void offer(NumberSteps& steps, double candidate, double value) {
  if (candidate < value) {
    steps.less = candidate;
  } else if (candidate > value && !steps.more) {
    steps.more = candidate;
  }
}

}  // namespace

NumberSteps powers_of_two(double value, double least, double most) {
  NumberSteps steps;
  for (double power = least; power <= most; power *= 2) {
    offer(steps, power, value);
  }
  return steps;
}

NumberSteps divisors(int whole, int value, int most) {
  NumberSteps steps;
  for (int number = 1; number <= std::min(whole, most); ++number) {
    if (whole % number == 0) {
      offer(steps, number, value);
    }
  }
  return steps;
}

NumberSteps whole_numbers(int value, int most) {
  NumberSteps steps;
  for (int number = 0; number <= most; ++number) {
    offer(steps, number, value);
  }
  return steps;
}

}  // namespace shell
