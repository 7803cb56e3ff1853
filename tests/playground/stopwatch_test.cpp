#include "core/playground/stopwatch.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "core/playground/byte_text.hpp"

using playground::Stopwatch;
using playground::Timing;

namespace {

/// A clock that goes on by one millisecond each time that it is read.
Stopwatch::Clock ticking() {
  return [now = std::make_shared<double>(0)] { return *now += 1; };
}

int pieces_until_it_ends(Stopwatch& stopwatch) {
  int pieces = 0;
  double before = 0;
  while (stopwatch.running()) {
    stopwatch.advance();
    ++pieces;
    CHECK(stopwatch.timings().progress >= before);
    before = stopwatch.timings().progress;
  }
  return pieces;
}

}  // namespace

TEST_SUITE("stopwatch") {
  TEST_CASE("does nothing before it is started") {
    Stopwatch stopwatch;
    CHECK_FALSE(stopwatch.running());
    stopwatch.advance();
    stopwatch.stop();
    CHECK(stopwatch.timings().rows.empty());
    CHECK_FALSE(stopwatch.timings().running);
  }

  TEST_CASE("measures every size, and both ways have the same output") {
    Stopwatch stopwatch(ticking(), {1, 2, 3, 64, 100});
    stopwatch.start();
    CHECK(stopwatch.running());
    CHECK(stopwatch.timings().running);
    CHECK(pieces_until_it_ends(stopwatch) == 5 * 9 * 2);
    CHECK(stopwatch.timings().progress == doctest::Approx(1));
    CHECK_FALSE(stopwatch.timings().running);
    REQUIRE(stopwatch.timings().rows.size() == 5);
    CHECK(stopwatch.timings().rows[4].tokens == 100);
    CHECK(stopwatch.difference() > 0);
    CHECK(stopwatch.difference() < 3e-6);
  }

  TEST_CASE("a run of few tokens is made several times, and its time is that of one") {
    Stopwatch stopwatch(ticking(), {128});
    stopwatch.start();
    pieces_until_it_ends(stopwatch);
    const Timing& row = stopwatch.timings().rows.at(0);
    CHECK(row.table_ms == 1.0 / (131'072 / (128 * 128)));  // one millisecond for so many runs as have 2^17 cells
    CHECK(row.tiled_ms == 1.0 / (1'048'576 / (128 * 128)));
  }

  TEST_CASE("a run of many tokens is made in pieces of rows, and its time is their sum") {
    Stopwatch stopwatch(ticking(), {1'300});
    stopwatch.start();
    // 2^18 / 1,300 = 201 rows a piece of each of the three stages, 2^20 / 1,300 = 806 of the tiles; three runs.
    CHECK(pieces_until_it_ends(stopwatch) == 3 * (3 * 7 + 2));
    const Timing& row = stopwatch.timings().rows.at(0);
    CHECK(row.table_ms == 3 * 7);
    CHECK(row.tiled_ms == 2);
    CHECK(stopwatch.difference() < 3e-6);
  }

  TEST_CASE("the median is no outlier's") {
    // The third reading of the clock begins the second piece; its end comes very late.
    auto readings = std::make_shared<int>(0);
    Stopwatch stopwatch([readings] { return ++*readings >= 4 ? *readings + 1'000.0 : *readings; }, {4});
    stopwatch.start();
    pieces_until_it_ends(stopwatch);
    CHECK(stopwatch.timings().rows.at(0).tiled_ms == 1.0 / 64);
  }

  TEST_CASE("stopped before its time it keeps what is whole, and starts anew") {
    Stopwatch stopwatch(ticking(), {8, 16});
    stopwatch.start();
    while (stopwatch.timings().rows.empty()) stopwatch.advance();
    stopwatch.advance();
    stopwatch.stop();
    CHECK_FALSE(stopwatch.running());
    CHECK(stopwatch.timings().rows.size() == 1);
    CHECK(stopwatch.timings().progress > 0);
    stopwatch.advance();
    CHECK(stopwatch.timings().rows.size() == 1);
    stopwatch.start();
    CHECK(stopwatch.timings().rows.empty());
    CHECK(stopwatch.timings().progress == 0);
    pieces_until_it_ends(stopwatch);
    CHECK(stopwatch.timings().rows.size() == 2);
  }

  TEST_CASE("the steady clock measures something") {
    Stopwatch stopwatch;
    stopwatch.start();
    while (stopwatch.timings().rows.empty()) stopwatch.advance();
    CHECK(stopwatch.timings().rows[0].tokens == 128);
    CHECK(stopwatch.timings().rows[0].table_ms > 0);
    CHECK(stopwatch.timings().rows[0].tiled_ms > 0);
    stopwatch.stop();
  }
}

TEST_SUITE("byte_text") {
  TEST_CASE("amounts of memory have three digits and a unit") {
    CHECK(playground::byte_text(0) == "0 B");
    CHECK(playground::byte_text(512) == "512 B");
    CHECK(playground::byte_text(999) == "999 B");
    CHECK(playground::byte_text(1'000) == "1 kB");
    CHECK(playground::byte_text(65'536) == "65.5 kB");
    CHECK(playground::byte_text(67'108'864) == "67.1 MB");
    CHECK(playground::byte_text(6'442'450'944) == "6.44 GB");
    CHECK(playground::byte_text(999'499'999) == "999 MB");
    CHECK(playground::byte_text(999'999'999) == "1 GB");
    CHECK(playground::byte_text(4e12) == "4 TB");
    CHECK(playground::byte_text(99.96e3) == "100 kB");
    CHECK(playground::byte_text(9.996e3) == "10 kB");
  }
}
