#include "core/attention/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/support/checksum.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/thrown.hpp"

using nlohmann::json;

TEST_CASE("normal draws are NumPy's bit for bit, 200,000 deep") {
  const json golden = support::golden("random");
  const std::size_t draws = golden["draws"], stride = golden["stride"];
  const double tolerance = golden["tolerance"];
  for (const json& expected : golden["normal"]) {
    INFO("seed ", expected["integers"].dump());
    attention::Generator generator(expected["words"].get<attention::Entropy>());
    const json& every = expected["every"];
    const json& tail = expected["tail"];
    support::Checksum checksum;
    std::size_t in_tail = 0;
    double worst_tail = 0;
    std::string first_wrong;  // a wrong branch shifts all that follows: the first place tells the most
    for (std::size_t i = 0; i < draws; ++i) {
      const double draw = generator.standard_normal();
      const bool from_tail = in_tail < tail.size() && tail[in_tail][0] == i;
      if (from_tail) {
        checksum.add(0);
        const double wanted = tail[in_tail++][1];
        const double error = std::abs(draw - wanted) / std::abs(wanted);
        worst_tail = std::max(worst_tail, error);
        if (error > tolerance && first_wrong.empty()) first_wrong = "the tail at draw " + std::to_string(i);
      } else {
        checksum.add(draw);
        if (i % stride == 0 && draw != every[i / stride] && first_wrong.empty()) {
          first_wrong = "draw " + std::to_string(i);
        }
      }
    }
    CHECK_MESSAGE(first_wrong.empty(), "first difference: ", first_wrong);
    CHECK_MESSAGE(worst_tail <= tolerance, "worst relative difference in the tail ", worst_tail);
    CHECK_MESSAGE(checksum.sum == expected["checksum"], "some draw between those listed differs in some bit");
  }
}

TEST_CASE("a matrix is drawn row by row") {
  attention::Generator one_by_one({7}), at_once({7});
  const attention::Matrix normals = at_once.standard_normal(3, 5);
  for (attention::Index row = 0; row < 3; ++row) {
    for (attention::Index column = 0; column < 5; ++column) {
      REQUIRE(normals(row, column) == one_by_one.standard_normal());
    }
  }
}

TEST_CASE("a matrix of negative size is refused with its shape") {
  attention::Generator generator({7});
  const std::string sentence = support::thrown_sentence([&] { generator.standard_normal(-1, 4); });
  CHECK_MESSAGE(support::contains(sentence, "-1 x 4"), sentence);
}
