#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "core/playground/equation.hpp"
#include "core/playground/wording.hpp"
#include "shell/comparison.hpp"
#include "shell/drawn_equation.hpp"
#include "shell/focus.hpp"
#include "shell/notices.hpp"
#include "shell/pins.hpp"
#include "shell/term_bars.hpp"
#include "tests/shell/screen.hpp"

using playground::Step;
using playground::Tensor;
using shell_tests::Screen;

namespace {

std::optional<playground::Cell> explained(Screen& screen) {
  return shell::explained_cell(screen.app().session(), screen.app().snapshot(), screen.app().view());
}

/// Corners of what is drawn in a colour inside a rectangle.
int corners_in(const shell::Rect& rect, const shell::Color& color) {
  int count = 0;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const ImDrawVert& corner : list->VtxBuffer) {
      count += corner.col == shell::packed(color) && rect.contains(corner.pos.x, corner.pos.y) ? 1 : 0;
    }
  }
  return count;
}

/// Of a map of the embeddings with `columns` columns and 12 rows, the cell [2,3].
shell::Rect cell_of_map(Screen& screen, const char* name, float columns) {
  const std::optional<shell::Rect> map = screen.app().anchors().find(name);
  REQUIRE(map.has_value());
  return {map->x + 3 * map->width / columns, map->y + 2 * map->height / 12, map->width / columns, map->height / 12};
}

}  // namespace

TEST_CASE("a click on a cell of any matrix explains that cell") {
  Screen screen;
  screen.go_to(Step::kScores);
  screen.click("queries[2,3]");
  REQUIRE(explained(screen).has_value());
  CHECK(*explained(screen) == playground::Cell{Tensor::kQueries, 2, 3, 0});
  screen.press(ImGuiKey_Escape);
  CHECK(explained(screen)->tensor == Tensor::kScores);
}

TEST_CASE("a weight is followed source by source back to the embeddings, and the same way back") {
  Screen screen;
  screen.go_to(Step::kSoftmax);
  screen.click("weights[8,1]");
  int steps = 0;
  while (explained(screen)->tensor != Tensor::kEmbeddings && steps < 12) {
    screen.press(ImGuiKey_S);
    ++steps;
  }
  CHECK(explained(screen)->tensor == Tensor::kEmbeddings);
  CHECK(screen.app().session().step == Step::kEmbeddings);
  CHECK(screen.app().view().trail.size() == static_cast<std::size_t>(steps));
  screen.click("trail.back");
  CHECK(screen.app().view().trail.size() == static_cast<std::size_t>(steps) - 1);
  while (!screen.app().view().trail.empty()) {
    screen.press(ImGuiKey_Backspace);
  }
  CHECK(*explained(screen) == playground::Cell{Tensor::kWeights, 8, 1, 0});
  CHECK(screen.app().session().step == Step::kSoftmax);
}

TEST_CASE("a click on a factor of a product goes to the cell that it comes from") {
  Screen screen;
  screen.go_to(Step::kScores);
  screen.click("scores[8,1]");
  screen.click("term[3].source[1]");
  CHECK(*explained(screen) == playground::Cell{Tensor::kKeys, 1, 3, 0});
  CHECK(screen.app().session().step == Step::kKeys);
}

TEST_CASE("a second cell stands beside the first with the difference") {
  Screen screen({1920, 1080});
  screen.go_to(Step::kScaled);
  screen.click("scaled_scores[8,1]");
  screen.click("pin.second");
  screen.click("scaled_scores[8,11]");
  CHECK(screen.app().anchors().find("panel.terms2").has_value());
  CHECK(explained(screen)->column == 1);
  screen.click("pin.close");
  CHECK_FALSE(screen.app().anchors().find("panel.terms2").has_value());
}

