#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/playground/masks.hpp"
#include "core/playground/narration.hpp"
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
  if (text.starts_with("−∞")) {
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
  CHECK(table->rows.size() == shell::kMostTableLines);
  CHECK(table->columns.size() == shell::kMostTableLines);
  CHECK(table->note == "rows 168 to 231 of 300, columns 0 to 63 of 300");
  REQUIRE(table->selected_row == 32);
  REQUIRE(table->selected_column == 10);
  const double value = (*screen.app().snapshot().tensor(Tensor::kScores, 0))(200, 10);
  CHECK(number_of(table->cells[32][10]) == doctest::Approx(value).epsilon(1e-3));
  CHECK(table->names[32][10] == "scores[200,10]");
}

TEST_CASE("a masked cell says so in its table, in both languages, and no other does") {
  for (const auto& [preferences, sign] : {std::pair{shell::Preferences{}, std::string(" (masked)")},
                                          std::pair{shell::Preferences{.tongue = playground::Tongue::kSpanish},
                                                    std::string(" (enmascarada)")}}) {
    Screen screen({}, preferences);
    REQUIRE(screen.app().dispatch(playground::SetMask{{.causal = true}}).ok());
    for (const auto& [step, name, masked] : {std::tuple{Step::kMasked, "matrix.masked_scores", std::string("−∞")},
                                             std::tuple{Step::kSoftmax, "matrix.weights", std::string("0.0000")}}) {
      screen.go_to(step);
      REQUIRE(find(screen, name) != nullptr);
      const auto table = shell::table_of(*find(screen, name), mirrored(screen));
      REQUIRE(table);
      for (std::size_t query = 0; query < 12; ++query) {
        for (std::size_t key = 0; key < 12; ++key) {
          const std::string& text = table->cells[query][key];
          CHECK_MESSAGE((text == masked + sign) == (key > query), text);
          CHECK_MESSAGE((text.find('(') != std::string::npos) == (key > query), text);
        }
      }
    }
    const auto& entries = screen.app().transcript().entries();
    CHECK(std::any_of(entries.begin(), entries.end(), [](const Entry& entry) {
      return entry.kind == EntryKind::kText && entry.text.find(playground::say(playground::Word::kMarkMasked)) != std::string::npos;
    }));
  }
  playground::speak(playground::Tongue::kEnglish);
}

TEST_CASE("a cell pressed by its name while the mask is painted is painted") {
  Screen screen;
  screen.go_to(Step::kMasked);
  screen.app().press("mask.paint");
  screen.draw(2);
  screen.app().press("masked_scores[2,5]");
  screen.draw(2);
  CHECK_FALSE(playground::allows(screen.model().mask, 2, 5, 12));
  CHECK(playground::allows(screen.model().mask, 2, 4, 12));
  CHECK(screen.app().session().query == 2);
  screen.app().press("masked_scores[2,5]");
  screen.draw(2);
  CHECK(playground::allows(screen.model().mask, 2, 5, 12));
  screen.app().press("mask.paint");
  screen.draw(2);
  screen.app().press("masked_scores[2,6]");
  screen.draw(2);
  CHECK(playground::allows(screen.model().mask, 2, 6, 12));
}

TEST_CASE("the terms of two cells beside each other have names of their own, and lead to their own sources") {
  Screen screen;
  screen.go_to(Step::kScores);
  screen.app().press("scores[8,1]");
  screen.draw(2);
  screen.app().press("pin.second");
  screen.draw(2);
  screen.app().press("scores[3,5]");
  screen.draw(2);
  std::set<std::string> names;
  int tables = 0;
  for (const Entry& entry : screen.app().transcript().entries()) {
    if (entry.kind != EntryKind::kTerms) {
      continue;
    }
    ++tables;
    const auto table = shell::table_of(entry, mirrored(screen));
    REQUIRE(table);
    for (const std::vector<std::string>& line : table->names) {
      for (const std::string& name : line) {
        CHECK_MESSAGE((name.empty() || names.insert(name).second), name);
      }
    }
  }
  CHECK(tables == 2);
  screen.app().press("second.term[2].source[1]");
  screen.draw(2);
  REQUIRE(screen.app().view().pinned);
  CHECK(*screen.app().view().pinned == playground::Cell{Tensor::kKeys, 5, 2, 0});
}

TEST_CASE("the sums that make one cell have names of their own") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetSizes{.d_model = 8, .d_k = 4, .heads = 1, .d_ff = 8}).ok());
  for (const Step step : {Step::kSoftmax, Step::kNorm1}) {
    screen.go_to(step);
    std::set<std::string> names;
    for (const Entry& entry : screen.app().transcript().entries()) {
      if (entry.kind == EntryKind::kTerms) {
        CHECK_MESSAGE(names.insert(entry.name).second, entry.name);
      }
    }
    CHECK(names.size() >= 1);
  }
}

