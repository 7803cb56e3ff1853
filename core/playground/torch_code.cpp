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
    Translation{"np.sqrt(", "math.sqrt("},
    Translation{"axis=1, keepdims=True", "dim=1, keepdim=True"},
    Translation{"axis=1", "dim=1"},
    Translation{".max(dim=", ".amax(dim="},
    Translation{".var(dim=1, ", ".var(dim=1, unbiased=False, "},
    Translation{"np.concatenate(", "torch.cat("},
    Translation{"np.exp(", "torch.exp("},
    Translation{"np.tanh(", "torch.tanh("},
    Translation{"np.where(", "torch.where("},
    Translation{"np.zeros_like(", "torch.zeros_like("},
    Translation{"np.inf", "torch.inf"},
};

std::string translated(std::string line) {
  // A mask is made by NumPy, which has more ways to write one.
  constexpr std::string_view kMask = "allowed = ";
  if (line.starts_with(kMask)) {
    return std::string(kMask) + "torch.as_tensor(" + line.substr(kMask.size()) + ")";
  }
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
  const bool is_matrix = end != std::string::npos && line.front() >= 'A' && line.front() <= 'Z';
  return is_matrix && line.find('[') > end ? line.substr(0, end) : "";
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
