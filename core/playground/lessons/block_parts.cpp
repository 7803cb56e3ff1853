// One word on its way through the block of the main view: added to its note, normed, widened.
#include "core/playground/lessons/block_exhibits.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/playground/wording.hpp"

namespace playground::block_private {
namespace {

using attention::Index;
using attention::Matrix;

/// The row of the selected word in a stage, under the name of the stage.
struct Stage {
  std::string_view label;
  const Matrix& rows;
};

std::string word_of(const Lecture& lecture) {
  return lecture.snapshot().tokens[static_cast<std::size_t>(lecture.session().query)];
}

/// The first numbers of the word in each stage: all of them have no room.
Figure first_numbers(const Lecture& lecture, const std::vector<Stage>& stages) {
  constexpr Index kMostShown = 6;
  const Index width = stages.front().rows.cols(), shown = std::min(width, kMostShown);
  Grid grid{.title = lecture.text("numbers", {std::to_string(shown), std::to_string(width), word_of(lecture)}),
            .values = Matrix(static_cast<Index>(stages.size()), shown),
            .rows = {},
            .columns = {},
            .marked = {},
            .row_groups = {}};
  for (const Stage& stage : stages) {
    grid.values.row(static_cast<Index>(grid.rows.size())) = stage.rows.row(lecture.session().query).head(shown);
    grid.rows.push_back(lecture.text(stage.label));
  }
  for (Index column = 1; column <= shown; ++column) grid.columns.push_back(std::to_string(column));
  return {"numbers", std::move(grid)};
}

}  // namespace

double cosine(const Matrix& a, const Matrix& b, Index row) {
  return a.row(row).dot(b.row(row)) / (a.row(row).norm() * b.row(row).norm());
}

const Matrix& block_input(const Snapshot& snapshot) {
  return snapshot.projections->inputs ? *snapshot.projections->inputs : snapshot.projections->drawn.embeddings;
}

Exhibit sum_exhibit(const Lecture& lecture) {
  const Snapshot& snapshot = lecture.snapshot();
  const std::vector<Stage> stages{{"part.word", block_input(snapshot)},
                                  {"part.note", snapshot.trace.output},
                                  {"part.sum", snapshot.block->after_attention.residual}};
  const Index row = lecture.session().query;
  Bars lengths{.title = lecture.text("lengths", {word_of(lecture)}), .bars = {}};
  for (const Stage& stage : stages) {
    const double length = stage.rows.row(row).norm();
    lengths.bars.push_back({.label = lecture.text(stage.label),
                            .value = length,
                            .text = number_text(length, 2),
                            .hue = stage.label == "part.note" ? Hue::kValue : Hue::kInk});
  }
  const std::string turned = number_text(cosine(stages.front().rows, stages.back().rows, row), 2);
  return {.knobs = {},
          .figures = {{"lengths", std::move(lengths)},
                      first_numbers(lecture, stages),
                      {"way", Remark{.text = lecture.text("part.cosine", {turned})}}}};
}

Exhibit norm_exhibit(const Lecture& lecture) {
  const AddAndNorm& stage = lecture.snapshot().block->after_attention;
  const std::vector<Stage> stages{{"part.sum", stage.residual}, {"part.normed", stage.norm}};
  Ledger ledger{.title = lecture.text("normed", {word_of(lecture)}),
                .columns = {lecture.text("stage"), lecture.text("part.mean"), lecture.text("length.axis")},
                .rows = {},
                .emphasised = 1};
  for (const Stage& one : stages) {
    const Matrix numbers = one.rows.row(lecture.session().query);
    ledger.rows.push_back({lecture.text(one.label), number_text(numbers.mean(), 2), number_text(numbers.norm(), 2)});
  }
  return {.knobs = {}, .figures = {{"normed", std::move(ledger)}, first_numbers(lecture, stages)}};
}

Exhibit widened_exhibit(const Lecture& lecture) {
  constexpr Index kColumns = 16;
  const Block& block = *lecture.snapshot().block;
  const Matrix inside = block.activated.row(lecture.session().query);
  const Index width = inside.cols();
  const auto zeros = (inside.array() == 0).count();
  Bars counts{.title = lecture.text("widened", {word_of(lecture)}), .bars = {}};
  const auto add = [&](const char* label, Index count, Hue hue) {
    counts.bars.push_back({lecture.text(label), static_cast<double>(count), grouped(count), hue});
  };
  add("part.in", block.feed_forward.cols(), Hue::kInk);
  add("part.wide", width, Hue::kValue);
  add("part.positive", width - zeros, Hue::kValue);
  add("part.zero", zeros, Hue::kMuted);
  add("part.out", block.feed_forward.cols(), Hue::kInk);
  Grid grid{.title = lecture.text("inside", {grouped(width)}),
            .values = Matrix::Zero((width + kColumns - 1) / kColumns, std::min(width, kColumns)),
            .rows = {},
            .columns = {},
            .digits = -1,
            .marked = {},
            .row_groups = {}};
  for (Index number = 0; number < width; ++number)
    grid.values(number / kColumns, number % kColumns) = inside(0, number);
  for (Index row = 0; row < grid.values.rows(); ++row) grid.rows.push_back(std::to_string(row * kColumns + 1));
  for (Index column = 0; column < grid.values.cols(); ++column) grid.columns.push_back("+" + std::to_string(column));
  return {.knobs = {}, .figures = {{"widened", std::move(counts)}, {"inside", std::move(grid)}}};
}

}  // namespace playground::block_private
