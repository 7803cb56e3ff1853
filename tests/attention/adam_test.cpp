#include "core/attention/adam.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::AdamOptions;
using attention::FloatMatrix;
using attention::Matrix;
using attention::MatrixOf;
using support::worst_difference;

/// Runs a case of layers.json in Scalar and holds each step against PyTorch's.
template <typename Scalar>
void check_steps(const nlohmann::json& test, double tolerance, support::Worst& worst) {
  const AdamOptions options{.learning_rate = test["learning_rate"],
                            .beta1 = test["beta1"],
                            .beta2 = test["beta2"],
                            .epsilon = test["epsilon"],
                            .weight_decay = test["weight_decay"]};
  const auto cast = [](const nlohmann::json& rows) {
    return MatrixOf<Scalar>(support::matrix_from(rows).template cast<Scalar>());
  };
  MatrixOf<Scalar> a = cast(test["start"][0]), b = cast(test["start"][1]);
  attention::AdamStateOf<Scalar> state;
  for (std::size_t step = 0; step < test["gradients"].size(); ++step) {
    INFO("step ", step);
    MatrixOf<Scalar> d_a = cast(test["gradients"][step][0]), d_b = cast(test["gradients"][step][1]);
    attention::adam_step<Scalar>({&a, &b}, {&d_a, &d_b}, state, options);
    const auto& after = test["after"][step];
    CHECK(worst.add(worst_difference(a.template cast<double>(), support::matrix_from(after[0]))) <= tolerance);
    CHECK(worst.add(worst_difference(b.template cast<double>(), support::matrix_from(after[1]))) <= tolerance);
  }
}

}  // namespace

TEST_CASE("Adam and AdamW walk as PyTorch's do, in float too") {
  support::Worst worst, worst_float;
  for (const nlohmann::json& test : support::torch_cases("adam")) {
    INFO(test["name"].get<std::string>(), " with decay ", test["weight_decay"].get<double>());
    check_steps<double>(test, 1e-13, worst);
    check_steps<float>(test, 1e-6, worst_float);
  }
  MESSAGE("worst ", worst.of_all, ", in float ", worst_float.of_all);
}

TEST_CASE("the first step of Adam is the learning rate, whatever the size of the gradient") {
  for (const double gradient : {1e-3, -5.0, 1e6}) {
    Matrix p{{2}}, d_p{{gradient}};
    attention::AdamState state;
    attention::adam_step<double>({&p}, {&d_p}, state, {.learning_rate = 0.25, .epsilon = 0});
    CHECK(p(0, 0) == doctest::Approx(2 - std::copysign(0.25, gradient)).epsilon(1e-12));
  }
}

TEST_CASE("decay shrinks a parameter without a gradient, and plain Adam leaves it") {
  Matrix p{{2}}, zero{{0}};
  attention::AdamState plain, decoupled;
  attention::adam_step<double>({&p}, {&zero}, plain, {.learning_rate = 0.1});
  CHECK(p(0, 0) == 2);
  attention::adam_step<double>({&p}, {&zero}, decoupled, {.learning_rate = 0.1, .weight_decay = 0.5});
  CHECK(p(0, 0) == 2 * (1 - 0.05));
}

TEST_CASE("Adam finds the lowest point of a bowl") {
  Matrix p{{5, -3}};
  attention::AdamState state;
  for (int step = 0; step < 2'000; ++step) {
    Matrix d_p = 2 * (p - Matrix{{1, 2}});
    attention::adam_step<double>({&p}, {&d_p}, state, {.learning_rate = 0.05});
  }
  CHECK(worst_difference(p, Matrix{{1, 2}}) <= 1e-6);
  CHECK(state.step == 2'000);
}

TEST_CASE("a gradient of NaN poisons its own cell alone") {
  Matrix p{{1, 1}}, d_p{{std::nan(""), 1}};
  attention::AdamState state;
  attention::adam_step<double>({&p}, {&d_p}, state);
  CHECK(std::isnan(p(0, 0)));
  CHECK(std::isfinite(p(0, 1)));
}

TEST_CASE("lists, shapes, states and options that do not fit are refused, and nothing moves") {
  Matrix p = Matrix::Ones(2, 3), d_p = Matrix::Ones(2, 3), other = Matrix::Ones(3, 2);
  attention::AdamState state;
  const auto refused = [&](const attention::ParametersOf<double>& parameters,
                           const attention::ParametersOf<double>& gradients, const AdamOptions& options,
                           const char* part) {
    const std::string sentence =
        support::thrown_sentence([&] { attention::adam_step<double>(parameters, gradients, state, options); });
    CHECK_MESSAGE(support::contains(sentence, part), sentence);
    CHECK(worst_difference(p, Matrix::Ones(2, 3)) <= 0);
  };
  refused({&p}, {}, {}, "1 parameters and 0 gradients");
  refused({&p}, {&other}, {}, "2 x 3 and its gradient is 3 x 2");
  refused({&p}, {&d_p}, {.beta1 = 1}, "betas of 1.0");
  refused({&p}, {&d_p}, {.learning_rate = -1}, "learning rate -1.0");
  attention::adam_step<double>({&other}, {&other}, state);
  refused({&p}, {&d_p}, {}, "2 x 3 and its state is 3 x 2");
  refused({&p, &p}, {&d_p, &d_p}, {}, "of 1 parameters and there are 2");
}
