// A sum that holds every bit of every number at its place: bits * (2 index + 1) modulo 2^64, as in random_cases.py.
#pragma once

#include <cstdint>
#include <cstring>

namespace support {

struct Checksum {
  std::uint64_t sum = 0;
  std::uint64_t factor = 1;

  void add_bits(std::uint64_t bits) {
    sum += bits * factor;
    factor += 2;
  }

  void add(double number) {
    std::uint64_t bits = 0;  // std::bit_cast is not in the library of clang 14
    static_assert(sizeof bits == sizeof number);
    std::memcpy(&bits, &number, sizeof bits);
    add_bits(bits);
  }
};

}  // namespace support
