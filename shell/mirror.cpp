#include "shell/mirror.hpp"

#include <algorithm>
#include <utility>

#include "core/attention/matrix.hpp"
#include "core/playground/draw.hpp"
#include "core/playground/edits.hpp"
#include "core/playground/formula.hpp"
#include "core/playground/labelled_matrix.hpp"
#include "core/playground/provenance.hpp"
#include "core/playground/wording.hpp"
#include "shell/cell_paint.hpp"
#include "shell/comparison.hpp"
#include "shell/pins.hpp"
#include "shell/selection.hpp"
#include "shell/term_bars.hpp"
#include "shell/texts.hpp"

namespace shell {
namespace {

using playground::Cell;
using playground::LabelledMatrix;
using playground::Snapshot;
using playground::Tensor;

constexpr int kDigits = 4;  ///< after the point, where nobody chose another number

int digits_of(const Mirrored& mirrored) { return mirrored.session.digits.value_or(kDigits); }

/// "12 × 16"
std::string shape_of(Eigen::Index rows, Eigen::Index columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

/// Where a window of `most` begins that has `selected` near its middle.
int window_start(int count, int most, int selected) {
  return count <= most ? 0 : std::clamp(selected - most / 2, 0, count - most);
}

/// "rows 0 to 63 of 512"
std::string part_of(Word what, int first, int shown, int count) {
  return say(what, {std::to_string(first), std::to_string(first + shown - 1), std::to_string(count)});
}

void transpose(Table& table) {
  const auto turned = [](const std::vector<std::vector<std::string>>& cells, std::size_t columns) {
    std::vector<std::vector<std::string>> result(columns, std::vector<std::string>(cells.size()));
    for (std::size_t row = 0; row < cells.size(); ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        result[column][row] = cells[row][column];
      }
    }
    return result;
  };
  table.cells = turned(table.cells, table.columns.size());
  if (!table.names.empty()) {
    table.names = turned(table.names, table.columns.size());
  }
  std::swap(table.rows, table.columns);
  std::swap(table.selected_row, table.selected_column);
}

/// The first row and column of the part of a matrix that its table has.
struct Corner {
  int row = 0;
  int column = 0;
};
Corner corner_of(const attention::Matrix& matrix, int most, const std::optional<Cell>& selected) {
  return {window_start(static_cast<int>(matrix.rows()), most, selected ? selected->row : 0),
          window_start(static_cast<int>(matrix.cols()), most, selected ? selected->column : 0)};
}

/// The cells of the matrix from its corner on.
Table table_of_matrix(const Mirrored& mirrored, const LabelledMatrix& matrix, const Corner& corner) {
  const int rows = static_cast<int>(matrix.values.rows());
  const int columns = static_cast<int>(matrix.values.cols());
  const int shown_rows = std::min(rows, mirrored.most);
  const int shown_columns = std::min(columns, mirrored.most);
  const auto [first_row, first_column] = corner;
  Table table;
  table.caption = matrix.name + ", " + shape_of(rows, columns);
  if (shown_rows < rows) {
    table.note = part_of(Word::kRowsFromTo, first_row, shown_rows, rows);
  }
  if (shown_columns < columns) {
    table.note +=
        (table.note.empty() ? "" : ", ") + part_of(Word::kColumnsFromTo, first_column, shown_columns, columns);
  }
  for (int column = 0; column < shown_columns; ++column) {
    table.columns.push_back(matrix.column_labels[static_cast<std::size_t>(first_column + column)]);
  }
  for (int row = 0; row < shown_rows; ++row) {
    table.rows.push_back(matrix.row_labels[static_cast<std::size_t>(first_row + row)]);
    std::vector<std::string>& line = table.cells.emplace_back();
    for (int column = 0; column < shown_columns; ++column) {
      line.push_back(
          playground::number_text(matrix.values(first_row + row, first_column + column), digits_of(mirrored)));
    }
  }
  return table;
}

void name_cells(Table& table, std::string_view matrix, const Corner& corner) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::vector<std::string>& line = table.names.emplace_back();
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      line.push_back(std::string(matrix) + "[" + std::to_string(corner.row + static_cast<int>(row)) + "," +
                     std::to_string(corner.column + static_cast<int>(column)) + "]");
    }
  }
}

void mark_masked(Table& table, const Snapshot& snapshot, const Cell& of, const Corner& corner) {
  const MatrixGrid grid = tensor_grid(snapshot, of.tensor, of.head);
  if (grid.logits == nullptr) {
    return;
  }
  for (std::size_t row = 0; row < table.cells.size(); ++row) {
    for (std::size_t column = 0; column < table.cells[row].size(); ++column) {
      if (is_masked(grid, corner.row + static_cast<int>(row), corner.column + static_cast<int>(column))) {
        std::string& text = table.cells[row][column];
        text = say(Word::kMaskedCell, {text});
      }
    }
  }
}

