#include "core/attention/cross_entropy.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/not_finite.hpp"
#include "tests/support/random_draw.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::CrossEntropyOptions;
using attention::CrossEntropyTrace;
using attention::Index;
using attention::Matrix;
using attention::MatrixOf;
using attention::Reduction;
using support::worst_difference;

using support::kInfinity;
const std::map<std::string, Reduction> kReductions{
    {"none", Reduction::kNone}, {"mean", Reduction::kMean}, {"sum", Reduction::kSum}};

template <typename Scalar>
struct RandomLoss {
  MatrixOf<Scalar> logits, d_loss;
  std::vector<Index> labels;
  CrossEntropyOptions options;

  explicit RandomLoss(std::uint64_t seed) {
    support::RandomDraw draw(seed);
    const Index N = draw.size(5), C = draw.size(6);
    logits = Scalar(3) * draw.matrix<Scalar>(N, C);
    labels = draw.labels(N, C);
    options.reduction = static_cast<Reduction>(seed % 3);
    if (seed % 2 == 0) {
      options.class_weights.emplace();
      for (Index c = 0; c < C; ++c) options.class_weights->push_back(0.1 + static_cast<double>(draw.size(9)));
    }
    if (N > 1 && seed % 4 < 2) {
      labels[0] = -1;
      options.ignore_index = -1;
    }
    d_loss = options.reduction == Reduction::kNone ? draw.matrix<Scalar>(N, 1) : draw.matrix<Scalar>(1, 1);
  }
  attention::CrossEntropyTraceOf<Scalar> forward() const {
    return attention::softmax_cross_entropy(logits, labels, options);
  }
  MatrixOf<Scalar> backward() const {
    return attention::softmax_cross_entropy_backward(forward(), labels, options, &d_loss);
  }
};

}  // namespace

TEST_CASE("cross-entropy in every reduction, with weights and an ignored label, is PyTorch's") {
  for (const nlohmann::json& test : support::torch_cases("cross_entropy")) {
    const support::TorchCase torch{test};
    INFO(torch.name());
    CrossEntropyOptions options{.reduction = kReductions.at(test["reduction"])};
    if (!test["class_weights"].is_null()) options.class_weights = test["class_weights"].get<std::vector<double>>();
    if (!test["ignore_index"].is_null()) options.ignore_index = test["ignore_index"].get<Index>();
    const std::vector<Index> labels = test["labels"].get<std::vector<Index>>();
    const CrossEntropyTrace trace = attention::softmax_cross_entropy(torch.input("logits"), labels, options);
    // A loss that is one number is a number in the file, and a list where there is one a row.
    const bool one = !test["output"].is_array();
    const Matrix expected = one ? Matrix::Constant(1, 1, test["output"]) : Matrix(torch.output().transpose());
    const Matrix d_loss = one ? Matrix::Constant(1, 1, test["d_output"]) : Matrix(torch.d_output().transpose());
    CHECK(worst_difference(trace.loss, expected) <= 1e-12);
    torch.check_gradient("logits", attention::softmax_cross_entropy_backward(trace, labels, options, &d_loss));
  }
}

TEST_CASE("log-softmax and its gradient are PyTorch's") {
  for (const nlohmann::json& test : support::torch_cases("log_softmax")) {
    const support::TorchCase torch{test};
    const Matrix logs = attention::log_softmax_rows(torch.input("logits"));
    torch.check_output(logs);
    torch.check_gradient("logits", attention::log_softmax_rows_backward(logs, torch.d_output()));
  }
}

TEST_CASE("gradients of cross-entropy are central differences, in float as in double") {
  support::Worst worst, worst_float;
  for (std::uint64_t seed = 0; seed < 2 * support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    RandomLoss<double> random(seed);
    Matrix d_logits = random.backward();
    support::check_gradients(worst, {&random.logits}, {&d_logits},
                             [&] { return support::weighted_total(random.forward().loss, random.d_loss); });
    const RandomLoss<float> in_float(seed);
    attention::FloatMatrix d_narrow = in_float.backward(), loss = in_float.forward().loss;
    Matrix expected = random.forward().loss;
    // Relative to 1: the loss of a sure answer is what is left of 1 after rounding.
    support::check_floats(worst_float, {&d_narrow, &loss}, {&d_logits, &expected}, 1);
  }
  MESSAGE("worst ", worst.of_all, ", in float ", worst_float.of_all);
}

