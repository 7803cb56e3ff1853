// The mirror: what a transcript says of matrices and sums, as tables of words: for screen readers, and for whoever
// cannot see the picture.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/exhibit.hpp"
#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"
#include "shell/transcript.hpp"
#include "shell/view_state.hpp"

namespace shell {

/// Most rows and columns of a matrix that a table has unless more are asked for; of a larger one it has the part around
/// the selected cell.
inline constexpr int kMostTableLines = 64;

struct Table {
  std::string caption;               ///< "weights, 12 × 12"
  std::string note;                  ///< which part of the matrix this is; empty where it is all of it
  std::vector<std::string> rows;     ///< headers
  std::vector<std::string> columns;  ///< headers
  std::vector<std::vector<std::string>> cells;
  std::vector<std::vector<std::string>> names;  ///< what a press on the cell is called: "weights[8,11]"; may be empty
  int selected_row = -1;                        ///< in the table; -1: none
  int selected_column = -1;
};

/// What tables are made from.
struct Mirrored {
  const playground::Session& session;
  const playground::Snapshot& here;
  const playground::Snapshot* other = nullptr;  ///< the other side of a comparison
  const ViewState& view;
  const playground::Exhibit* exhibit = nullptr;  ///< of the lesson's cue
  int most = kMostTableLines;                    ///< rows and columns of a table
};

/// The table of an entry of the kinds kMatrix, kMap, kTerms, kJourney and kFigure; empty where its subject is not there any more.
std::optional<Table> table_of(const Entry& entry, const Mirrored& mirrored);

/// "page header", "steps": what a part of the window is called.
std::string_view label_of(Part part);

}  // namespace shell