TEST_CASE("the maps of a comparison are tables around the selected cell, and a press in any selects") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(100)}).ok());
  REQUIRE(screen.app().dispatch(playground::SetCompare{"scale=off"}).ok());
  screen.go_to(Step::kScaled);
  (void)screen.app().snapshot();
  screen.draw(3);
  for (const char* side : {"compare.here", "compare.other", "compare.difference"}) {
    CAPTURE(side);
    screen.app().press(std::string(side) + "[90,80]");
    screen.draw(2);
    REQUIRE(find(screen, side) != nullptr);
    const auto table = shell::table_of(*find(screen, side), mirrored(screen));
    REQUIRE(table);
    CHECK(table->note == "rows 36 to 99 of 100, columns 36 to 99 of 100");
    CHECK(table->selected_row == 54);
    CHECK(table->names[54][44] == std::string(side) + "[90,80]");
    screen.app().press(std::string(side) + "[3,5]");
    screen.draw(2);
    CHECK(screen.app().session().query == 3);
    CHECK(screen.app().session().key == 5);
  }
  const double here = (*screen.app().shown_snapshot().tensor(Tensor::kScaledScores, 0))(3, 5);
  const auto table = shell::table_of(*find(screen, "compare.other"), mirrored(screen));
  CHECK(number_of(table->cells[3][5]) == doctest::Approx(4 * here).epsilon(1e-3));  // √d_k is 4
}

TEST_CASE("as many rows and columns as are asked for, and the sums of a part go over all of the matrix") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(100)}).ok());
  screen.go_to(Step::kSoftmax);
  (void)screen.app().snapshot();
  screen.draw(3);
  const auto part = shell::table_of(*find(screen, "matrix.weights"), mirrored(screen));
  REQUIRE(part);
  REQUIRE(part->rows.size() == 65);
  CHECK(part->cells[7].back() == "1.0000");
  const attention::Matrix& weights = *screen.app().snapshot().tensor(Tensor::kWeights, 0);
  CHECK(number_of(part->cells.back()[7]) == doctest::Approx(weights.col(7).sum()).epsilon(1e-3));
  shell::Mirrored all = mirrored(screen);
  all.most = 512;
  const auto whole = shell::table_of(*find(screen, "matrix.weights"), all);
  REQUIRE(whole);
  CHECK(whole->note.empty());
  CHECK(whole->rows.size() == 101);
  CHECK(whole->columns.size() == 101);
  CHECK(number_of(whole->cells[99][98]) == doctest::Approx(weights(99, 98)).epsilon(1e-2));
}

TEST_CASE("choices of one family say what they are about, and a radio button of each family is chosen") {
  Screen screen;
  const auto families = [&] {
    std::map<std::string, std::pair<int, int>> counts;  // of choices, of chosen ones
    for (const Entry& entry : screen.app().transcript().entries()) {
      const bool radio = entry.kind == EntryKind::kRadio;
      if (radio || entry.kind == EntryKind::kCheckbox) {
        CHECK_MESSAGE(!entry.group.empty(), entry.name);
        CHECK_MESSAGE(!entry.family.empty(), entry.name);
      }
      if (radio) {
        ++counts[entry.family].first;
        counts[entry.family].second += entry.chosen ? 1 : 0;
      }
    }
    for (const auto& count : counts) {
      const std::string& family = count.first;
      const auto& [all, chosen] = count.second;
      CAPTURE(family);
      CHECK(all >= 2);
      CHECK((chosen == 1 || family.starts_with("lesson.option") || family.starts_with("scale")));
    }
    return counts.size();
  };
  for (int cue = 0; cue < 10; ++cue) {
    CAPTURE(cue);
    REQUIRE(screen.app().dispatch(playground::OpenLesson{"block", cue}).ok());
    screen.draw(3);
    (void)families();
  }
  REQUIRE(screen.app().dispatch(playground::OpenLesson{"block", 5}).ok());
  screen.draw(3);
  CHECK(families() >= 2);
  REQUIRE(screen.app().dispatch(playground::OpenLesson{}).ok());
  screen.go_to(Step::kScores);
  screen.app().press("play.speed");
  screen.draw(3);
  CHECK(families() >= 3);
  REQUIRE(find(screen, "play.speed[2]") != nullptr);
  CHECK(find(screen, "play.speed[2]")->family == find(screen, "play.speed[0.5]")->family);
  CHECK(find(screen, "play.speed[2]")->family != find(screen, "play.stop")->family);
  screen.app().press("play.speed[2]");
  screen.draw(3);
  CHECK(screen.app().view().play.speed == 2);
}

TEST_CASE("what is chosen for a comparison is taken back by the same press, and other settings stay") {
  Screen screen;
  screen.app().press("compare");
  screen.draw(3);
  const auto press = [&](const std::string& name) {
    REQUIRE(find(screen, name) != nullptr);
    CHECK(find(screen, name)->kind == EntryKind::kCheckbox);
    screen.app().press(name);
    screen.draw(3);
  };
  press("compare.scale.off");
  press("compare.mask.causal");
  CHECK(screen.app().session().compare == "mask=causal&scale=off");
  CHECK(find(screen, "compare.scale.off")->chosen);
  press("compare.scale.off");
  CHECK(screen.app().session().compare == "mask=causal");
  CHECK_FALSE(find(screen, "compare.scale.off")->chosen);
}

