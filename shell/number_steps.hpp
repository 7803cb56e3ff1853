// Number steps: the next smaller and the next larger of the numbers that a "−" and a "+" lead through.
#pragma once

#include <optional>

namespace shell {

/// Empty at the ends.
struct NumberSteps {
  std::optional<double> less;
  std::optional<double> more;
};

/// The powers of two beside `value`, from `least`, which is one, to `most`.
NumberSteps powers_of_two(double value, double least, double most);

/// The divisors of `whole` beside `value`, up to `most`.
NumberSteps divisors(int whole, int value, int most);

/// The whole numbers beside `value`, from 0 to `most`.
NumberSteps whole_numbers(int value, int most);

}  // namespace shell
