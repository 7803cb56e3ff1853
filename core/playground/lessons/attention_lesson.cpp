#include <string>
#include <vector>

#include "core/attention/product.hpp"
#include "core/attention/softmax.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace attention_private {
namespace {

using attention::Matrix;
using Index = Eigen::Index;

constexpr Knob kKnobs[] = {{"matrices", Knob::Kind::kChoice, "two one", "one"}};

struct Listening {
  Matrix scores, weights;  ///< [T x T], the scores multiplied by the scale
};

/// The session's own; or, with one matrix for queries and keys, what the queries give as keys of themselves.
Listening listening(const Lecture& lecture, bool one_matrix) {
  const Session& session = lecture.session();
  const Snapshot& snapshot = lecture.snapshot();
  if (!one_matrix) {
    return {*snapshot.tensor(Tensor::kScaledScores, session.head), *snapshot.tensor(Tensor::kWeights, session.head)};
  }
  const Matrix& queries = *snapshot.tensor(Tensor::kQueries, session.head);
  Listening tied;
  tied.scores =
      attention::product_with_transposed(queries, queries) * scale_factor(session.model.scale, session.model.sizes.d_k);
  tied.weights = attention::softmax_rows(tied.scores).weights;
  return tied;
}

double asymmetry(const Matrix& square) { return (square - square.transpose()).cwiseAbs().maxCoeff(); }

Exhibit mutual(const Lecture& lecture) {
  constexpr double kSame = 1e-9;
  const Session& session = lecture.session();
  const Listening now = listening(lecture, lecture.option("matrices") == "one");
  const auto row = [&](int from, int to) {
    const std::vector<std::string>& words = lecture.snapshot().tokens;
    return std::vector<std::string>{
        lecture.text("mutual.pair", {words[static_cast<std::size_t>(from)], words[static_cast<std::size_t>(to)]}),
        number_text(now.scores(from, to), 3), number_text(now.weights(from, to), 3)};
  };
  const Ledger ledger{.title = lecture.text("mutual.title"),
                      .columns = {"", lecture.text("mutual.score"), lecture.text("mutual.weight")},
                      .rows = {row(session.query, session.key), row(session.key, session.query)}};
  const double scores = asymmetry(now.scores);
  const double shares = asymmetry(now.weights);
  const Instruments instruments{.title = lecture.text("mutual.instruments"),
                                .readings = {{scores < kSame, lecture.text("mutual.both", {number_text(scores, 3)})},
                                             {shares < kSame, lecture.text("mutual.shares", {number_text(shares, 3)})}},
                                .alarming = false};
  return {.knobs = {"matrices"}, .figures = {{"pair", ledger}, {"mutual", instruments}}};
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Session& session = lecture.session();
  const Snapshot& snapshot = lecture.snapshot();
  const Matrix& weights = *snapshot.tensor(Tensor::kWeights, session.head);
  const Matrix& scores = *snapshot.tensor(Tensor::kScores, session.head);
  Index largest = 0;
  const double top = weights.row(session.query).maxCoeff(&largest);
  std::vector<Claim> all{{"score", scores(session.query, session.key)},
                         {"weight_there", weights(session.query, session.key)},
                         {"weight_back", weights(session.key, session.query)},
                         {"row_sum", weights.row(session.query).sum()},
                         {"top_weight", top},
                         {"top_position", static_cast<double>(largest)},
                         {"even_weight", 1.0 / static_cast<double>(weights.cols())},
                         {"d_k", static_cast<double>(session.model.sizes.d_k)},
                         {"factor", scale_factor(session.model.scale, session.model.sizes.d_k)}};
  if (lecture.exhibit() == "mutual") {
    const Listening tied = listening(lecture, true);
    all.push_back({"tied_there", tied.scores(session.query, session.key)});
    all.push_back({"tied_back", tied.scores(session.key, session.query)});
    all.push_back({"tied_weight_there", tied.weights(session.query, session.key)});
    all.push_back({"tied_weight_back", tied.weights(session.key, session.query)});
  }
  return all;
}

}  // namespace
}  // namespace attention_private

Lesson attention_lesson() {
  return {"attention", attention_private::kKnobs, attention_private::claims, attention_private::mutual};
}

}  // namespace playground
