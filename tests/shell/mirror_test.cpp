#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>

#include "core/playground/provenance.hpp"
#include "core/playground/words.hpp"
#include "shell/mirror.hpp"
#include "shell/pins.hpp"
#include "tests/shell/screen.hpp"
#include "tests/support/many_tokens.hpp"

using playground::Step;
using playground::Tensor;
using shell::Entry;
using shell::EntryKind;
using shell_tests::Screen;

namespace {

shell::Mirrored mirrored(Screen& screen) {
  return {screen.app().drawn_session(), screen.app().shown_snapshot(), screen.app().compared_snapshot(),
          screen.app().view()};
}

const Entry* find(Screen& screen, const std::string& name) {
  const auto& entries = screen.app().transcript().entries();
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

/// The number in a cell of a table, "−∞" and all.
double number_of(std::string text) {
  if (text == "−∞") {
    return -std::numeric_limits<double>::infinity();
  }
  if (const std::size_t minus = text.find("−"); minus != std::string::npos) {
    text.replace(minus, std::string("−").size(), "-");
  }
  return std::atof(text.c_str());
}

}  // namespace

TEST_CASE("a table of the mirror has every number of its tensor, the sums beside the weights") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetMask{{.causal = true}}).ok());
  for (const Step step : {Step::kQueries, Step::kScores, Step::kMasked, Step::kSoftmax, Step::kOutput}) {
    screen.go_to(step);
    int tables = 0;
    for (const Entry& entry : screen.app().transcript().entries()) {
      if (entry.kind != EntryKind::kMatrix) {
        continue;
      }
      const auto table = shell::table_of(entry, mirrored(screen));
      REQUIRE(table);
      const attention::Matrix& values = *screen.app().snapshot().tensor(entry.cell.tensor, entry.cell.head);
      for (Eigen::Index row = 0; row < values.rows(); ++row) {
        for (Eigen::Index column = 0; column < values.cols(); ++column) {
          const auto down = static_cast<std::size_t>(entry.transposed ? column : row);
          const auto across = static_cast<std::size_t>(entry.transposed ? row : column);
          const double said = number_of(table->cells.at(down).at(across));
          const double exact = values(row, column);
          CHECK((said == exact || std::abs(said - exact) <= 0.5e-4 + 1e-12));
        }
      }
      if (entry.cell.tensor == Tensor::kWeights) {
        CHECK(table->cells[3].back() == "1.0000");
        CHECK(table->rows.size() == 13);
      }
      ++tables;
    }
    CHECK(tables >= 1);
  }
}

TEST_CASE("the table of a sum says all its terms, and they add up to what it says") {
  Screen screen;
  screen.go_to(Step::kScores);
  const auto& entries = screen.app().transcript().entries();
  const auto terms =
      std::find_if(entries.begin(), entries.end(), [](const Entry& entry) { return entry.kind == EntryKind::kTerms; });
  REQUIRE(terms != entries.end());
  const auto table = shell::table_of(*terms, mirrored(screen));
  REQUIRE(table);
  REQUIRE(table->rows.size() == 17);
  double sum = 0;
  for (std::size_t row = 0; row < 16; ++row) {
    const std::string& product = table->cells[row][0];
    sum += number_of(product.substr(product.rfind("= ") + 2));
    CHECK(table->names[row][1] == "term[" + std::to_string(row) + "].source[0]");
  }
  CHECK(sum == doctest::Approx(number_of(table->cells[16][0])).epsilon(1e-3));
}

TEST_CASE("a control, a cell and a source are pressed by their names as the pointer presses them") {
  Screen screen;
  screen.go_to(Step::kScores);
  screen.app().press("mask.causal");
  screen.draw(2);
  CHECK(screen.model().mask.causal);
  REQUIRE(find(screen, "mask.causal") != nullptr);
  CHECK(find(screen, "mask.causal")->chosen);
  CHECK(find(screen, "mask.causal")->kind == EntryKind::kCheckbox);
  screen.app().press("scores[3,5]");
  screen.draw(2);
  CHECK(screen.app().session().query == 3);
  CHECK(screen.app().session().key == 5);
  screen.app().press("term[2].source[0]");
  screen.draw(2);
  CHECK(screen.app().session().step == Step::kQueries);
  REQUIRE(screen.app().view().pinned);
  CHECK(screen.app().view().pinned->column == 2);
  const playground::Session before = screen.app().session();
  screen.app().press("no.such.thing");
  screen.draw(2);
  screen.app().press("scores[99,99]");
  screen.draw(2);
  CHECK(screen.app().session() == before);
}

TEST_CASE("the slider of a step goes where it is put, and no farther") {
  Screen screen;
  screen.go_to(Step::kScores);
  screen.draw(3);
  for (const auto& [put, is] : {std::pair{100, 100}, std::pair{100'000, 143}, std::pair{-5, 0}}) {
    screen.app().slide("play.bar", put);
    screen.draw(3);
    REQUIRE(find(screen, "play.bar") != nullptr);
    CHECK(find(screen, "play.bar")->value == std::to_string(is));
    CHECK(find(screen, "play.bar")->most == 143);
  }
}

TEST_CASE("no two controls of a picture have one name, every one has a label") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetSizes{.heads = 2, .d_ff = 8}).ok());
  for (const Step step : playground::steps_of(screen.app().session())) {
    screen.go_to(step);
    std::set<std::string> names;
    for (const Entry& entry : screen.app().transcript().entries()) {
      if (shell::is_control(entry.kind)) {
        CHECK_MESSAGE(names.insert(entry.name).second, entry.name);
        CHECK_MESSAGE((entry.kind == EntryKind::kMatrix || !entry.text.empty()), entry.name);
      }
    }
    CHECK(names.size() > 20);
  }
}

TEST_CASE("what is said has another number when something else is said, and only then") {
  Screen screen;
  screen.go_to(Step::kScores);
  screen.draw(5);
  const std::uint64_t before = screen.app().saying();
  screen.draw(5);
  CHECK(screen.app().saying() == before);
  screen.hover("scores[2,2]");
  CHECK(screen.app().saying() == before);
  screen.app().press("scores[2,2]");
  screen.draw(2);
  const std::uint64_t selected = screen.app().saying();
  CHECK(selected != before);
  REQUIRE(screen.app().dispatch(playground::SetSeed{"8"}).ok());
  screen.draw(2);
  CHECK(screen.app().saying() != selected);
}

TEST_CASE("of a large matrix the table has the part around the selected cell") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(300)}).ok());
  screen.go_to(Step::kScores);
  REQUIRE(screen.app().dispatch(playground::Select{.query = 200, .key = 10}).ok());
  screen.draw(3);
  const Entry* scores = find(screen, "matrix.scores");
  REQUIRE(scores != nullptr);
  const auto table = shell::table_of(*scores, mirrored(screen));
  REQUIRE(table);
  CHECK(table->rows.size() == shell::kMostTableRows);
  CHECK(table->columns.size() == shell::kMostTableColumns);
  CHECK(table->note == "rows 168 to 231 of 300, columns 0 to 63 of 300");
  REQUIRE(table->selected_row == 32);
  REQUIRE(table->selected_column == 10);
  const double value = (*screen.app().snapshot().tensor(Tensor::kScores, 0))(200, 10);
  CHECK(number_of(table->cells[32][10]) == doctest::Approx(value).epsilon(1e-3));
  CHECK(table->names[32][10] == "scores[200,10]");
}