void mark_edits(Table& table, const Mirrored& mirrored, const Cell& of, const Corner& corner) {
  const playground::Model& model = mirrored.session.model;
  const int head = playground::canonical(of, model.sizes).head;
  for (const playground::CellEdit& edit : model.edits) {
    const int row = edit.row - corner.row;
    const int column = edit.column - corner.column;
    const bool inside = row >= 0 && column >= 0 && row < static_cast<int>(table.rows.size()) &&
                        column < static_cast<int>(table.columns.size());
    if (edit.tensor == of.tensor && edit.head == head && inside) {
      std::string& text = table.cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      text = say(Word::kEdited, {text});
    }
  }
}

/// Each key's share of all attention below its column, and what each row adds up to, over all of the matrix.
void add_sums(Table& table, const Mirrored& mirrored, const attention::Matrix& weights, const Corner& corner) {
  const auto written = [&](double sum) { return playground::number_text(sum, digits_of(mirrored)); };
  std::vector<std::string> below;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    below.push_back(written(weights.col(corner.column + static_cast<Eigen::Index>(column)).sum()));
  }
  below.emplace_back();
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    table.cells[row].push_back(written(weights.row(corner.row + static_cast<Eigen::Index>(row)).sum()));
    table.names[row].emplace_back();
  }
  table.cells.push_back(std::move(below));
  table.columns.push_back(label(Word::kSum));
  table.rows.push_back(label(Word::kSum));
  table.names.emplace_back(table.columns.size());
}

/// The explained cell, where it is one of this tensor.
std::optional<Cell> selected_in(const Mirrored& mirrored, Tensor tensor) {
  const std::optional<Cell> cell = explained_cell(mirrored.session, mirrored.here, mirrored.view);
  return cell && cell->tensor == tensor ? cell : std::nullopt;
}

void select(Table& table, const std::optional<Cell>& selected, const Corner& corner) {
  if (selected) {
    table.selected_row = selected->row - corner.row;
    table.selected_column = selected->column - corner.column;
  }
}

std::optional<Table> table_of_tensor(const Entry& entry, const Mirrored& mirrored) {
  const std::optional<LabelledMatrix> matrix = playground::labelled(mirrored.here, entry.cell.tensor, entry.cell.head);
  if (!matrix) {
    return std::nullopt;
  }
  const std::optional<Cell> selected = selected_in(mirrored, entry.cell.tensor);
  const Corner corner = corner_of(matrix->values, mirrored.most, selected);
  Table table = table_of_matrix(mirrored, *matrix, corner);
  select(table, selected, corner);
  name_cells(table, playground::info(entry.cell.tensor).name, corner);
  mark_masked(table, mirrored.here, entry.cell, corner);
  mark_edits(table, mirrored, entry.cell, corner);
  if (entry.cell.tensor == Tensor::kWeights) {
    add_sums(table, mirrored, matrix->values, corner);
  }
  if (entry.transposed) {
    transpose(table);
  }
  return table;
}

/// One side of a comparison.
std::optional<Table> table_of_map(const Entry& entry, const Mirrored& mirrored) {
  const auto of = [&](const Snapshot* snapshot) {
    return snapshot == nullptr
               ? std::optional<LabelledMatrix>()
               : playground::labelled(*snapshot, entry.cell.tensor, head_in(*snapshot, entry.cell.head));
  };
  std::optional<LabelledMatrix> matrix = of(entry.side == ModelSide::kHere ? &mirrored.here : mirrored.other);
  const std::optional<LabelledMatrix> here = of(&mirrored.here);
  if (!matrix || !here) {
    return std::nullopt;
  }
  if (entry.side == ModelSide::kDifference) {
    matrix->values = difference(here->values, matrix->values).values;
  }
  std::optional<Cell> selected = selected_in(mirrored, entry.cell.tensor);
  if (selected && (selected->row >= matrix->values.rows() || selected->column >= matrix->values.cols())) {
    selected.reset();
  }
  const Corner corner = corner_of(matrix->values, mirrored.most, selected);
  Table table = table_of_matrix(mirrored, *matrix, corner);
  table.caption = entry.text + ", " + shape_of(matrix->values.rows(), matrix->values.cols());
  select(table, selected, corner);
  name_cells(table, entry.name, corner);
  if (entry.side != ModelSide::kDifference) {
    const Snapshot& side = entry.side == ModelSide::kHere ? mirrored.here : *mirrored.other;
    mark_masked(table, side, {.tensor = entry.cell.tensor, .head = head_in(side, entry.cell.head)}, corner);
  }
  if (entry.transposed) {
    transpose(table);
  }
  return table;
}