TEST_CASE("no control of any cue is called by a sign, a letter of a coordinate or a number alone, in both languages") {
  for (const playground::Tongue tongue : {playground::Tongue::kEnglish, playground::Tongue::kSpanish}) {
    Screen screen({}, {.tongue = tongue});
    std::set<std::string> seen;
    for (const char* lesson : {"similarity", "scale", "heads", "positions", "block"}) {
      const playground::Narration* narration = playground::find_narration(lesson);
      REQUIRE(narration != nullptr);
      for (std::size_t cue = 0; cue < narration->cues.size(); ++cue) {
        REQUIRE(screen.app().dispatch(playground::OpenLesson{lesson, static_cast<int>(cue)}).ok());
        screen.draw(3);
        for (const Entry& entry : screen.app().transcript().entries()) {
          const bool named = entry.kind == EntryKind::kButton || entry.kind == EntryKind::kNumberField;
          if (named && (entry.name.starts_with("knob.") || entry.name.starts_with("cell.") ||
                        entry.name.starts_with("head["))) {
            CHECK_MESSAGE(entry.text.size() > 2, entry.name << ": " << entry.text);
            seen.insert(entry.name.substr(entry.name.find_last_of(".[")));
          }
        }
      }
    }
    CHECK(seen.contains(".less"));
    CHECK(seen.contains(".x"));
    CHECK(seen.contains("[1]"));
  }
  playground::speak(playground::Tongue::kEnglish);
}

TEST_CASE("a new cue, an answer and a finished comparison are marked as worth telling") {
  Screen screen;
  const auto news = [&] {
    std::vector<std::string> texts;
    for (const Entry& entry : screen.app().transcript().entries()) {
      if (entry.news) {
        texts.push_back(entry.text);
      }
    }
    return texts;
  };
  screen.draw(2);
  CHECK(news().empty());
  REQUIRE(screen.app().dispatch(playground::OpenLesson{"block", 0}).ok());
  screen.draw(3);
  REQUIRE(news().size() == 1);
  CHECK(news()[0].find("Attention has written a note") == 0);
  screen.app().press("lesson.option.1");
  screen.draw(3);
  REQUIRE(news().size() == 2);
  CHECK(news()[1] == "✓ Right.");
  REQUIRE(screen.app().dispatch(playground::OpenLesson{}).ok());
  REQUIRE(screen.app().dispatch(playground::SetCompare{"scale=off"}).ok());
  screen.go_to(Step::kScaled);
  screen.draw(3);
  REQUIRE(news().size() == 1);
  CHECK(news()[0].find("difference") != std::string::npos);
}

TEST_CASE("what is disabled keeps the focus that it is given, and Tab goes on from there") {
  Screen screen;
  screen.go_to(Step::kScores);
  REQUIRE(find(screen, "undo") != nullptr);
  REQUIRE_FALSE(find(screen, "undo")->enabled);
  screen.app().focus("undo");
  const int before = screen.drawn_vertices();
  screen.draw(2);
  CHECK(screen.app().view().focus == "undo");
  CHECK(screen.drawn_vertices() > before);  // the ring
  screen.press(ImGuiKey_Enter);
  CHECK(screen.model() == playground::Model{});
  screen.press(ImGuiKey_Tab);
  CHECK_FALSE(screen.app().view().focus.empty());
  CHECK(screen.app().view().focus != "undo");
  CHECK(find(screen, screen.app().view().focus)->enabled);
}

TEST_CASE("what is no control can have the focus: a source of a sum, a table, the text") {
  Screen screen;
  screen.go_to(Step::kScores);
  for (const char* name : {"term", "term[3].source[1]", "journey", "text"}) {
    screen.app().focus("");
    screen.draw(2);
    const int before = screen.drawn_vertices();
    screen.app().focus(name);
    screen.draw(3);
    CHECK_MESSAGE(screen.app().view().focus == name, name);
    CHECK_MESSAGE(screen.drawn_vertices() != before, name);
  }
  screen.app().focus("no.such.thing");
  screen.draw(2);
  CHECK(screen.app().view().focus.empty());
}

TEST_CASE("with keys of one character switched off they do nothing, and with them on they do") {
  Screen screen;
  screen.go_to(Step::kScores);
  screen.type(".");
  CHECK(screen.app().view().play.active);
  screen.press(ImGuiKey_Escape);
  CHECK_FALSE(screen.app().view().play.active);
  screen.app().press("shortcuts");
  screen.draw(3);
  screen.app().press("keys.off");
  screen.draw(3);
  CHECK(find(screen, "keys.off")->chosen);
  screen.press(ImGuiKey_Escape);
  screen.type(".");
  CHECK_FALSE(screen.app().view().play.active);
  screen.click("scores[8,1]");
  screen.press(ImGuiKey_S);
  CHECK(screen.app().session().step == Step::kScores);
}
