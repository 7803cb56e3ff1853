#include "tests/conformance/npy.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>

namespace conformance {
namespace {

[[noreturn]] void broken(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(path.filename().string() + " " + what);
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) broken(path, "cannot be read");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct Header {
  std::string type;  ///< "<f4"
  Shape shape;
  std::size_t data = 0;  ///< where the values begin
};

/// Bytes at `place` as a little-endian number.
std::size_t little_endian(const std::string& bytes, std::size_t place, std::size_t count) {
  std::size_t number = 0;
  for (std::size_t byte = count; byte-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[place + byte]);
  return number;
}

Header header_of(const std::filesystem::path& path, const std::string& bytes) {
  if (bytes.size() < 12 || bytes.compare(0, 6, "\x93NUMPY") != 0) broken(path, "is not an .npy file");
  const std::size_t length_bytes = bytes[6] == 1 ? 2 : 4, text_at = 8 + length_bytes;
  const std::size_t length = little_endian(bytes, 8, length_bytes);
  if (bytes.size() < text_at || bytes.size() - text_at < length) broken(path, "ends inside its header");
  const std::string text = bytes.substr(text_at, length);

  Header header;
  header.data = text_at + length;
  std::smatch match;
  if (!std::regex_search(text, match, std::regex("'descr': *'([^']*)'"))) broken(path, "has no 'descr' in its header");
  header.type = match[1];
  if (!std::regex_search(text, std::regex("'fortran_order': *False"))) broken(path, "is not in C order");
  if (!std::regex_search(text, match, std::regex("'shape': *\\(([0-9, ]*)\\)"))) {
    broken(path, "has no 'shape' in its header");
  }
  const std::string sizes = match[1];
  const std::regex number("[0-9]+");
  for (std::sregex_iterator size(sizes.begin(), sizes.end(), number), end; size != end; ++size) {
    if (size->str().size() > 9) broken(path, "has a dimension of " + size->str());
    header.shape.push_back(std::stol(size->str()));
  }
  return header;
}

template <typename Number>
std::vector<double> values_of(const char* bytes, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t place = 0; place < count; ++place) {
    Number number;
    std::memcpy(&number, bytes + place * sizeof(Number), sizeof(Number));
    values[place] = static_cast<double>(number);
  }
  return values;
}

}  // namespace

Tensor read_npy(const std::filesystem::path& path) {
  struct Reader {
    std::string_view type;
    std::size_t bytes;
    DataType data_type;
    std::vector<double> (*read)(const char*, std::size_t);
  };
  static constexpr Reader kReaders[] = {
      {"<f4", 4, DataType::kFloat, values_of<float>},          {"<f8", 8, DataType::kFloat, values_of<double>},
      {"<i4", 4, DataType::kInteger, values_of<std::int32_t>}, {"<i8", 8, DataType::kInteger, values_of<std::int64_t>},
      {"|u1", 1, DataType::kInteger, values_of<std::uint8_t>}, {"|b1", 1, DataType::kBoolean, values_of<std::uint8_t>},
  };
  const std::string bytes = contents(path);
  const Header header = header_of(path, bytes);
  for (const Reader& reader : kReaders) {
    if (reader.type != header.type) continue;
    const std::size_t available = (bytes.size() - header.data) / reader.bytes;
    std::size_t count = 1;
    for (const Index size : header.shape) {
      count *= static_cast<std::size_t>(size);
      if (count > available) break;  // before a product of large dimensions overflows
    }
    if (count > available) {
      broken(path, "holds " + std::to_string(available) + " values, fewer than " + shape_text(header.shape));
    }
    return {header.shape, reader.data_type, reader.read(bytes.data() + header.data, count)};
  }
  throw UnknownType("the type " + header.type + " of " + path.filename().string() + " is not known");
}

}  // namespace conformance
