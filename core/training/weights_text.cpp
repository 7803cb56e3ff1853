#include "core/training/weights_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace training {
namespace {

constexpr std::string_view kFirstLine = "attention playground weights 1";
constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int kLevels = 31;          ///< above 0, and as many below
constexpr Index kLargestSize = 256;  ///< of a text that is read

/// Takes what is before the next `end` from `rest`.
std::string_view take_until(std::string_view& rest, char end) {
  const std::size_t length = std::min(rest.find(end), rest.size());
  const std::string_view taken = rest.substr(0, length);
  rest.remove_prefix(std::min(length + 1, rest.size()));
  return taken;
}

std::string options_line(const ModelOptions& options) {
  char line[200];
  std::snprintf(
      line, sizeof line,
      "d_model %d d_k %d heads %d layers %d d_ff %d scale %d positions %d residual %d value_from_embedding %d",
      static_cast<int>(options.d_model), static_cast<int>(options.d_k), static_cast<int>(options.heads),
      static_cast<int>(options.layers), static_cast<int>(options.d_ff), options.scale, options.positions,
      options.residual, options.value_from_embedding);
  return line;
}

std::optional<ModelOptions> options_from(std::string_view line) {
  ModelOptions options;
  long numbers[9] = {};
  for (long& number : numbers) {
    take_until(line, ' ');
    number = std::strtol(std::string(take_until(line, ' ')).c_str(), nullptr, 10);
  }
  options.d_model = numbers[0];
  options.d_k = numbers[1];
  options.heads = numbers[2];
  options.layers = numbers[3];
  options.d_ff = numbers[4];
  for (int i = 0; i < 5; ++i) {
    if (numbers[i] < 1 || numbers[i] > kLargestSize) return std::nullopt;
  }
  if (options.d_model % options.heads != 0 || options.layers > 8) return std::nullopt;
  options.scale = numbers[5] != 0;
  options.positions = numbers[6] != 0;
  options.residual = numbers[7] != 0;
  options.value_from_embedding = numbers[8] != 0;
  return options;
}

std::string name_line(const ParameterName& parameter) {
  return parameter.name + " " + std::to_string(parameter.rows) + " " + std::to_string(parameter.columns);
}

/// The row, or false where the line is no row of this length.
bool read_row(std::string_view line, Eigen::Ref<attention::RowVectorOf<float>> row) {
  const float step = std::strtof(std::string(take_until(line, ' ')).c_str(), nullptr);
  if (!std::isfinite(step) || static_cast<Index>(line.size()) != row.size()) return false;
  for (Index column = 0; column < row.size(); ++column) {
    const std::size_t level = kCharacters.find(line[static_cast<std::size_t>(column)]);
    if (level > 2 * kLevels) return false;
    row(column) = step * static_cast<float>(static_cast<int>(level) - kLevels);
  }
  return true;
}

}  // namespace

std::string weights_text(const FloatModel& model) {
  std::string text = std::string(kFirstLine) + "\n" + options_line(model.options) + "\n";
  FloatModel copy = model;
  const attention::ParametersOf<float> list = parameters(copy.weights);
  const std::vector<ParameterName> names = parameter_names(model.options);
  for (std::size_t i = 0; i < list.size(); ++i) {
    text += name_line(names[i]) + "\n";
    for (Index row = 0; row < list[i]->rows(); ++row) {
      char step_text[32];
      std::snprintf(step_text, sizeof step_text, "%.4g",
                    static_cast<double>(list[i]->row(row).cwiseAbs().maxCoeff()) / kLevels);
      const float step = std::strtof(step_text, nullptr);  // the step that a reader of the text will use
      text += std::string(step_text) + " ";
      for (Index column = 0; column < list[i]->cols(); ++column) {
        const int level = step > 0 ? static_cast<int>(std::lround((*list[i])(row, column) / step)) : 0;
        text += kCharacters[static_cast<std::size_t>(std::clamp(level, -kLevels, kLevels) + kLevels)];
      }
      text += "\n";
    }
  }
  return text;
}

std::optional<FloatModel> model_from_text(std::string_view text) {
  if (take_until(text, '\n') != kFirstLine) return std::nullopt;
  const std::string_view options_text = take_until(text, '\n');
  const std::optional<ModelOptions> options = options_from(options_text);
  if (!options || options_line(*options) != options_text) return std::nullopt;
  FloatModel model = zero_model<float>(*options);
  const attention::ParametersOf<float> list = parameters(model.weights);
  const std::vector<ParameterName> names = parameter_names(*options);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (take_until(text, '\n') != name_line(names[i])) return std::nullopt;
    for (Index row = 0; row < list[i]->rows(); ++row) {
      if (!read_row(take_until(text, '\n'), list[i]->row(row))) return std::nullopt;
    }
  }
  if (!text.empty()) return std::nullopt;
  return model;
}

}  // namespace training
