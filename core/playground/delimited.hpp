// CSV and TSV: a matrix with its labels for spreadsheets and data programs.
#pragma once

#include <string>

#include "core/playground/labelled_matrix.hpp"

namespace playground {

/// RFC 4180, UTF-8, numbers in full. Above the columns their labels, before each row its label, the matrix's name in
/// the corner. Begins with a byte order mark where a label is not ASCII, because Excel needs it there. A label that a
/// spreadsheet would run as a formula ("=1+1") gets an apostrophe before it.
std::string csv_text(const LabelledMatrix& matrix);

/// The same with tabs, for pasting into a spreadsheet: without the mark.
std::string tsv_text(const LabelledMatrix& matrix);

}  // namespace playground
