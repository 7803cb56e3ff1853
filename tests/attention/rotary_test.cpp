#include "core/attention/rotary.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/attention/random.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::FloatMatrix;
using attention::Index;
using attention::Matrix;
using attention::rotary;
using attention::RotaryOptions;
using attention::RotaryPairing;
using support::worst_difference;

constexpr RotaryPairing kPairings[] = {RotaryPairing::kAdjacent, RotaryPairing::kHalves};

}  // namespace

TEST_CASE("both pairings turn as complex numbers do, for any base, dimensions and positions") {
  const nlohmann::json golden = support::golden("positions");
  double worst_float = 0;
  for (const nlohmann::json& test : golden["rotary"]) {
    const std::vector<Index> positions = test["positions"].get<std::vector<Index>>();
    const Index width = test["head_width"].get<Index>();
    RotaryOptions options{.base = test["base"].get<double>(), .dimensions = test["dimensions"].get<Index>()};
    INFO("head width ", width, ", dimensions ", *options.dimensions, ", base ", options.base);
    const Matrix x = support::matrix_from(test["x"]);
    for (const RotaryPairing pairing : kPairings) {
      options.pairing = pairing;
      const Matrix expected = support::matrix_from(test[pairing == RotaryPairing::kAdjacent ? "adjacent" : "halves"]);
      const FloatMatrix x_float = x.cast<float>();
      const FloatMatrix turned_float = rotary(x_float, positions, width, options);
      // 100,000 radians carry a rounding of 1e-11: np.exp and std::cos see angles that differ in their last digit.
      CHECK(worst_difference(rotary(x, positions, width, options), expected) <= 2e-11);
      const support::Difference of_float = worst_difference(turned_float.cast<double>(), expected);
      CHECK(of_float <= 1e-6);
      worst_float = std::max(worst_float, of_float.size);
    }
  }
  MESSAGE("rotary: the float path differs from NumPy's float64 by at most ", worst_float);
}

TEST_CASE("the backward of a rotation undoes it") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    INFO("seed ", seed);
    attention::Generator normals(support::entropy_of(seed));
    const Matrix x = normals.standard_normal(5, 3 * 6);
    const std::vector<Index> positions = attention::consecutive_positions(5, static_cast<Index>(seed));
    for (const RotaryPairing pairing : kPairings) {
      const RotaryOptions options{.pairing = pairing, .dimensions = 4};
      const Matrix there = rotary(x, positions, 6, options);
      CHECK(worst_difference(attention::rotary_backward(there, positions, 6, options), x) <= 1e-14);
      // <R x, y> = <x, R^T y>: the defining property of a gradient of a linear function.
      const Matrix y = normals.standard_normal(5, 3 * 6);
      const Matrix d_x = attention::rotary_backward(y, positions, 6, options);
      CHECK(there.cwiseProduct(y).sum() == doctest::Approx(x.cwiseProduct(d_x).sum()).epsilon(1e-12));
    }
  }
}

TEST_CASE("rotary scores depend on the distance only") {
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    INFO("seed ", seed);
    attention::Generator normals(support::entropy_of(seed));
    const Matrix q = normals.standard_normal(1, 16), k = normals.standard_normal(1, 16);
    for (const RotaryPairing pairing : kPairings) {
      const auto score = [&](Index of_query, Index of_key) {
        return rotary(q, {of_query}, 16, {.pairing = pairing})
            .row(0)
            .dot(rotary(k, {of_key}, 16, {.pairing = pairing}).row(0));
      };
      for (const Index moved : {1, 17, 1'000}) {
        const double difference = std::abs(score(5 + moved, 2 + moved) - score(5, 2));
        CHECK(difference <= 1e-11);
        worst = std::max(worst, difference);
      }
    }
  }
  MESSAGE("rotary scores move by at most ", worst, " when both positions move");
}

TEST_CASE("one pairing is the other with its columns permuted") {
  attention::Generator normals(support::entropy_of(3));
  const Matrix x = normals.standard_normal(4, 8);
  const std::vector<Index> positions = attention::consecutive_positions(4, 3);
  const Index order[] = {0, 2, 4, 6, 1, 3, 5, 7};
  Matrix permuted(4, 8), expected(4, 8);
  for (Index column = 0; column < 8; ++column) permuted.col(column) = x.col(order[column]);
  const Matrix adjacent = rotary(x, positions, 8, {.pairing = RotaryPairing::kAdjacent});
  for (Index column = 0; column < 8; ++column) expected.col(column) = adjacent.col(order[column]);
  CHECK(worst_difference(rotary(permuted, positions, 8, {.pairing = RotaryPairing::kHalves}), expected) <= 0);
}

TEST_CASE("columns beyond the rotated dimensions stay, and so does position 0") {
  attention::Generator normals(support::entropy_of(4));
  const Matrix x = normals.standard_normal(2, 10);
  for (const RotaryPairing pairing : kPairings) {
    const Matrix turned = rotary(x, {9, 10}, 5, {.pairing = pairing, .dimensions = 2});
    CHECK(worst_difference(Matrix(turned.middleCols(2, 3)), Matrix(x.middleCols(2, 3))) <= 0);
    CHECK(worst_difference(Matrix(turned.rightCols(3)), Matrix(x.rightCols(3))) <= 0);
    CHECK(worst_difference(rotary(x, {0, 0}, 10, {.pairing = pairing}), x) <= 0);
  }
}

TEST_CASE("given tables are used as they are, by position") {
  const attention::RotaryTable table{Matrix{{1, 1}, {0, -1}}, Matrix{{0, 0}, {1, 0}}};
  const Matrix x{{1, 2, 3, 4}, {1, 2, 3, 4}};
  const attention::RotaryTable rows = attention::rotary_table_rows(table, {1, 0});
  CHECK(worst_difference(rotary(x, rows, 4, RotaryPairing::kAdjacent), Matrix{{-2, 1, -3, -4}, {1, 2, 3, 4}}) <= 0);
  CHECK(worst_difference(rotary(x, rows, 4, RotaryPairing::kHalves), Matrix{{-3, -2, 1, -4}, {1, 2, 3, 4}}) <= 0);
}

TEST_CASE("rotations that do not fit are refused with a sentence") {
  const auto refused = [](const std::function<void()>& call, const char* part) {
    const std::string sentence = support::thrown_sentence(call);
    CHECK_MESSAGE(support::contains(sentence, part), sentence);
  };
  const Matrix x = Matrix::Ones(2, 6);
  refused([&] { rotary(x, {0, 1}, 3); }, "3 rotated dimensions");
  refused([&] { rotary(x, {0, 1}, 4); }, "2 x 6");
  refused([&] { rotary(x, {0}, 6); }, "1 x 3");
  refused([&] { rotary(x, {0, 1}, 2, {.dimensions = 4}); }, "2 x 2");
  refused([&] { rotary(x, {0, 1}, 6, {.base = -1}); }, "above 0");
  refused([] { attention::rotary_table_rows(attention::rotary_table<double>({0, 1}, 4), {2}); }, "position 2");
}