TEST_CASE("a mean without a given gradient is differentiated as the loss itself") {
  const Matrix logits{{0, 0}, {0, 0}};
  const std::vector<Index> labels{0, 1};
  const CrossEntropyTrace trace = attention::softmax_cross_entropy(logits, labels);
  CHECK(trace.loss(0, 0) == doctest::Approx(std::log(2)).epsilon(1e-15));
  CHECK(worst_difference(attention::softmax_cross_entropy_backward(trace, labels),
                         Matrix{{-0.25, 0.25}, {0.25, -0.25}}) <= 0);
}

TEST_CASE("log-softmax is finite where the softmax rounds to 0") {
  const Matrix logs = attention::log_softmax_rows<double>(Matrix{{0, -2'000}, {5'000, 0}});
  CHECK(worst_difference(logs, Matrix{{0, -2'000}, {0, -5'000}}) <= 0);
}

TEST_CASE("log-softmax of minus infinity is minus infinity, of a whole row of it too") {
  const Matrix logs =
      attention::log_softmax_rows<double>(Matrix{{1, -kInfinity, 1}, {-kInfinity, -kInfinity, -kInfinity}});
  CHECK(worst_difference(
            logs, Matrix{{-std::log(2), -kInfinity, -std::log(2)}, {-kInfinity, -kInfinity, -kInfinity}}) <= 1e-15);
}

TEST_CASE("a row with NaN or plus infinity has log-softmax NaN, and its neighbours do not notice") {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), kInfinity}) {
    const Matrix logs = attention::log_softmax_rows<double>(Matrix{{0, 0}, {bad, 1}});
    CHECK_MESSAGE(logs.row(1).array().isNaN().all(), "with ", bad);
    CHECK(logs.row(0).allFinite());
  }
}

TEST_CASE("an impossible label costs infinity and still has a finite gradient") {
  const std::vector<Index> labels{1};
  const CrossEntropyTrace trace = attention::softmax_cross_entropy<double>(Matrix{{0, -kInfinity, 0}}, labels);
  CHECK(trace.loss(0, 0) == kInfinity);
  CHECK(worst_difference(attention::softmax_cross_entropy_backward(trace, labels), Matrix{{0.5, -1, 0.5}}) <= 1e-15);
}

TEST_CASE("ignored rows may hold anything: their loss and gradient are exactly 0") {
  const std::vector<Index> labels{-100, 0};
  const CrossEntropyOptions options{.ignore_index = -100};
  const Matrix logits{{std::numeric_limits<double>::quiet_NaN(), kInfinity}, {0, 0}};
  const CrossEntropyTrace trace = attention::softmax_cross_entropy(logits, labels, options);
  CHECK(trace.loss(0, 0) == doctest::Approx(std::log(2)).epsilon(1e-15));
  CHECK(worst_difference(attention::softmax_cross_entropy_backward(trace, labels, options),
                         Matrix{{0, 0}, {-0.5, 0.5}}) <= 0);
}

TEST_CASE("the mean over nothing is NaN, its gradient 0") {
  const std::vector<Index> labels{3};
  const CrossEntropyOptions options{.ignore_index = 3};
  const CrossEntropyTrace trace = attention::softmax_cross_entropy<double>(Matrix{{1, 2}}, labels, options);
  CHECK(std::isnan(trace.loss(0, 0)));
  CHECK(worst_difference(attention::softmax_cross_entropy_backward(trace, labels, options), Matrix::Zero(1, 2)) <= 0);
}

TEST_CASE("labels and weights that do not fit are refused with the numbers") {
  const auto refused = [](const std::vector<Index>& labels, const CrossEntropyOptions& options, const char* part) {
    const std::string sentence = support::thrown_sentence(
        [&] { attention::softmax_cross_entropy<double>(Matrix::Ones(2, 3), labels, options); });
    CHECK_MESSAGE(support::contains(sentence, part), sentence);
  };
  refused({0}, {}, "2 x 3 and there are 1 labels");
  refused({0, 3}, {}, "label 3");
  refused({-1, 0}, {}, "label -1");
  refused({0, 1}, {.class_weights = std::vector<double>{1, 2}}, "2 class weights");
}
