#include "core/playground/lessons/heads_scramble.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/attention/mask.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/product.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/playground/exercise.hpp"
#include "core/playground/wording.hpp"

namespace playground::heads_private {

// ---- Split and joined, right and wrong ----

namespace {

using attention::Matrix;
using Index = Eigen::Index;

/// Columns of a projection [T x n*d] cut into heads [T x d] each; scrambled: the numbers as they lie in memory, taken
/// for heads, then words, then columns ("reshape without transpose").
std::vector<Matrix> split(const Matrix& joined, int heads, bool right) {
  const Index width = joined.cols() / heads;
  std::vector<Matrix> parts;
  for (Index head = 0; head < heads; ++head) {
    parts.push_back(
        right ? attention::head_columns(joined, head, width)
              : Matrix(Eigen::Map<const Matrix>(joined.data() + head * joined.rows() * width, joined.rows(), width)));
  }
  return parts;
}

/// The other way round.
Matrix join(const std::vector<Matrix>& parts, bool right) {
  const Index tokens = parts.front().rows();
  const Index width = parts.front().cols();
  Matrix joined(tokens, static_cast<Index>(parts.size()) * width);
  for (std::size_t head = 0; head < parts.size(); ++head) {
    const auto at = static_cast<Index>(head);
    if (right) {
      joined.middleCols(at * width, width) = parts[head];
    } else {
      Eigen::Map<Matrix>(joined.data() + at * tokens * width, tokens, width) = parts[head];
    }
  }
  return joined;
}

/// Two heads, two words, two numbers each: 0 1, 2 3, 4 5, 6 7.
std::vector<Matrix> small_heads() {
  std::vector<Matrix> heads(2, Matrix(2, 2));
  heads[0] << 0, 1, 2, 3;
  heads[1] << 4, 5, 6, 7;
  return heads;
}

}  // namespace

Exhibit scramble(const Lecture& lecture) {
  const std::vector<Matrix> heads = small_heads();
  const bool right = lecture.option("join") == "right";
  const std::string words[] = {"A", "B"};
  Grid before{.title = lecture.text("scramble.before"),
              .values = Matrix(4, 2),
              .rows = {},
              .columns = {"1", "2"},
              .digits = 0,
              .limit = 0,
              .marked = {},
              .row_groups = {0, 1, 0, 1}};
  before.values << heads[0], heads[1];
  for (const std::string_view head : {"0", "1"}) {
    for (const std::string& word : words) before.rows.push_back(word + std::string(head));
  }
  Grid after{.title = lecture.text("scramble.after"),
             .values = join(heads, right),
             .rows = {words[0], words[1]},
             .columns = {"1", "2", "3", "4"},
             .digits = 0,
             .limit = 0,
             .marked = {},
             .row_groups = {0, 1}};
  if (!right) after.marked = {{0, 2}, {0, 3}, {1, 0}, {1, 1}};
  const Remark remark{lecture.text(right ? "scramble.right" : "scramble.wrong"),
                      right ? Remark::Tone::kGood : Remark::Tone::kBad};
  return {.knobs = {"join"}, .figures = {{"before", before}, {"after", after}, {"whose", remark}}};
}

void add_claims_of_scramble(std::vector<Claim>& all) {
  all.push_back({"third_of_first_word_right", join(small_heads(), true)(0, 2)});
  all.push_back({"third_of_first_word_wrong", join(small_heads(), false)(0, 2)});
}

// ---- Find the bug: scrambled heads ----

namespace {

constexpr int kExerciseHeads = 4;

struct Attended {
  Matrix output;
  double sums = 0;  ///< largest distance of a row's sum from 1
};

Attended attended(const Exercise& exercise, int heads, std::string_view repair, bool causal) {
  const bool split_right = repair == "split" || repair == "both";
  const bool join_right = repair == "join" || repair == "both";
  attention::AttentionOptions options;
  if (causal) options.mask = attention::causal_mask(exercise.tokens(), exercise.tokens());
  const std::vector<Matrix> queries = split(exercise.queries(), heads, split_right);
  const std::vector<Matrix> keys = split(exercise.keys(), heads, split_right);
  const std::vector<Matrix> values = split(exercise.values(), heads, split_right);
  Attended result;
  std::vector<Matrix> outputs;
  for (std::size_t head = 0; head < queries.size(); ++head) {
    const attention::AttentionTrace trace =
        attention::scaled_dot_product_attention<double>(queries[head], keys[head], values[head], options);
    outputs.push_back(trace.output);
    result.sums = std::max(result.sums, error_of_sums(trace.weights));
  }
  result.output = join(outputs, join_right);
  return result;
}

Attend attend_by(std::string_view repair, bool causal) {
  return [=](const Exercise& exercise) { return attended(exercise, kExerciseHeads, repair, causal).output; };
}

struct Instrumented {
  Index rows = 0, columns = 0;
  double sums = 0, one_head = 0, swap = 0;
  std::vector<double> moved;  ///< each output, when the first word changes
  double leaked = 0;          ///< the largest of those before the last word, when that changes
  double least_heard() const { return *std::min_element(moved.begin(), moved.end()); }
  bool rows_hold() const { return sums < kSame; }
  bool one_head_holds() const { return one_head < kSame; }
  bool future_holds() const { return leaked == 0; }
  bool first_is_heard() const { return least_heard() > kSame; }
  bool swap_holds() const { return swap < kSame; }
  bool found() const { return rows_hold() && one_head_holds() && future_holds() && first_is_heard() && swap_holds(); }
  static constexpr double kSame = 1e-9;
};

Instrumented instrumented(const Lecture& lecture, std::string_view repair) {
  const Exercise exercise = exercise_of(lecture.session());
  Instrumented now;
  const Attended four = attended(exercise, kExerciseHeads, repair, true);
  now.rows = four.output.rows();
  now.columns = four.output.cols();
  now.sums = four.sums;
  const Matrix whole = attention::product(causal_weights(exercise, "infinity"), exercise.values());
  now.one_head = (attended(exercise, 1, repair, true).output - whole).cwiseAbs().maxCoeff();
  now.moved = moved_by(exercise, 0, attend_by(repair, true));
  const std::vector<double> by_last = moved_by(exercise, exercise.tokens() - 1, attend_by(repair, true));
  now.leaked = *std::max_element(by_last.begin(), by_last.end() - 1);
  now.swap = error_of_swap(exercise, attend_by(repair, false));
  return now;
}

}  // namespace

Exhibit bug(const Lecture& lecture) {
  const Instrumented now = instrumented(lecture, lecture.option("repair"));
  const std::vector<std::string> words = exercise_of(lecture.session()).words;
  Bars bars{.title = lecture.text("bug.title", {words.front()}), .bars = {}, .most = 0};
  for (std::size_t word = 0; word < words.size(); ++word) {
    bars.bars.push_back({.label = words[word],
                         .value = now.moved[word],
                         .text = number_text(now.moved[word], 3),
                         .hue = word > 0 ? Hue::kValue : Hue::kMuted});
  }
  const Instruments instruments{
      .title = lecture.text("bug.instruments"),
      .readings = {{true, lecture.text("bug.shape", {grouped(now.rows), grouped(now.columns)})},
                   {now.rows_hold(), lecture.text("bug.rows", {number_text(now.sums, 3)})},
                   {now.one_head_holds(), lecture.text("bug.one_head", {number_text(now.one_head, 3)})},
                   {now.future_holds(), lecture.text("bug.future", {number_text(now.leaked, 3)})},
                   {now.first_is_heard(), lecture.text("bug.first", {number_text(now.least_heard(), 3)})},
                   {now.swap_holds(), lecture.text("bug.swap", {number_text(now.swap, 3)})}}};
  const Remark remark{lecture.text(now.found() ? "bug.found" : "bug.wrong"),
                      now.found() ? Remark::Tone::kGood : Remark::Tone::kBad};
  return {.knobs = {"repair"}, .figures = {{"instruments", instruments}, {"moves", bars}, {"verdict", remark}}};
}

void add_claims_of_bug(const Lecture& lecture, std::vector<Claim>& all) {
  const Instrumented now = instrumented(lecture, lecture.option("repair"));
  all.push_back({"least_heard_repaired", instrumented(lecture, "both").least_heard()});
  all.push_back({"found", now.found() ? 1.0 : 0.0});
  all.push_back({"bug_row_error", now.sums});
  all.push_back({"bug_one_head_error", now.one_head});
  all.push_back({"bug_leaked", now.leaked});
  all.push_back({"bug_least_heard", now.least_heard()});
  all.push_back({"bug_swap", now.swap});
}

}  // namespace playground::heads_private
