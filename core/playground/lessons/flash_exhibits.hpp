// The exhibits of the lesson `flash` that stand in files of their own, and what its claims need of them.
#pragma once

#include <cstdint>

#include "core/playground/lesson.hpp"

namespace playground::flash_private {

// flash_traffic.cpp: one head of 64 numbers.

/// Numbers that are moved between slow and fast memory, with the whole table and by tiles.
double plain_numbers(std::int64_t tokens);
double tiled_numbers(std::int64_t tokens, std::int64_t fast);
/// N² d² / M, what Theorem 2 of the paper says the traffic of tiles grows with.
double theorem_numbers(std::int64_t tokens, std::int64_t fast);
/// The least fast memory with which tiles move no more numbers than the table.
std::int64_t tiles_pay_from(std::int64_t tokens);

Exhibit traffic_exhibit(const Lecture& lecture);
Exhibit results_exhibit(const Lecture& lecture);

}  // namespace playground::flash_private
