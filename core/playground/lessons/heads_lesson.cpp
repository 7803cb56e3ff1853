#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/cost.hpp"
#include "core/attention/product.hpp"
#include "core/playground/lessons/heads_scramble.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace heads_private {
namespace {

using attention::Matrix;
using Index = Eigen::Index;

constexpr Knob kKnobs[] = {
    {"wide", Knob::Kind::kSlider, "64 128 256 512 1024", "512"},
    {"context", Knob::Kind::kSlider, "1024 2048 4096 8192 16384 32768", "4096"},
    {"join", Knob::Kind::kChoice, "wrong right", "wrong"},
    {"repair", Knob::Kind::kChoice, "none split join both", "none"},
    {"share", Knob::Kind::kSlider, "0 0.25 0.5 0.75 1", "0.5"},
};

attention::ModelShape sublayer(int d_model, int heads, int kv_heads, int d_k) {
  attention::ModelShape shape;
  shape.d_model = d_model;
  shape.heads = heads;
  shape.kv_heads = kv_heads;
  shape.d_k = d_k;
  shape.d_v = d_k;
  shape.encoder_layers = 1;
  return shape;
}

double parameters_of(int d_model, int heads, int kv_heads, int d_k) {
  return static_cast<double>(attention::attention_parameters(sublayer(d_model, heads, kv_heads, d_k)));
}

// ---- What two tables can do and one cannot ----

/// "animal" says what it is in the first column, "tired" how it is in the second.
Matrix said() {
  Matrix values(2, 2);
  values << 4, 0, 0, 4;
  return values;
}

/// What a table hears that gives "animal" this share and "tired" the rest, [1 x 2].
Matrix heard(double share) {
  Matrix weights(1, 2);
  weights << share, 1 - share;
  return attention::product(weights, said());
}

/// One table listens to "animal" and brings the first column, the other one to "tired" and brings the second.
Matrix heard_by_two() {
  Matrix joined(1, 2);
  joined << heard(1)(0, 0), heard(0)(0, 1);
  return joined;
}

Exhibit relations(const Lecture& lecture) {
  const double share = lecture.number("share");
  const auto number = [](double value) { return number_text(value, 2); };
  const auto row = [&](const std::string& name, const Matrix& numbers) {
    return std::vector<std::string>{name, number(numbers(0)), number(numbers(1))};
  };
  const Matrix one = heard(share);
  const Matrix two = heard_by_two();
  const Ledger ledger{.title = lecture.text("relations.title"),
                      .columns = {"", lecture.text("relations.what"), lecture.text("relations.how")},
                      .rows = {row(lecture.text("relations.animal"), said().row(0)),
                               row(lecture.text("relations.tired"), said().row(1)),
                               row(lecture.text("relations.one", {number(share), number(1 - share)}), one),
                               row(lecture.text("relations.two"), two)},
                      .emphasised = 2};
  const Remark remark{lecture.text(
      "relations.bound", {number(one(0)), number(one(1)), number(said().maxCoeff()), number(two(0)), number(two(1))})};
  return {.knobs = {"share"}, .figures = {{"relations", ledger}, {"bound", remark}}};
}

// ---- What more heads cost ----

constexpr int kHeadCounts[] = {1, 2, 4, 8, 16};
constexpr int kTokens = 512;  ///< of the text that the work is counted for

/// Multiply-adds of one attention sub-layer.
std::int64_t work_of_heads(int d_model, int heads) {
  return attention::multiply_adds(sublayer(d_model, heads, heads, d_model / heads), {.tokens = kTokens}).total;
}

Exhibit work(const Lecture& lecture) {
  const int wide = lecture.whole("wide");
  Ledger ledger{.title = lecture.text("work.title", {grouped(wide), grouped(kTokens)}),
                .columns = {lecture.text("work.heads"), lecture.text("work.parameters"), lecture.text("work.products"),
                            lecture.text("work.tables")},
                .rows = {}};
  for (const int heads : kHeadCounts) {
    ledger.rows.push_back({lecture.text("work.cut", {grouped(heads), grouped(wide / heads)}),
                           grouped(static_cast<std::int64_t>(parameters_of(wide, heads, heads, wide / heads))),
                           grouped(work_of_heads(wide, heads) / 1'000'000), grouped(heads)});
  }
  return {.knobs = {"wide"}, .figures = {{"work", ledger}}};
}

// ---- What W_o does ----

/// What each head adds to the output of the selected word: its columns times its rows of W_o. Without a W_o each head
/// fills its own columns.
std::vector<Matrix> parts_of_output(const Lecture& lecture) {
  const Session& session = lecture.session();
  const Sizes& sizes = session.model.sizes;
  const Matrix* given = has_projection(sizes) ? lecture.snapshot().tensor(Tensor::kWo, 0) : nullptr;
  const Index joined = static_cast<Index>(sizes.heads) * sizes.d_k;
  const Matrix wo = given == nullptr ? Matrix(Matrix::Identity(joined, joined)) : *given;
  std::vector<Matrix> parts;
  for (int head = 0; head < sizes.heads; ++head) {
    const Matrix& output = *lecture.snapshot().tensor(Tensor::kHeadOutput, head);
    const Index first = static_cast<Index>(head) * sizes.d_k;
    parts.push_back(attention::product<double>(output.row(session.query), wo.middleRows(first, sizes.d_k)));
  }
  return parts;
}

Matrix sum_of(const std::vector<Matrix>& parts) {
  Matrix sum = parts.front();
  for (std::size_t part = 1; part < parts.size(); ++part) sum += parts[part];
  return sum;
}

Exhibit mixing(const Lecture& lecture) {
  constexpr Index kColumns = 6;
  const std::vector<Matrix> parts = parts_of_output(lecture);
  const Index shown = std::min(kColumns, parts.front().cols());
  const auto count = static_cast<Index>(parts.size());
  Grid grid{.title = lecture.text("mixing.title",
                                  {lecture.snapshot().tokens[static_cast<std::size_t>(lecture.session().query)]}),
            .values = Matrix(count + 1, shown),
            .rows = {},
            .columns = {},
            .digits = 2,
            .limit = 0,
            .marked = {},
            .row_groups = {}};
  Bars bars{.title = lecture.text("mixing.sizes"), .bars = {}, .most = 0};
  for (Index head = 0; head < count; ++head) {
    const Matrix& part = parts[static_cast<std::size_t>(head)];
    grid.values.row(head) = part.leftCols(shown);
    grid.rows.push_back(lecture.text("head", {grouped(head)}));
    bars.bars.push_back(
        {.label = grid.rows.back(), .value = part.norm(), .text = number_text(part.norm(), 2), .hue = Hue::kValue});
  }
  grid.values.row(count) = sum_of(parts).leftCols(shown);
  grid.rows.push_back(lecture.text("mixing.sum"));
  for (Index column = 0; column < shown; ++column) grid.columns.push_back(grouped(column + 1));
  return {.knobs = {}, .figures = {{"parts", grid}, {"sizes", bars}}};
}

// ---- What sharing keys and values saves ----

constexpr int kKvHeads[] = {32, 16, 8, 4, 2, 1};

/// The cache of a model like Llama 2 7B (Touvron et al. 2023): 32 layers, 32 heads of 128, half precision.
double cache_gigabytes(int kv_heads, int context) {
  attention::ModelShape shape = attention::llama2_7b();
  shape.kv_heads = kv_heads;
  return static_cast<double>(attention::cache_bytes_per_position(shape, 2)) * context / 1e9;
}

Exhibit cache(const Lecture& lecture) {
  const int context = lecture.whole("context");
  Bars bars{.title = lecture.text("cache.title", {grouped(context)}), .bars = {}, .most = 0};
  for (const int kv_heads : kKvHeads) {
    const double size = cache_gigabytes(kv_heads, context);
    bars.bars.push_back({.label = lecture.text("cache.sets", {grouped(kv_heads)}),
                         .value = size,
                         .text = lecture.text("cache.size", {number_text(size, 2)}),
                         .hue = Hue::kKey});
  }
  return {.knobs = {"context"}, .figures = {{"cache", bars}}};
}

Exhibit exhibit(const Lecture& lecture) {
  if (lecture.exhibit() == "relations") return relations(lecture);
  if (lecture.exhibit() == "work") return work(lecture);
  if (lecture.exhibit() == "mixing") return mixing(lecture);
  if (lecture.exhibit() == "cache") return cache(lecture);
  if (lecture.exhibit() == "scramble") return scramble(lecture);
  return bug(lecture);
}

void add_claims_of_exhibit(const Lecture& lecture, std::vector<Claim>& all) {
  const std::string_view shown = lecture.exhibit();
  const Session& session = lecture.session();
  if (shown == "relations") {
    const Matrix one = heard(lecture.number("share"));
    all.push_back({"one_table_what", one(0)});
    all.push_back({"one_table_how", one(1)});
    all.push_back({"two_tables_what", heard_by_two()(0)});
    all.push_back({"two_tables_how", heard_by_two()(1)});
  }
  if (shown == "work") {
    const int wide = lecture.whole("wide");
    all.push_back({"wide", static_cast<double>(wide)});
    all.push_back({"parameters_wide_one", parameters_of(wide, 1, 1, wide)});
    all.push_back({"parameters_wide_sixteen", parameters_of(wide, 16, 16, wide / 16)});
    all.push_back({"products_one", static_cast<double>(work_of_heads(wide, 1))});
    all.push_back({"products_sixteen", static_cast<double>(work_of_heads(wide, 16))});
  }
  if (shown == "mixing") {
    const std::vector<Matrix> parts = parts_of_output(lecture);
    const Matrix& output = *lecture.snapshot().tensor(Tensor::kOutput, 0);
    all.push_back({"sum_error", (sum_of(parts) - output.row(session.query)).cwiseAbs().maxCoeff()});
    all.push_back({"first_part", parts.front()(0, 0)});
    all.push_back({"first_sum", sum_of(parts)(0, 0)});
  }
  if (shown == "cache") {
    const int context = lecture.whole("context");
    all.push_back({"context", static_cast<double>(context)});
    all.push_back({"cache_of_32", cache_gigabytes(32, context)});
    all.push_back({"cache_of_8", cache_gigabytes(8, context)});
    all.push_back({"cache_of_1", cache_gigabytes(1, context)});
  }
  if (shown == "scramble") add_claims_of_scramble(all);
  if (shown == "bug") add_claims_of_bug(lecture, all);
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Session& session = lecture.session();
  const Snapshot& snapshot = lecture.snapshot();
  const Sizes& sizes = session.model.sizes;
  const Matrix& first = *snapshot.tensor(Tensor::kWeights, 0);
  const Matrix& last = *snapshot.tensor(Tensor::kWeights, sizes.heads - 1);
  const int width = sizes.heads * sizes.d_k;
  std::vector<Claim> all{{"heads", static_cast<double>(sizes.heads)},
                         {"kv_heads", static_cast<double>(sizes.kv_heads)},
                         {"d_model", static_cast<double>(sizes.d_model)},
                         {"d_k", static_cast<double>(sizes.d_k)},
                         {"width", static_cast<double>(width)},
                         {"top_weight", snapshot.tensor(Tensor::kWeights, session.head)->row(session.query).maxCoeff()},
                         {"heads_difference", (first - last).cwiseAbs().maxCoeff()},
                         {"cell_first", first(session.query, session.key)},
                         {"cell_last", last(session.query, session.key)},
                         {"parameters_here", parameters_of(sizes.d_model, sizes.heads, sizes.kv_heads, sizes.d_k)},
                         {"parameters_one_head", parameters_of(sizes.d_model, 1, 1, width)},
                         {"parameters_512_one", parameters_of(512, 1, 1, 512)},
                         {"parameters_512_eight", parameters_of(512, 8, 8, 64)},
                         {"cache_share", static_cast<double>(sizes.kv_heads) / sizes.heads}};
  add_claims_of_exhibit(lecture, all);
  return all;
}

}  // namespace
}  // namespace heads_private

Lesson heads_lesson() { return {"heads", heads_private::kKnobs, heads_private::claims, heads_private::exhibit}; }

}  // namespace playground
