// Exhibits: what a lesson shows beside the main view: figures made of numbers and words, without any drawing, and the
// knobs that change them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/playground/action.hpp"

namespace playground {

/// What a thing stands for; the theme has a colour for each.
enum class Hue { kInk, kMuted, kQuery, kKey, kValue, kWeight, kAccent };

enum class Mark {
  kLine,
  kDots,
  kLineAndDots,
  kBars,  ///< from 0 to y, one beside the other: a histogram
};

/// Numbers drawn against others; x and y are equally long, x grows. What is not finite is left out.
struct Series {
  std::string label;
  Hue hue = Hue::kInk;
  Mark mark = Mark::kLine;
  std::vector<double> x, y;
  /// Which of the ways to draw a line or dots: the same for a thing that stays while others come and go; empty: by its
  /// place among the series.
  std::optional<int> pattern = {};
};

/// Without limits an axis reaches over all numbers there are.
struct PlotAxis {
  std::string label;
  bool logarithmic = false;
  std::optional<double> from = {}, to = {};
};

struct Plot {
  std::string title;
  PlotAxis x, y;
  std::vector<Series> series;
};

/// Lengths beside each other, each with its number as text.
struct Bar {
  std::string label;
  double value = 0;
  std::string text;
  Hue hue = Hue::kInk;
};
struct Bars {
  std::string title;
  std::vector<Bar> bars;
  double most = 0;  ///< the value of a bar of full length; 0: the largest
};

/// A matrix with the names of its rows and columns. Minus infinity and NaN have marks of their own.
struct Grid {
  std::string title;
  attention::Matrix values;
  std::vector<std::string> rows, columns;
  int digits = 2;    ///< after the point; negative: colours alone
  double limit = 0;  ///< magnitude of full colour; 0: the largest finite one
  struct Place {
    int row = 0, column = 0;
  };
  std::vector<Place> marked;  ///< cells with an outline
  /// Families of rows or cells that belong together, by number: drawn as a stripe at the row's name; empty: none.
  std::vector<int> row_groups;
};

/// Arrows in the plane, from (from_x, from_y) to (x, y). One with a knob can be dragged: its tip is the knob's point.
struct Arrow {
  std::string label;
  double x = 0, y = 0;
  Hue hue = Hue::kInk;
  std::string_view knob = {};
  double from_x = 0, from_y = 0;
  bool dashed = false;  ///< an auxiliary line without a head
};
struct Arrows {
  std::string title;
  double reach = 1;  ///< the picture shows −reach to reach in both directions
  std::vector<Arrow> arrows;
};

/// Words and numbers in rows.
struct Ledger {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< each as long as `columns`; the first cell names the row
  int emphasised = -1;                         ///< a row that is told apart; −1: none
};

/// Live invariants, and whether they hold now.
struct Reading {
  bool holds = true;
  std::string text;
};
struct Instruments {
  std::string title;
  std::vector<Reading> readings;
  bool alarming = true;  ///< what does not hold is a fault; otherwise it is only said
};

/// "holds", "fails", or where that is no fault "does not hold".
std::string_view state_of(const Instruments& instruments, const Reading& reading);

/// A sentence; `good` and `bad` ones are told apart, not by colour alone.
struct Remark {
  enum class Tone { kPlain, kGood, kBad };
  std::string text;
  Tone tone = Tone::kPlain;
};

struct Figure {
  std::string id;  ///< of its anchor: "exhibit.ID"
  std::variant<Plot, Bars, Grid, Arrows, Ledger, Instruments, Remark> what;
  bool wide = false;  ///< takes the whole width where there would be room for two side by side
};

/// A button that does something to the session.
struct Command {
  std::string id;  ///< of its anchor: "exhibit.ID"
  std::string label;
  Action action;
  bool enabled = true;
};

struct Exhibit {
  std::vector<std::string_view> knobs = {};  ///< ids of those that are shown, in their order
  std::vector<Figure> figures = {};
  /// What number knobs show that stand for a number known otherwise, by their id: "8" for one that is 0.
  std::map<std::string, std::string, std::less<>> shown = {};
  std::vector<Command> commands = {};
  std::optional<double> progress = {};  ///< of what is being done, 0 to 1
  /// Training runs that it shows: whoever draws it lets those that are not at their plan's steps go on, a little with
  /// each picture; until then it shows how far they are.
  std::vector<TrainingPlan> runs = {};
};

/// What a figure says, as a table of words, for those who do not see it. Empty for a remark.
struct FigureTable {
  std::string title;
  std::vector<std::string> columns;  ///< headers of the cells
  std::vector<std::string> rows;     ///< headers
  std::vector<std::vector<std::string>> cells;
};
FigureTable table_of(const Figure& figure);

}  // namespace playground
