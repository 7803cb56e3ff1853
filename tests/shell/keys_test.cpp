#include <doctest/doctest.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "shell/platform.hpp"
#include "tests/shell/screen.hpp"

using playground::Step;
using playground::Tensor;
using shell_tests::Screen;

namespace {

/// Presses Ctrl+C, with Shift where `whole`; gives what is copied.
std::vector<std::string> copied(Screen& screen, bool whole) {
  (void)screen.app().take_effects();
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddKeyEvent(ImGuiMod_Shift, whole);
  screen.press(ImGuiKey_C);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.AddKeyEvent(ImGuiMod_Shift, false);
  screen.draw(1);
  std::vector<std::string> texts;
  for (const shell::Effect& effect : screen.app().take_effects()) {
    if (const auto* copy = std::get_if<shell::CopyText>(&effect)) {
      texts.push_back(copy->text);
    }
  }
  return texts;
}

/// The fields of each line.
std::vector<std::vector<std::string>> table_of(const std::string& text) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream fields(line);
    lines.emplace_back();
    for (std::string field; std::getline(fields, field, '\t');) {
      lines.back().push_back(field.ends_with('\r') ? field.substr(0, field.size() - 1) : field);
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("Ctrl+C in a matrix copies the row of the cell, with Shift the whole matrix") {
  Screen screen;
  screen.go_to(Step::kScores);
  CHECK(copied(screen, false).empty());
  screen.click("queries[3,5]");
  const attention::Matrix& queries = *screen.app().snapshot().tensor(Tensor::kQueries, 0);
  const std::vector<std::string> row = copied(screen, false);
  REQUIRE(row.size() == 1);
  const auto line = table_of(row[0]);
  REQUIRE(line.size() == 2);
  REQUIRE(line[1].size() == 17);
  CHECK(line[1][0] == "not");
  for (std::size_t column = 0; column < 16; ++column) {
    CHECK(std::strtod(line[1][column + 1].c_str(), nullptr) == queries(3, static_cast<Eigen::Index>(column)));
  }
  const std::vector<std::string> whole = copied(screen, true);
  REQUIRE(whole.size() == 1);
  const auto lines = table_of(whole[0]);
  REQUIRE(lines.size() == 13);
  CHECK(std::strtod(lines[12][16].c_str(), nullptr) == queries(11, 15));
  screen.press(ImGuiKey_Escape);
  CHECK(copied(screen, false).empty());
}

TEST_CASE("what the keys do is listed, copying too") {
  Screen screen;
  screen.click("shortcuts");
  bool listed = false;
  for (const shell::Entry& entry : screen.app().transcript().entries()) {
    listed = listed || entry.text == "Ctrl+C, Ctrl+Shift+C:";
  }
  CHECK(listed);
}
