#include "core/playground/trace_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/playground/json.hpp"
#include "core/playground/link.hpp"
#include "core/playground/plain_number.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

using attention::Matrix;

constexpr std::size_t kBytesOfNumber = 21;

std::string quoted_json(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_number(std::string& json, double value) {
  if (std::isnan(value)) {
    json += "\"NaN\"";
  } else if (std::isinf(value)) {
    json += value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
  } else {
    append_plain(json, value);
  }
}

void append_matrix(std::string& json, const Matrix& matrix) {
  json += '[';
  for (attention::Index row = 0; row < matrix.rows(); ++row) {
    json += row == 0 ? "[" : ",\n[";
    for (attention::Index column = 0; column < matrix.cols(); ++column) {
      if (column > 0) json += ',';
      append_number(json, matrix(row, column));
    }
    json += ']';
  }
  json += ']';
}

void append_tensor(std::string& json, const Snapshot& snapshot, Tensor tensor) {
  const TensorInfo& about = info(tensor);
  const Matrix& first = *snapshot.tensor(tensor, 0);
  const int heads = about.per_head ? snapshot.model.sizes.heads : 1;
  json += quoted_json(std::string(about.name)) +
          ":{\"symbol\":" + quoted_json(std::string(symbol_of(about.tensor, snapshot.model))) + ",\"shape\":[" +
          (about.per_head ? std::to_string(heads) + "," : "") + std::to_string(first.rows()) + "," +
          std::to_string(first.cols()) + "],\n\"data\":";
  if (about.per_head) json += '[';
  for (int head = 0; head < heads; ++head) {
    if (head > 0) json += ",\n";
    append_matrix(json, *snapshot.tensor(tensor, head));
  }
  if (about.per_head) json += ']';
  json += '}';
}

std::size_t count_numbers(const Snapshot& snapshot) {
  std::size_t numbers = 0;
  for (int index = 0; index < kTensorCount; ++index) {
    const Tensor tensor = static_cast<Tensor>(index);
    const Matrix* const matrix = snapshot.tensor(tensor, 0);
    const int heads = info(tensor).per_head ? snapshot.model.sizes.heads : 1;
    if (matrix) numbers += static_cast<std::size_t>(matrix->size()) * static_cast<std::size_t>(heads);
  }
  return numbers;
}

}  // namespace

Result<std::string> trace_json(const Session& session, const Snapshot& snapshot) {
  const std::size_t bytes = kBytesOfNumber * count_numbers(snapshot);
  if (bytes > kLargestTrace) {
    constexpr std::size_t kMegabyte = 1'000'000;
    return Problem{say(Word::kTraceTooLarge,
                       {grouped(static_cast<std::int64_t>(bytes / kMegabyte)), grouped(kLargestTrace / kMegabyte)})};
  }
  std::string json;
  json.reserve(bytes + 10'000);
  json += "{\"format\":\"attention-playground-trace\",\"version\":1,\n\"link\":" + quoted_json(encode_link(session)) +
          ",\n\"settings\":" + state_json(session) + ",\n\"tokens\":[";
  for (std::size_t index = 0; index < snapshot.tokens.size(); ++index) {
    json += (index == 0 ? "" : ",") + quoted_json(snapshot.tokens[index]);
  }
  json += "],\n\"tensors\":{";
  bool first = true;
  for (int index = 0; index < kTensorCount; ++index) {
    if (!snapshot.tensor(static_cast<Tensor>(index), 0)) continue;
    json += first ? "\n" : ",\n";
    first = false;
    append_tensor(json, snapshot, static_cast<Tensor>(index));
  }
  json += "}}\n";
  return json;
}

}  // namespace playground
