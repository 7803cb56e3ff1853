// The golden files of tests/golden: numbers that NumPy computed.
#pragma once

#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "core/attention/matrix.hpp"

namespace support {

inline nlohmann::json load_json(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return nlohmann::json::parse(file);
}

/// The file tests/golden/`name`.json, read once: a loop may run over a part of it.
inline const nlohmann::json& golden(const std::string& name) {
  static std::map<std::string, nlohmann::json> files;
  const auto found = files.find(name);
  if (found != files.end()) return found->second;
  return files.emplace(name, load_json(std::string(AP_GOLDEN_DIR) + "/" + name + ".json")).first->second;
}

/// How far off a part of a golden file lets the numbers of this platform be: WebAssembly's exp is another one.
inline double tolerance_of(const nlohmann::json& part) {
#if defined(__EMSCRIPTEN__)
  if (part.contains("tolerance_in_wasm")) return part["tolerance_in_wasm"].get<double>();
#endif
  return part["tolerance"].get<double>();
}

/// A cell; JSON has no infinity, so the files say "-Infinity".
inline double number_from(const nlohmann::json& cell) {
  if (cell == "-Infinity") return -std::numeric_limits<double>::infinity();
  return cell.get<double>();
}

/// A list of rows. A list of numbers alone is one row.
inline attention::Matrix matrix_from(const nlohmann::json& rows) {
  if (rows.empty()) return {};
  if (!rows.front().is_array()) return matrix_from(nlohmann::json::array({rows}));
  attention::Matrix matrix(rows.size(), rows.front().size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      matrix(static_cast<attention::Index>(row), static_cast<attention::Index>(column)) =
          number_from(rows[row][column]);
    }
  }
  return matrix;
}

inline attention::BoolMatrix mask_from(const nlohmann::json& rows) {
  attention::BoolMatrix mask(rows.size(), rows.empty() ? 0 : rows.front().size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      mask(static_cast<attention::Index>(row), static_cast<attention::Index>(column)) = rows[row][column].get<bool>();
    }
  }
  return mask;
}

}  // namespace support
