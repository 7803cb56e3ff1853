#include <doctest/doctest.h>

#include <initializer_list>
#include <utility>

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
