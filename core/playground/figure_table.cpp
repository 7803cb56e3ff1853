// Figures as tables of words.
#include <algorithm>
#include <string>

#include "core/playground/exhibit.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

constexpr int kTableDigits = 3;

/// Whole numbers stay whole.
std::string plain_number(double value) {
  const bool whole = value == static_cast<double>(static_cast<long long>(value));
  return number_text(value, whole ? 0 : kTableDigits);
}

struct ToTable {
  /// A row for each x that any series has, a column for each series.
  FigureTable operator()(const Plot& plot) const {
    FigureTable table{.title = plot.title, .columns = {}, .rows = {}, .cells = {}};
    std::vector<double> places;
    for (const Series& series : plot.series) {
      table.columns.push_back(series.label.empty() ? plot.y.label : series.label);
      places.insert(places.end(), series.x.begin(), series.x.end());
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (const double place : places) {
      table.rows.push_back(plot.x.label + " " + plain_number(place));
      std::vector<std::string>& row = table.cells.emplace_back();
      for (const Series& series : plot.series) {
        const auto at = std::find(series.x.begin(), series.x.end(), place);
        row.push_back(at == series.x.end() ? std::string()
                                           : plain_number(series.y[static_cast<std::size_t>(at - series.x.begin())]));
      }
    }
    return table;
  }

  FigureTable operator()(const Bars& bars) const {
    FigureTable table{.title = bars.title, .columns = {std::string(say(Word::kTermValue))}, .rows = {}, .cells = {}};
    for (const Bar& bar : bars.bars) {
      table.rows.push_back(bar.label);
      table.cells.push_back({bar.text});
    }
    return table;
  }

  FigureTable operator()(const Grid& grid) const {
    FigureTable table{.title = grid.title, .columns = grid.columns, .rows = grid.rows, .cells = {}};
    for (Eigen::Index row = 0; row < grid.values.rows(); ++row) {
      std::vector<std::string>& line = table.cells.emplace_back();
      for (Eigen::Index column = 0; column < grid.values.cols(); ++column) {
        line.push_back(number_text(grid.values(row, column), grid.digits < 0 ? kTableDigits : grid.digits));
      }
    }
    return table;
  }

  /// The numbers of each arrow itself, wherever it starts.
  FigureTable operator()(const Arrows& arrows) const {
    FigureTable table{.title = arrows.title, .columns = {"x", "y"}, .rows = {}, .cells = {}};
    for (const Arrow& arrow : arrows.arrows) {
      if (arrow.label.empty()) continue;
      table.rows.push_back(arrow.label);
      table.cells.push_back({number_text(arrow.x - arrow.from_x, 2), number_text(arrow.y - arrow.from_y, 2)});
    }
    return table;
  }

  FigureTable operator()(const Ledger& ledger) const {
    FigureTable table{.title = ledger.title, .columns = {}, .rows = {}, .cells = {}};
    if (!ledger.columns.empty()) table.columns.assign(ledger.columns.begin() + 1, ledger.columns.end());
    for (const std::vector<std::string>& row : ledger.rows) {
      table.rows.push_back(row.front());
      table.cells.emplace_back(row.begin() + 1, row.end());
    }
    return table;
  }

  FigureTable operator()(const Instruments& instruments) const {
    FigureTable table{
        .title = instruments.title, .columns = {std::string(say(Word::kTermValue))}, .rows = {}, .cells = {}};
    for (const Reading& reading : instruments.readings) {
      table.rows.push_back(reading.text);
      table.cells.push_back({std::string(state_of(instruments, reading))});
    }
    return table;
  }

  FigureTable operator()(const Remark&) const { return {}; }
};

}  // namespace

std::string_view state_of(const Instruments& instruments, const Reading& reading) {
  if (reading.holds) return say(Word::kHolds);
  return say(instruments.alarming ? Word::kFails : Word::kDoesNotHold);
}

FigureTable table_of(const Figure& figure) { return std::visit(ToTable{}, figure.what); }

}  // namespace playground
