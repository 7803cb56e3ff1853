#include "core/playground/delimited.hpp"

#include <algorithm>
#include <string_view>

#include "core/playground/plain_number.hpp"

namespace playground {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_number(const std::string& label) {
  return !label.empty() && std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The words come from a link: a spreadsheet must not run them.
bool would_run(const std::string& label) {
  return !label.empty() && std::string_view("=+-@").find(label.front()) != std::string_view::npos;
}

std::string field(const std::string& label, char separator) {
  const std::string text = would_run(label) && !is_number(label) ? "'" + label : label;
  if (text.find_first_of(std::string("\"\r\n") + separator) == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string delimited(const LabelledMatrix& matrix, char separator, std::string_view line_end) {
  constexpr std::size_t kBytesOfNumber = 21;
  std::string text;
  text.reserve(kBytesOfNumber * static_cast<std::size_t>(matrix.values.size()));
  text += field(matrix.name, separator);
  for (const std::string& label : matrix.column_labels) {
    text += separator;
    text += field(label, separator);
  }
  text += line_end;
  for (attention::Index row = 0; row < matrix.values.rows(); ++row) {
    text += field(matrix.row_labels[static_cast<std::size_t>(row)], separator);
    for (attention::Index column = 0; column < matrix.values.cols(); ++column) {
      text += separator;
      append_plain(text, matrix.values(row, column));
    }
    text += line_end;
  }
  return text;
}

}  // namespace

std::string csv_text(const LabelledMatrix& matrix) {
  const bool plain = std::all_of(matrix.row_labels.begin(), matrix.row_labels.end(), is_ascii) &&
                     std::all_of(matrix.column_labels.begin(), matrix.column_labels.end(), is_ascii);
  return (plain ? "" : std::string(kByteOrderMark)) + delimited(matrix, ',', "\r\n");
}

std::string tsv_text(const LabelledMatrix& matrix) { return delimited(matrix, '\t', "\n"); }

}  // namespace playground
