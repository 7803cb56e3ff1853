#include "core/playground/npy.hpp"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace playground {
namespace {

void append_little_endian(std::string& bytes, std::uint64_t number, int count) {
  for (int index = 0; index < count; ++index) {
    bytes += static_cast<char>(number & 0xff);
    number >>= 8;
  }
}

std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace

std::string npy_bytes(const attention::Matrix& matrix) {
  constexpr std::size_t kAlignment = 64;
  const std::string_view magic("\x93NUMPY\x01\x00", 8);
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(matrix.rows()) + ", " +
                       std::to_string(matrix.cols()) + "), }";
  // Blanks and a line end make the numbers begin at a multiple of 64; two bytes say how long the header is.
  const std::size_t unpadded = magic.size() + 2 + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';

  std::string bytes(magic);
  bytes.reserve(magic.size() + 2 + header.size() + sizeof(double) * static_cast<std::size_t>(matrix.size()));
  append_little_endian(bytes, header.size(), 2);
  bytes += header;
  for (attention::Index index = 0; index < matrix.size(); ++index) {
    append_little_endian(bytes, bits_of(matrix.data()[index]), 8);
  }
  return bytes;
}

}  // namespace playground
