#include "tests/conformance/run_case.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>

#include "tests/conformance/npy.hpp"
#include "tests/conformance/operators.hpp"

namespace conformance {
namespace {

std::string number_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return text;
}

/// The output that a case calls `name`: by that name, or the operator's first where the case has a name of its own.
const Tensor* output_named(const Outputs& outputs, const std::string& name, const Operator& op) {
  auto found = outputs.find(name);
  if (found == outputs.end()) found = outputs.find(op.first_output);
  return found == outputs.end() ? nullptr : &found->second;
}

Result compared(const Case& test, const Operator& op) {
  const Outputs outputs = op.compute(test);
  double worst = 0;
  std::string where;
  for (const auto& [name, expected] : test.outputs) {
    const Tensor* actual = output_named(outputs, name, op);
    if (actual == nullptr) return {Verdict::kFailed, test.op + " has no output " + name};
    if (actual->shape != expected.shape) {
      return {Verdict::kFailed, name + " is " + shape_text(actual->shape) + ", not " + shape_text(expected.shape)};
    }
    Index place = 0;
    const double error = largest_error(*actual, expected, place);
    if (error <= worst) continue;
    worst = error;
    where = " in " + name + " at value " + std::to_string(place);
  }
  return {worst <= kTolerance ? Verdict::kPassed : Verdict::kFailed, "largest error " + number_text(worst) + where};
}

}  // namespace

double largest_error(const Tensor& actual, const Tensor& expected, Index& place) {
  double worst = 0;
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    const double a = actual.values[i], e = expected.values[i];
    if (a == e || (std::isnan(a) && std::isnan(e))) continue;
    const bool finite = std::isfinite(a) && std::isfinite(e);
    const double error =
        finite ? std::abs(a - e) / std::max(1.0, std::abs(e)) : std::numeric_limits<double>::infinity();
    if (error <= worst) continue;
    worst = error;
    place = static_cast<Index>(i);
  }
  return worst;
}

Result run_case(const std::filesystem::path& folder) {
  try {
    const std::string name = op_of(folder);
    const Operator* op = find_operator(name);
    if (op == nullptr) return {Verdict::kSkipped, "the operator " + name + " is not known"};
    return compared(read_case(folder), *op);
  } catch (const UnknownType& unknown) {
    return {Verdict::kSkipped, unknown.what()};
  } catch (const std::exception& mistake) {
    return {Verdict::kFailed, mistake.what()};
  }
}

}  // namespace conformance