TEST_CASE("what is pinned stays over a step: cells of different steps can be compared") {
  Screen screen({1920, 1080});
  screen.go_to(Step::kScores);
  screen.click("scores[8,1]");
  screen.click("pin.second");
  screen.click("scores[8,11]");
  screen.click("step.next");
  REQUIRE(screen.app().session().step == Step::kScaled);
  CHECK(*explained(screen) == playground::Cell{Tensor::kScaledScores, 8, 1, 0});
  REQUIRE(screen.app().anchors().find("panel.terms2").has_value());
  const double scores = (*screen.app().snapshot().tensor(Tensor::kScores, 0))(8, 11);
  const double scaled = (*screen.app().snapshot().tensor(Tensor::kScaledScores, 0))(8, 1);
  const auto& entries = screen.app().transcript().entries();
  const std::string difference = " = " + playground::number_text(scores - scaled, 4);
  CHECK(std::any_of(entries.begin(), entries.end(),
                    [&](const shell::Entry& entry) { return entry.text.ends_with(difference); }));
  screen.click("step.previous");
  CHECK(*explained(screen) == playground::Cell{Tensor::kScores, 8, 1, 0});
  screen.press(ImGuiKey_Escape);
  CHECK_FALSE(screen.app().view().compared.has_value());
}

TEST_CASE("a second cell can be chosen at another step than the first") {
  Screen screen({1920, 1080});
  screen.go_to(Step::kScores);
  screen.click("scores[2,3]");
  screen.click("pin.second");
  screen.go_to(Step::kSoftmax);
  screen.click("weights[4,5]");
  REQUIRE(screen.app().view().compared.has_value());
  CHECK(*screen.app().view().compared == playground::Cell{Tensor::kWeights, 4, 5, 0});
  screen.go_to(Step::kScores);
  CHECK(*explained(screen) == playground::Cell{Tensor::kScores, 2, 3, 0});
  CHECK(screen.app().anchors().find("panel.terms2").has_value());
}

TEST_CASE("with tokens as columns every matrix is transposed and the factors change places") {
  const playground::Model model;
  const auto rows = shell::drawn_equation(Step::kQueries, model, false);
  const auto columns = shell::drawn_equation(Step::kQueries, model, true);
  REQUIRE(columns.size() == 3);
  CHECK(columns[0].tensor == Tensor::kWq);
  CHECK(columns[1].tensor == Tensor::kEmbeddings);
  CHECK(columns[2].tensor == Tensor::kQueries);
  CHECK(columns[0].transposed);
  CHECK(columns[1].sign_before == "·");
  CHECK(rows[0].tensor == Tensor::kEmbeddings);
  const auto scores = shell::drawn_equation(Step::kScores, model, true);
  CHECK(scores[0].tensor == Tensor::kKeys);
  CHECK_FALSE(scores[0].transposed);
  CHECK(scores[1].transposed);
}

TEST_CASE("Tab goes through the controls one by one, Enter presses, and after the last one it leaves") {
  Screen screen;
  screen.go_to(Step::kScores);
  CHECK(screen.app().view().focus.empty());
  int stops = 0;
  bool pressed = false;
  const shell::Rect undo = *screen.app().anchors().find("undo");
  while (stops < 200) {
    screen.press(ImGuiKey_Tab);
    if (screen.app().view().focus.empty()) {
      break;
    }
    ++stops;
    CHECK(screen.app().anchors().find(screen.app().view().focus).has_value());
    if (screen.app().view().focus == "mask.causal" && !pressed) {
      pressed = true;
      screen.press(ImGuiKey_Enter);
    }
  }
  CHECK(stops > 20);
  CHECK(stops < 200);
  CHECK(screen.app().anchors().find("undo")->x == undo.x);
  CHECK(screen.app().session().model.mask.causal);
}

TEST_CASE("a focused matrix takes the arrow keys without a click") {
  Screen screen;
  screen.go_to(Step::kScores);
  for (int stop = 0; stop < 200 && screen.app().view().focus != "matrix.scores"; ++stop) {
    screen.press(ImGuiKey_Tab);
  }
  REQUIRE(screen.app().view().focus == "matrix.scores");
  screen.press(ImGuiKey_DownArrow);
  CHECK(explained(screen)->tensor == Tensor::kScores);
  CHECK(screen.app().session().step == Step::kScores);
}

