// Kept: results that take their time, by what decides them, so that what has not changed is not computed anew.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

namespace playground {

/// Holds at most `most` results; one more, and all are forgotten. For a static thread_local of a lesson.
template <typename Key, typename Value>
class Kept {
 public:
  explicit Kept(std::size_t most = 64) : most_(most) {}

  /// The result of `make(key)`. The reference lives until the next call.
  template <typename Make>
  const Value& of(const Key& key, const Make& make) {
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;
    if (values_.size() >= most_) values_.clear();
    return values_.emplace(key, make(key)).first->second;
  }

 private:
  std::size_t most_;
  std::map<Key, Value> values_;
};

}  // namespace playground