std::optional<Table> table_of_terms(const Entry& entry, const Mirrored& mirrored) {
  const playground::Result<playground::Provenance> found = playground::provenance(mirrored.here, entry.cell);
  if (!found.ok()) {
    return std::nullopt;
  }
  const playground::Provenance& origin = found.value();
  Table table;
  table.caption = say(Word::kTermByTerm, {playground::cell_name(mirrored.here, entry.cell)});
  table.columns = {label(Word::kTermValue), label(Word::kTermFrom), label(Word::kTermAndFrom)};
  for (std::size_t index = 0; index < origin.terms.size(); ++index) {
    const playground::Term& term = origin.terms[index];
    table.rows.push_back(term.label);
    std::vector<std::string>& line = table.cells.emplace_back();
    std::vector<std::string>& names = table.names.emplace_back();
    line.push_back(written_value(origin, term, digits_of(mirrored)));
    names.emplace_back();
    for (std::size_t source = 0; source < 2; ++source) {
      const bool there = source < term.sources.size();
      line.push_back(there ? playground::cell_name(mirrored.here, term.sources[source]) : "");
      names.push_back(there ? source_name(entry.name, index, source) : "");
    }
  }
  table.rows.push_back(label(Word::kSum));
  table.cells.push_back({playground::number_text(origin.value, digits_of(mirrored)), "", ""});
  table.names.push_back({"", "", ""});
  return table;
}

/// The selected row of each stage, a token a line.
std::optional<Table> table_of_journey(const Mirrored& mirrored) {
  const int query = mirrored.session.query;
  const std::vector<std::string>& tokens = mirrored.here.tokens;
  const int count = static_cast<int>(tokens.size());
  const int first = window_start(count, mirrored.most, mirrored.session.key);
  const int shown = std::min(count, mirrored.most);
  Table table;
  table.caption = say(Word::kStageByStage, {tokens[static_cast<std::size_t>(query)]});
  table.note = shown < count ? part_of(Word::kTokensFromTo, first, shown, count) : "";
  table.rows.assign(tokens.begin() + first, tokens.begin() + first + shown);
  table.cells.resize(static_cast<std::size_t>(shown));
  const std::pair<Word, Tensor> stages[] = {{Word::kJourneyScore, Tensor::kScores},
                                            {Word::kJourneyScaled, Tensor::kScaledScores},
                                            {Word::kJourneyMasked, Tensor::kMaskedScores},
                                            {Word::kJourneyWeight, Tensor::kWeights}};
  for (const auto& [name, tensor] : stages) {
    const attention::Matrix* values = mirrored.here.tensor(tensor, mirrored.session.head);
    if (values == nullptr || query >= values->rows() || values->cols() < first + shown) {
      return std::nullopt;
    }
    table.columns.push_back(label(name));
    const MatrixGrid grid = tensor_grid(mirrored.here, tensor, mirrored.session.head);
    for (int row = 0; row < shown; ++row) {
      const std::string text = playground::number_text((*values)(query, first + row), digits_of(mirrored));
      table.cells[static_cast<std::size_t>(row)].push_back(
          is_masked(grid, query, first + row) ? say(Word::kMaskedCell, {text}) : text);
    }
  }
  return table;
}

std::optional<Table> table_of_figure(const Entry& entry, const Mirrored& mirrored) {
  for (const playground::Figure& figure :
       mirrored.exhibit == nullptr ? std::vector<playground::Figure>{} : mirrored.exhibit->figures) {
    if (entry.name == "exhibit." + figure.id) {
      playground::FigureTable said = playground::table_of(figure);
      Table table;
      table.caption = std::move(said.title);
      table.rows = std::move(said.rows);
      table.columns = std::move(said.columns);
      table.cells = std::move(said.cells);
      return table;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Table> table_of(const Entry& entry, const Mirrored& mirrored) {
  switch (entry.kind) {
    case EntryKind::kMatrix:
      return table_of_tensor(entry, mirrored);
    case EntryKind::kMap:
      return table_of_map(entry, mirrored);
    case EntryKind::kTerms:
      return table_of_terms(entry, mirrored);
    case EntryKind::kJourney:
      return table_of_journey(mirrored);
    case EntryKind::kFigure:
      return table_of_figure(entry, mirrored);
    default:
      return std::nullopt;
  }
}

std::string_view label_of(Part part) {
  switch (part) {
    case Part::kHeader:
      return say(Word::kMirrorPage);
    case Part::kTokens:
      return say(Word::kPartTokens);
    case Part::kControls:
      return say(Word::kPartControls);
    case Part::kSteps:
      return say(Word::kSteps);
    case Part::kStage:
      return say(Word::kMirrorStep);
    case Part::kExplanation:
      return say(Word::kPartSide);
    case Part::kFooter:
      return say(Word::kPartFooter);
    case Part::kNotices:
      return say(Word::kMirrorNotices);
    case Part::kWorking:
      return say(Word::kMirrorComputing);
    case Part::kDialog:
      return say(Word::kMirrorDialog);
  }
  return {};
}

}  // namespace shell
