// Limits: what a Session may ask for, checked before any memory is taken.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/playground/session.hpp"

namespace playground {

inline constexpr int kMaxTokens = 512;
inline constexpr int kMaxCharacters = 10'000;  ///< Unicode code points
inline constexpr int kMaxModelWidth = 1'024;
inline constexpr int kMaxHeadWidth = 256;
inline constexpr int kMaxFeedForwardWidth = 4'096;
inline constexpr int kMaxHeads = 16;
inline constexpr int kMaxSeedDigits = 1'000;
inline constexpr double kMaxScale = 1e6;      ///< magnitude of a scale given as a number
inline constexpr double kMaxCellValue = 1e6;  ///< magnitude of an edited cell
inline constexpr int kMaxEdits = 1'000;
inline constexpr std::int64_t kMaxWork = std::int64_t{1} << 31;  ///< multiply-adds of one derivation

/// Multiply-adds of deriving this model with `tokens` tokens.
std::int64_t work_of(const Sizes& sizes, int tokens);

/// What a text alone breaks: its length, its tokens, its encoding.
std::optional<std::string> broken_text(const std::string& text);

/// A sentence that says which limit the model breaks and what is allowed; empty where it keeps all of them.
std::optional<std::string> broken_limit(const Model& model);

}  // namespace playground
