#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/playground/steps.hpp"
#include "tests/shell/screen.hpp"

using shell_tests::Screen;

namespace {

/// Opens the field, types over what is in it, and presses Enter.
void enter(Screen& screen, const std::string& field, const std::string& text) {
  screen.click(field);
  screen.type(text);
  screen.press(ImGuiKey_Enter);
  screen.draw();
}

const shell::Entry* entry_of(Screen& screen, std::string_view name) {
  const auto& entries = screen.app().transcript().entries();
  const auto found =
      std::find_if(entries.begin(), entries.end(), [name](const shell::Entry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

/// What a finger on the controls of the picture would miss: "name 40 x 44; ".
std::string small_targets(Screen& screen) {
  constexpr float kFinger = 44 - 0.01F;  // pixels, WCAG 2.5.5, less what rounding takes
  const std::optional<shell::Rect> edit = screen.app().anchors().find("text.edit");
  std::string small;
  for (const shell::Entry& entry : screen.app().transcript().entries()) {
    if (!shell::is_control(entry.kind) || entry.kind == shell::EntryKind::kMatrix) {
      continue;
    }
    const std::optional<shell::Rect> rect = screen.app().anchors().find(entry.name);
    // Tokens at the edges of the strip are cut, and scroll.
    constexpr float kEdge = 20;
    const bool cut =
        entry.name.starts_with("tokens[") && (!rect || rect->x < kEdge || (edit && rect->right() > edit->x - kEdge));
    if (cut || (rect && rect->width >= kFinger && rect->height >= kFinger)) {
      continue;
    }
    small += entry.name + (rect ? " " + std::to_string(rect->width) + " x " + std::to_string(rect->height) : "") + "; ";
  }
  return small;
}

}  // namespace

TEST_CASE("the mask buttons set the mask and undo takes it back") {
  Screen screen;
  screen.click("mask.causal");
  CHECK(screen.model().mask.causal);
  screen.click("mask.padding");
  const playground::Mask both{.causal = true, .padding = 2};
  CHECK(screen.model().mask == both);
  screen.click("undo");
  CHECK(screen.model().mask.causal);
  CHECK_FALSE(screen.model().mask.padding.has_value());
  screen.click("redo");
  CHECK(screen.model().mask.padding == 2);
  screen.click("mask.none");
  CHECK(screen.model().mask.is_none());
}

TEST_CASE("the scale can be switched off and on, and typed as a number") {
  Screen screen;
  screen.click("scale.off");
  CHECK(screen.model().scale.kind == playground::Scale::Kind::kOff);
  enter(screen, "scale", "0.5");
  CHECK(screen.model().scale == playground::Scale{playground::Scale::Kind::kNumber, 0.5});
  screen.click("scale.on");
  CHECK(screen.model().scale.kind == playground::Scale::Kind::kOn);
}

TEST_CASE("seed and sizes are typed in their fields") {
  Screen screen;
  enter(screen, "seed", "123456789012345678901234567890");
  CHECK(screen.model().seed == "123456789012345678901234567890");
  enter(screen, "d_model", "32");
  enter(screen, "d_k", "8");
  enter(screen, "heads", "4");
  enter(screen, "kv_heads", "2");
  CHECK(screen.model().sizes == playground::Sizes{.d_model = 32, .d_k = 8, .heads = 4, .kv_heads = 2});
}

TEST_CASE("a bad entry is refused with a sentence on the page and nothing is lost") {
  Screen screen;
  for (const auto& entry : {std::pair{"seed", "seven"}, std::pair{"d_model", "0"}, std::pair{"d_k", "9999"},
                            std::pair{"heads", "17"}, std::pair{"scale", "much"}}) {
    const char* field = entry.first;
    CAPTURE(field);
    const playground::Session before = screen.app().session();
    enter(screen, field, entry.second);
    CHECK(screen.app().session() == before);
    REQUIRE_FALSE(screen.app().view().notices.empty());
    CHECK(screen.app().view().notices.back().sentence.size() > 20);
    CHECK(screen.app().anchors().find("panel.notice0").has_value());
  }
}

TEST_CASE("the first edit of the text gives every word a vector of its own and offers the way back") {
  Screen screen;
  screen.click("text.edit");
  screen.type("one two one");
  screen.press(ImGuiKey_Enter);
  screen.draw();
  CHECK(screen.app().snapshot().tokens == std::vector<std::string>{"one", "two", "one"});
  CHECK(screen.model().vectors == playground::Vectors::kWord);
  screen.click("notice[0].article");
  CHECK(screen.model().vectors == playground::Vectors::kArticle);
  CHECK(screen.app().view().notices.empty());
}

TEST_CASE("Escape leaves a field and keeps the value") {
  Screen screen;
  screen.click("seed");
  screen.type("99");
  screen.press(ImGuiKey_Escape);
  screen.draw();
  CHECK(screen.model().seed == "7");
  CHECK(screen.app().view().open_field.empty());
}

TEST_CASE("with several heads each head can be chosen and the steps of joining them appear") {
  Screen screen;
  enter(screen, "heads", "4");
  screen.click("step.scores");
  screen.click("head[2]");
  CHECK(screen.app().session().head == 2);
  screen.click("step.projected");
  CHECK(screen.app().anchors().find("wo[0,0]").has_value());
  CHECK(screen.app().anchors().find("output[8,0]").has_value());
}

TEST_CASE("every change tells what happened and what caused it") {
  Screen screen;
  (void)screen.app().take_events();
  screen.click("mask.causal");
  screen.click("step.next");
  screen.click("tokens[3]");
  std::vector<std::string> names;
  for (const shell::Event& event : screen.app().take_events()) {
    names.push_back(event.name + " " + event.cause);
  }
  CHECK(names == std::vector<std::string>{"statechanged set_mask", "statechanged next_step", "stepchanged next_step",
                                          "statechanged select", "selectionchanged select"});
}

TEST_CASE("sizes, scale and masks are changed by taps alone where fingers press") {
  Screen screen({390, 3000}, {.touch = true});
  screen.click("settings");
  screen.click("d_model.less");
  CHECK(screen.model().sizes.d_model == 32);
  screen.click("d_k.more");
  CHECK(screen.model().sizes.d_k == 32);
  screen.click("heads.more");
  screen.click("heads.more");
  CHECK(screen.model().sizes.heads == 4);
  CHECK(screen.model().sizes.kv_heads == 4);
  screen.click("kv_heads.less");
  CHECK(screen.model().sizes.kv_heads == 2);
  screen.click("scale.less");
  CHECK(screen.model().scale == playground::Scale{playground::Scale::Kind::kNumber, 0.125});
  screen.click("mask.window");
  screen.click("mask.window.count.more");
  CHECK(screen.model().mask == playground::Mask{.window = 3});
  screen.click("block.on");
  screen.click("d_ff.more");
  CHECK(screen.model().sizes.d_ff == 256);
  REQUIRE(entry_of(screen, "kv_heads.more") != nullptr);
  CHECK(entry_of(screen, "kv_heads.more")->text == "kv heads: more");
  CHECK(entry_of(screen, "mask.window.count.less")->text == "window: less");
  screen.click("undo");
  CHECK(screen.model().sizes.d_ff == 128);
}

TEST_CASE("the buttons beside a number say what they change, in the reader's language, and stop at the limits") {
  Screen screen({390, 3000}, {.touch = true, .tongue = playground::Tongue::kSpanish});
  REQUIRE(screen.app().dispatch(playground::SetSizes{.d_k = 256}).ok());
  screen.click("settings");
  REQUIRE(entry_of(screen, "d_k.less") != nullptr);
  CHECK(entry_of(screen, "d_k.less")->text == "d_k: menos");
  CHECK(entry_of(screen, "d_k.less")->enabled);
  CHECK_FALSE(entry_of(screen, "d_k.more")->enabled);
  CHECK(entry_of(screen, "scale.more")->text == "escala: más");
}

TEST_CASE("on a narrow screen a tap shows what the result is made of, and another hides it") {
  Screen screen({390, 2000}, {.touch = true});
  screen.go_to(playground::Step::kQueries);
  CHECK_FALSE(screen.app().anchors().find("matrix.wq").has_value());
  screen.click("operands");
  REQUIRE(screen.app().anchors().find("matrix.wq").has_value());
  CHECK(screen.app().anchors().find("matrix.embeddings").has_value());
  CHECK(entry_of(screen, "operands")->text == "with X, W_q");
  screen.click("wq[3,2]");
  CHECK(screen.app().anchors().find("cell.edit").has_value());
  screen.click("operands");
  CHECK_FALSE(screen.app().anchors().find("matrix.wq").has_value());
}

TEST_CASE("with a mouse a number is typed, and nothing stands beside it") {
  Screen screen;
  CHECK(screen.app().anchors().find("d_model").has_value());
  CHECK_FALSE(screen.app().anchors().find("d_model.more").has_value());
}

TEST_CASE("every control is as large as a fingertip where fingers press") {
  for (const float width : {390.0F, 320.0F, 1024.0F}) {
    CAPTURE(width);
    Screen screen({width, 5000}, {.touch = true});
    REQUIRE(screen.app().dispatch(playground::SetSizes{.heads = 2, .d_ff = 8}).ok());
    REQUIRE(screen.app().dispatch(playground::SetMask{{.padding = 1, .window = 2}}).ok());
    for (const playground::Step step : playground::steps_of(screen.app().session())) {
      screen.go_to(step);
      CAPTURE(playground::info(step).name);
      CHECK(small_targets(screen) == "");
    }
    screen.click("settings");
    CHECK(small_targets(screen) == "");
  }
}
