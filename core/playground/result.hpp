// Result: a value, or a sentence that a person can act on.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace playground {

/// What went wrong and what is allowed, as one sentence.
struct Problem {
  std::string sentence;
};

template <typename Value>
class [[nodiscard]] Result {
 public:
  Result(Value value) : content_(std::move(value)) {}
  Result(Problem problem) : content_(std::move(problem)) {}

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const Value& value() const { return std::get<0>(content_); }
  Value& value() { return std::get<0>(content_); }
  const std::string& sentence() const { return std::get<1>(content_).sentence; }
  Problem problem() const { return std::get<1>(content_); }

 private:
  std::variant<Value, Problem> content_;
};

}  // namespace playground
