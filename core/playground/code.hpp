// Code: the current step in each language that the code pane shows, and whole programs that reproduce it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/playground/cells.hpp"
#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

enum class Language { kNumpy, kTorch, kCpp };

struct LanguageInfo {
  std::string_view name;   ///< in anchors and files: "pytorch"
  std::string_view label;  ///< on screen: "PyTorch"
  std::string_view file_ending;
};

inline constexpr int kLanguageCount = 3;
const LanguageInfo& info(Language language);

struct CodeLine {
  std::string text;
  bool current = false;  ///< the one that makes the running tensor
};

/// The lines that the session's step adds; the last one names the cell and says its value in a comment.
/// `running` is the tensor whose line is marked as current, where a line of its own makes it.
std::vector<CodeLine> code_of(Language language, const Session& session, const Snapshot& snapshot, const Cell& cell,
                              Tensor running);

/// A program that computes everything up to the session's step and prints every tensor of the step (of the session's
/// head): a line with name and shape, then its rows, with four digits or, run with the argument "all", with all.
std::string program_of(Language language, const Session& session, const Snapshot& snapshot);

/// The tensors of the session's step, each once, in the order of its equation.
std::vector<Tensor> step_tensors(const Session& session);

}  // namespace playground
