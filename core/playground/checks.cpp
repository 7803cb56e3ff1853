#include "core/playground/checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

#include "core/playground/equation.hpp"
#include "core/playground/provenance.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

using attention::AttentionTrace;
using attention::Index;
using attention::Matrix;

constexpr double kTolerance = 1e-9;

std::string shape_sentence(const Matrix& matrix) {
  return say(Word::kCheckShape, {std::to_string(matrix.rows()), std::to_string(matrix.cols())});
}

std::string scientific(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1e", value);
  return buffer;
}

/// Cells at minus infinity, and whether those that the causal mask forbids are all among them.
struct MaskedCells {
  int count = 0;
  bool future_hidden = true;
};

MaskedCells masked_cells(const Matrix& masked_scores) {
  MaskedCells cells;
  for (Index row = 0; row < masked_scores.rows(); ++row) {
    for (Index column = 0; column < masked_scores.cols(); ++column) {
      const bool masked = masked_scores(row, column) == -std::numeric_limits<double>::infinity();
      cells.count += masked ? 1 : 0;
      cells.future_hidden = cells.future_hidden && (masked || column <= row);
    }
  }
  return cells;
}

void check_scores(std::vector<Check>& list, const Session& session, const Snapshot& snapshot,
                  const AttentionTrace& head) {
  const double asked = head.scores(session.query, session.key);
  const double returned = head.scores(session.key, session.query);
  if (session.query != session.key) {
    const std::string& query = snapshot.tokens[static_cast<std::size_t>(session.query)];
    const std::string& key = snapshot.tokens[static_cast<std::size_t>(session.key)];
    const bool different = asked != returned;
    list.push_back({true, say(different ? Word::kCheckNotSymmetric : Word::kCheckSymmetricHere,
                              {query, key, number_text(asked, 2), key, query, number_text(returned, 2)})});
  }
  list.push_back({true, say(Word::kCheckSpread, {number_text(standard_deviation(head.scores), 2)})});
}

void check_scaled(std::vector<Check>& list, const AttentionTrace& head) {
  const double before = standard_deviation(head.scores);
  const double after = standard_deviation(head.scaled_scores);
  const bool holds = std::abs(after - before * std::abs(head.scale)) <= kTolerance * std::max(1.0, before);
  const std::string factor = (head.scale < 0 ? "|" : "") + number_text(head.scale, 4) + (head.scale < 0 ? "|" : "");
  list.push_back({holds, say(Word::kCheckSpreadScaled, {number_text(before, 2), factor, number_text(after, 2)})});
}

void check_masked(std::vector<Check>& list, const Session& session, const AttentionTrace& head) {
  const MaskedCells cells = masked_cells(head.masked_scores);
  const int all = static_cast<int>(head.masked_scores.size());
  if (session.model.mask.causal) {
    list.push_back({cells.future_hidden, say(Word::kCheckFutureMasked, {})});
  }
  list.push_back({true, say(all == 1 ? Word::kCheckCellMasked : Word::kCheckCellsMasked,
                            {std::to_string(cells.count), std::to_string(all)})});
}

/// How many of the rows that have weights sum to 1 bit for bit, and how near the others are.
std::string exactness(const RowSums& sums, int real_rows) {
  const std::string rows = std::to_string(real_rows);
  if (sums.exact_rows == real_rows) return say(real_rows == 1 ? Word::kCheckRowExact : Word::kCheckRowsExact, {rows});
  const std::string error = scientific(sums.largest_error);
  if (real_rows == 1) return say(Word::kCheckRowNearly, {error});
  return say(Word::kCheckRowsNearly, {std::to_string(sums.exact_rows), rows, error});
}

void check_softmax(std::vector<Check>& list, const Session& session, const AttentionTrace& head) {
  const RowSums sums = row_sums(head.weights);
  const int real_rows = sums.rows - sums.empty_rows;
  if (real_rows > 0) {
    // How many are 1 bit for bit depends on the order in which they are added: NumPy adds in pairs.
    list.push_back({sums.largest_error <= 1e-12, exactness(sums, real_rows)});
  }
  if (sums.empty_rows > 0) {
    list.push_back({true, say(sums.empty_rows == 1 ? Word::kCheckEmptyRow : Word::kCheckEmptyRows,
                              {std::to_string(sums.empty_rows)})});
  }
  if (session.model.mask.causal) {
    bool zero = true;
    for (Index row = 0; row < head.weights.rows(); ++row) {
      for (Index column = row + 1; column < head.weights.cols(); ++column) {
        zero = zero && head.weights(row, column) == 0;
      }
    }
    list.push_back({zero, say(Word::kCheckFutureZero, {})});
  }
}

void check_output(std::vector<Check>& list, const AttentionTrace& head) {
  bool inside = true;
  for (Index column = 0; column < head.output.cols(); ++column) {
    const double low = head.values.col(column).minCoeff();
    const double high = head.values.col(column).maxCoeff();
    for (Index row = 0; row < head.output.rows(); ++row) {
      const bool empty = head.row_sum(row, 0) == 0;
      const double output = head.output(row, column);
      inside = inside && (empty || (output >= low - kTolerance && output <= high + kTolerance));
    }
  }
  list.push_back({inside, say(Word::kCheckOutput, {})});
}

}  // namespace

double standard_deviation(const Matrix& matrix) {
  const double mean = matrix.mean();
  return std::sqrt((matrix.array() - mean).square().mean());
}

RowSums row_sums(const Matrix& weights) {
  RowSums sums;
  sums.rows = static_cast<int>(weights.rows());
  for (Index row = 0; row < weights.rows(); ++row) {
    double sum = 0;
    for (Index column = 0; column < weights.cols(); ++column) {
      sum += weights(row, column);
    }
    if (sum == 0) {
      ++sums.empty_rows;
      continue;
    }
    sums.exact_rows += sum == 1 ? 1 : 0;
    sums.largest_error = std::max(sums.largest_error, std::abs(sum - 1));
  }
  return sums;
}

std::vector<Check> checks(const Session& session, const Snapshot& snapshot) {
  std::vector<Check> list;
  if (const std::optional<Tensor> result = result_of(session.step, session.model)) {
    const Matrix& made = *snapshot.tensor(*result, session.head);
    list.push_back({made.array().isNaN().count() == 0, shape_sentence(made)});
  } else {
    const int tokens = snapshot.token_count();
    list.push_back({true, say(tokens == 1 ? Word::kCheckToken : Word::kCheckTokens, {std::to_string(tokens)})});
  }
  const AttentionTrace& head = snapshot.trace.heads[static_cast<std::size_t>(session.head)];
  switch (session.step) {
    case Step::kScores:
      check_scores(list, session, snapshot, head);
      break;
    case Step::kScaled:
      check_scaled(list, head);
      break;
    case Step::kMasked:
      check_masked(list, session, head);
      break;
    case Step::kSoftmax:
      check_softmax(list, session, head);
      break;
    case Step::kOutput:
      check_output(list, head);
      break;
    default:
      break;
  }
  return list;
}

}  // namespace playground
