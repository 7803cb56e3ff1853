#include "core/playground/torch_code.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/playground/numpy_code.hpp"

namespace playground {
namespace {

struct Translation {
  std::string_view numpy;
  std::string_view torch;
};

/// Tensors take most of NumPy's expressions as they are (@, .T, slices); these are written in another way.
constexpr std::array kTranslations{
    Translation{"np.sqrt(variance", "torch.sqrt(variance"},
    Translation{"np.sqrt(", "math.sqrt("},
    Translation{"axis=1, keepdims=True", "dim=1, keepdim=True"},
    Translation{"axis=1", "dim=1"},
    Translation{".max(dim=", ".amax(dim="},
    Translation{".var(dim=1, ", ".var(dim=1, unbiased=False, "},
    Translation{"np.concatenate(", "torch.cat("},
    Translation{"np.exp(", "torch.exp("},
    Translation{"np.sin(", "torch.sin("},
    Translation{"np.cos(", "torch.cos("},
    Translation{"np.maximum(hidden, 0)", "torch.relu(hidden)"},
    Translation{"row_max, 0)", "row_max, 0.0)"},
    Translation{"np.where(", "torch.where("},
    Translation{"np.divide(e, row_sum, out=np.zeros_like(e), where=row_sum > 0)",
                "torch.where(row_sum > 0, e / row_sum, 0.0)"},
    Translation{".copy()", ".clone()"},
    Translation{"np.inf", "torch.inf"},
};

std::string translated(std::string line) {
  // What follows from places alone is made by NumPy, which has more ways to write it.
  for (const std::string_view made : {"allowed = ", "bias = ", "angle = "}) {
    if (!line.starts_with(made)) continue;
    const std::string value = line.substr(made.size());
    const bool in_brackets = value.starts_with('(') && value.ends_with(')') && value.find(" & ") == std::string::npos;
    return std::string(made) + "torch.as_tensor" + (in_brackets ? value : "(" + value + ")");
  }
  if (line.starts_with("i, j = ")) return line;
  for (const Translation& entry : kTranslations) {
    for (std::size_t at = line.find(entry.numpy); at != std::string::npos;
         at = line.find(entry.numpy, at + entry.torch.size())) {
      line.replace(at, entry.numpy.size(), entry.torch);
    }
  }
  return line;
}

/// "Wq" of "Wq = rng…": the matrices that a line draws; empty for other lines.
std::string drawn_variable(const std::string& line) {
  const std::size_t end = line.find(" = ");
  if (end == std::string::npos) return {};
  const std::string name = line.substr(0, end);
  const bool is_matrix = name == "inputs" || (name.front() >= 'A' && name.front() <= 'Z');
  return is_matrix && name.find('[') == std::string::npos ? name : "";
}

/// "X, Wq = torch.from_numpy(X), torch.from_numpy(Wq)"
std::string conversion(const std::vector<std::string>& lines) {
  std::vector<std::string> names;
  for (const std::string& line : lines) {
    const std::string name = drawn_variable(line);
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list + " = map(torch.from_numpy, [" + list + "])";
}

}  // namespace

std::vector<std::string> torch_lines(const Session& session, const Snapshot& snapshot, Step step) {
  std::vector<std::string> lines = numpy_lines(session, snapshot, step);
  if (step == Step::kTokens) return lines;
  if (step == Step::kEmbeddings) {
    lines.push_back(conversion(lines));
    return lines;
  }
  std::transform(lines.begin(), lines.end(), lines.begin(), translated);
  return lines;
}

}  // namespace playground