TEST_CASE("a refusal goes with the next change, a word notice with its reason, a done notice by itself") {
  std::vector<shell::Notice> notices;
  shell::add_notice(notices, shell::refusal("The text is empty."));
  shell::add_notice(notices, shell::refusal("d_model is 0."));
  CHECK(notices.size() == 1);
  shell::add_notice(notices, {"by word", shell::NoticeKind::kByWord});
  playground::Model model;
  model.vectors = playground::Vectors::kWord;
  shell::drop_untrue(notices, model);
  REQUIRE(notices.size() == 1);
  CHECK(notices[0].kind == shell::NoticeKind::kByWord);
  model.vectors = playground::Vectors::kArticle;
  shell::drop_untrue(notices, model);
  CHECK(notices.empty());
  shell::add_notice(notices, shell::done("Copied."));
  CHECK(shell::next_notice_end(notices) > 0);
  shell::age_notices(notices, 10);
  CHECK(notices.empty());
  CHECK(shell::next_notice_end(notices) < 0);
}

TEST_CASE("on a narrow screen nothing is hidden by a notice, and it goes with the step") {
  Screen screen({360, 640});
  screen.go_to(Step::kTokens);
  REQUIRE(screen.app().dispatch(playground::SetText{"sat the cat"}).ok());
  screen.draw(3);
  const std::optional<shell::Rect> notice = screen.app().anchors().find("panel.notice0");
  REQUIRE(notice);
  for (const auto& anchor : screen.app().anchors().all()) {
    if (anchor.first.find("notice") != std::string::npos) continue;
    CAPTURE(anchor.first);
    const shell::Rect hidden = shell::intersection(anchor.second, *notice);
    CHECK(hidden.width * hidden.height == 0);
  }
  screen.go_to(Step::kEmbeddings);
  CHECK_FALSE(screen.app().anchors().find("panel.notice0"));
}

TEST_CASE("another step begins at its top, however far one had scrolled") {
  Screen screen({360, 640});
  screen.go_to(Step::kQueries);
  const auto top = [&screen] {
    const std::optional<shell::Rect> legend = screen.app().anchors().find("legend.linear");
    return legend ? legend->y : -1.0F;
  };
  const float unscrolled = top();
  REQUIRE(unscrolled > 0);
  ImGui::GetIO().AddMousePosEvent(180, 400);
  ImGui::GetIO().AddMouseWheelEvent(0, -20);
  screen.draw(3);
  CHECK(top() == -1);
  REQUIRE(screen.app().dispatch(playground::NextStep{}).ok());
  screen.draw(3);
  CHECK(top() == unscrolled);
}

TEST_CASE("two configurations stand side by side with their difference") {
  Screen screen;
  screen.go_to(Step::kSoftmax);
  screen.click("compare");
  screen.click("compare.scale.off");
  screen.click("compare.show");
  CHECK(screen.app().session().compare == "scale=off");
  for (const char* name :
       {"compare.here", "compare.other", "compare.difference", "compare.summary", "row[8]", "column[1]"}) {
    CAPTURE(name);
    CHECK(screen.app().anchors().find(name).has_value());
  }
  screen.click("compare.stop");
  CHECK(screen.app().session().compare.empty());
  CHECK(screen.app().anchors().find("weights[8,1]").has_value());
}

TEST_CASE("the maps of a comparison have the digits that the reader chose, and make room for them") {
  Screen screen({4000, 900});
  screen.go_to(Step::kSoftmax);
  REQUIRE(screen.app().dispatch(playground::SetCompare{"scale=off"}).ok());
  screen.draw();
  const float em = ImGui::GetFontSize();
  const float cell = screen.app().anchors().find("compare.here")->width / 12;
  screen.click("digits");
  screen.click("digits[6]");
  const float wide = screen.app().anchors().find("compare.here")->width / 12;
  // "−0.123456" has nine characters; those of the tests are half as wide as they are high.
  CHECK(cell < 9 * 0.5F * 0.74F * em);
  CHECK(wide > 9 * 0.5F * 0.74F * em);
  CHECK(screen.app().anchors().find("compare.difference")->width / 12 == doctest::Approx(wide));
}

