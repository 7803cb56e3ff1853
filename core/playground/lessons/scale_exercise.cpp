#include "core/playground/lessons/scale_exercise.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>

#include "core/attention/multi_head.hpp"
#include "core/playground/exercise.hpp"
#include "core/playground/kept.hpp"
#include "core/playground/scale_experiment.hpp"
#include "core/playground/wording.hpp"

namespace playground::scale_private {
namespace {

using attention::Matrix;

constexpr int kHeadCounts[] = {1, 2, 4, 8, 16};

struct Repaired {
  std::vector<double> entropies;  ///< mean over draws, heads and queries, for each count of heads
  double deviation_one = 0;       ///< of what softmax is given, with one head
  double deviation_many = 0;      ///< and with the most
  double sums = 0;                ///< largest distance of a row's sum from 1
  double one_head = 0;            ///< largest difference from the formula with one head of the whole width
  bool rows_hold() const { return sums < 1e-9; }
  bool one_head_holds() const { return one_head < 1e-9; }
  bool spread_holds() const { return near_one(deviation_one) && near_one(deviation_many); }
  bool entropy_holds() const { return std::abs(entropies.front() - entropies.back()) < 0.2; }
  bool found() const { return rows_hold() && one_head_holds() && spread_holds() && entropy_holds(); }
  static bool near_one(double deviation) { return deviation > 0.75 && deviation < 1.33; }
};

/// What softmax is given in each head, and what is made of it.
struct HeadWeights {
  std::vector<Matrix> logits, weights;
};

HeadWeights weights_of(const attention::MultiHeadTrace& projected, int heads, std::string_view repair) {
  const int width = kExerciseWidth / heads;
  const auto tokens = static_cast<int>(projected.queries.rows());
  const bool after = repair == "after";
  attention::AttentionOptions options;
  options.scale = after ? 1 : 1 / root(repair == "model" ? kExerciseWidth : repair == "tokens" ? tokens : width);
  const attention::MultiHeadTrace trace = attention::attend_heads<double>(
      projected.queries, projected.keys, projected.values, std::nullopt, {heads, heads}, options);
  HeadWeights found;
  for (const attention::AttentionTrace& head : trace.heads) {
    found.logits.push_back(head.scaled_scores);
    found.weights.push_back(after ? Matrix(head.weights / root(width)) : head.weights);
  }
  return found;
}

Repaired repaired(const Session& session, std::string_view repair) {
  constexpr int kExercises = 8;  // one draw of so few words would move the means too much
  constexpr std::size_t kCounts = std::size(kHeadCounts);
  Repaired result;
  result.entropies.assign(kCounts, 0);
  std::vector<double> variances(kCounts, 0);
  for (int draw = 0; draw < kExercises; ++draw) {
    const Exercise exercise = exercise_of(session, draw);
    const attention::MultiHeadTrace whole =
        attention::multi_head_attention(exercise.x, {.wq = exercise.wq, .wk = exercise.wk, .wv = exercise.wv}, {1, 1});
    for (std::size_t at = 0; at < kCounts; ++at) {
      const int heads = kHeadCounts[at];
      const HeadWeights found = weights_of(whole, heads, repair);
      for (std::size_t head = 0; head < found.weights.size(); ++head) {
        result.entropies[at] += mean_entropy(found.weights[head]) / (heads * kExercises);
        variances[at] += found.logits[head].array().square().mean() / (heads * kExercises);
        result.sums = std::max(result.sums, error_of_sums(found.weights[head]));
      }
      if (heads > 1) continue;
      const double off = (found.weights.front() - whole.heads.front().weights).cwiseAbs().maxCoeff();
      result.one_head = std::max(result.one_head, off);
    }
  }
  result.deviation_one = std::sqrt(variances.front());
  result.deviation_many = std::sqrt(variances.back());
  return result;
}

const Repaired& kept_repair(const Lecture& lecture) {
  const Session& session = lecture.session();
  using Key = std::tuple<std::string, std::string, std::string>;
  static thread_local Kept<Key, Repaired> kept;
  return kept.of({session.model.seed, session.model.text, std::string(lecture.option("repair"))},
                 [&](const Key& key) { return repaired(session, std::get<2>(key)); });
}

}  // namespace

Exhibit bug(const Lecture& lecture) {
  const Repaired& now = kept_repair(lecture);
  Bars bars{.title = lecture.text("bug.title"), .bars = {}, .most = 0};
  for (std::size_t at = 0; at < now.entropies.size(); ++at) {
    bars.bars.push_back(
        {.label = lecture.text("bug.heads", {grouped(kHeadCounts[at]), grouped(kExerciseWidth / kHeadCounts[at])}),
         .value = now.entropies[at],
         .text = number_text(now.entropies[at], 2),
         .hue = Hue::kWeight});
  }
  const Instruments instruments{
      .title = lecture.text("bug.instruments"),
      .readings = {{now.rows_hold(), lecture.text("bug.rows", {number_text(now.sums, 3)})},
                   {now.one_head_holds(), lecture.text("bug.one_head", {number_text(now.one_head, 3)})},
                   {now.spread_holds(), lecture.text("bug.spread", {number_text(now.deviation_one, 2),
                                                                    number_text(now.deviation_many, 2)})},
                   {now.entropy_holds(), lecture.text("bug.entropy", {number_text(now.entropies.front(), 2),
                                                                      number_text(now.entropies.back(), 2)})}}};
  const Remark remark{lecture.text(now.found() ? "bug.found" : "bug.wrong"),
                      now.found() ? Remark::Tone::kGood : Remark::Tone::kBad};
  return {.knobs = {"repair"}, .figures = {{"instruments", instruments}, {"entropies", bars}, {"verdict", remark}}};
}

void add_claims_of_bug(const Lecture& lecture, std::vector<Claim>& all) {
  const Repaired& now = kept_repair(lecture);
  all.push_back({"found", now.found() ? 1.0 : 0.0});
  all.push_back({"bug_row_error", now.sums});
  all.push_back({"bug_one_head_error", now.one_head});
  all.push_back({"bug_entropy_one_head", now.entropies.front()});
  all.push_back({"bug_entropy_many_heads", now.entropies.back()});
  all.push_back({"bug_deviation_many_heads", now.deviation_many});
}

}  // namespace playground::scale_private