TEST_CASE("each side of a comparison marks the edits of its own model, the difference none") {
  constexpr float kColumns = 8;
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetSizes{.d_model = 8}).ok());
  REQUIRE(screen.app().dispatch(playground::EditCell{{Tensor::kEmbeddings, 2, 3, 0, 1.5}}).ok());
  screen.go_to(Step::kEmbeddings);
  const shell::Color& ink = shell::light_theme().ink;
  const auto marks = [&](const char* name) { return corners_in(cell_of_map(screen, name, kColumns), ink); };
  REQUIRE(screen.app().dispatch(playground::SetCompare{"seed=8"}).ok());
  screen.draw();
  CHECK(marks("compare.here") > 0);
  CHECK(marks("compare.other") == 0);
  CHECK(marks("compare.difference") == 0);
  REQUIRE(screen.app().dispatch(playground::SetCompare{"scale=off"}).ok());
  screen.draw();
  CHECK(marks("compare.here") > 0);
  CHECK(marks("compare.other") > 0);
  CHECK(marks("compare.difference") == 0);
}

TEST_CASE("a difference is that of the cells, and none where both are masked") {
  attention::Matrix a(1, 3);
  attention::Matrix b(1, 3);
  constexpr double kMasked = -std::numeric_limits<double>::infinity();
  a << 1, kMasked, 2;
  b << 0.5, kMasked, 2;
  const attention::Matrix apart = shell::difference(a, b).values;
  CHECK(apart(0, 0) == -0.5);
  CHECK(apart(0, 1) == 0);
  CHECK(apart(0, 2) == 0);
}

TEST_CASE("the invitation offers three things on the first visit and goes once one is taken") {
  Screen screen;
  REQUIRE(screen.app().anchors().find("panel.invitation").has_value());
  screen.click("invite.weights");
  CHECK(screen.app().session().step == Step::kSoftmax);
  screen.go_to(Step::kTokens);
  CHECK_FALSE(screen.app().anchors().find("panel.invitation").has_value());
}

TEST_CASE("a comparison that a change makes impossible says why") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetCompare{"kv_heads=1&heads=16"}).ok());
  playground::SetSizes sizes;
  sizes.d_model = 1024;
  sizes.d_k = 256;
  std::string text;
  for (int token = 0; token < 300; ++token) {
    text += "w ";
  }
  REQUIRE(screen.app().dispatch(playground::SetText{text}).ok());
  REQUIRE(screen.app().dispatch(sizes).ok());
  const std::vector<shell::Notice>& notices = screen.app().view().notices;
  CHECK(std::any_of(notices.begin(), notices.end(), [](const shell::Notice& notice) {
    return notice.sentence.starts_with("The other side of the comparison cannot be: ");
  }));
}

TEST_CASE("both sides of a comparison have one colour scale, and the legend says it") {
  Screen screen;
  screen.go_to(Step::kSoftmax);
  REQUIRE(screen.app().dispatch(playground::SetCompare{"scale=off"}).ok());
  screen.draw();
  const auto largest = [](const playground::Model& model) {
    return playground::derive(model)->tensor(playground::Tensor::kWeights, 0)->maxCoeff();
  };
  playground::Model other;
  other.scale.kind = playground::Scale::Kind::kOff;
  const auto weights = static_cast<std::size_t>(playground::Tensor::kWeights);
  CHECK(largest(other) > largest({}));
  CHECK(screen.app().limits()[weights] == largest(other));
  REQUIRE(screen.app().dispatch(playground::SetCompare{}).ok());
  CHECK(screen.app().limits()[weights] == largest({}));
}

TEST_CASE("what is written beside a term is true of its numbers") {
  playground::Provenance origin;
  origin.terms.resize(4);
  const playground::Term term{.label = "", .value = -1, .sources = {{}, {}}, .factors = {0.5, -2}};
  origin.rule = playground::Rule::kDot;
  CHECK(shell::written_value(origin, term, 1) == "0.5 × (−2.0) = −1.0");
  origin.rule = playground::Rule::kVariance;
  const playground::Term square{.label = "", .value = 1.5625, .sources = {{}, {}}, .factors = {0.5, -2}};
  CHECK(shell::written_value(origin, square, 2) == "(0.50 − (−2.00))² ÷ 4 = 1.56");
  origin.rule = playground::Rule::kMean;
  CHECK(shell::written_value(origin, {.label = "", .value = 0.125, .sources = {{}}, .factors = {0.5}}, 3) == "0.125");
}
