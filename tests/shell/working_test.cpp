#include <doctest/doctest.h>

#include <string>

#include "tests/shell/screen.hpp"
#include "tests/support/many_tokens.hpp"

using shell_tests::Screen;

namespace {

playground::SetSizes heavy_sizes() { return {.d_model = 256, .d_k = 16, .heads = 16, .kv_heads = 16}; }

/// 300 tokens, whose next change of sizes is too large for one frame.
void prepare(Screen& screen) {
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(300)}).ok());
  screen.draw();
  CHECK_FALSE(screen.app().progress().has_value());
}

}  // namespace

TEST_CASE("a large change is computed over several frames, with a progress bar, and then shown") {
  Screen screen;
  prepare(screen);
  REQUIRE(screen.app().dispatch(heavy_sizes()).ok());
  REQUIRE(screen.app().progress().has_value());
  CHECK(screen.app().next_frame_in() == 0);
  screen.draw(1);
  CHECK(screen.app().anchors().find("working").has_value());
  int frames = 0;
  while (screen.app().progress() && frames < 1000) {
    screen.draw(1);
    ++frames;
  }
  CAPTURE(frames);
  CHECK_FALSE(screen.app().progress().has_value());
  CHECK(screen.app().next_frame_in() < 0);
  CHECK(screen.app().snapshot().model == screen.app().session().model);
  screen.draw(2);
  CHECK_FALSE(screen.app().anchors().find("working").has_value());
}

TEST_CASE("at the size of the textbooks every change is there in the same frame") {
  Screen screen;
  const auto change = [&](const playground::Action& action) {
    CAPTURE(playground::type_of(action));
    REQUIRE(screen.app().dispatch(action).ok());
    CHECK_FALSE(screen.app().progress().has_value());
    screen.draw(1);
    CHECK_FALSE(screen.app().anchors().find("working").has_value());
  };
  change(playground::SetSizes{.d_model = 512, .d_k = 64, .heads = 8, .kv_heads = 8});
  REQUIRE(screen.app().snapshot().token_count() == 12);
  change(playground::SetMask{{.causal = true}});
  change(playground::SetScale{{playground::Scale::Kind::kOff}});
  change(playground::EditCell{{playground::Tensor::kWq, 3, 5, 2, 1.5}});
  change(playground::SetText{"the animal did not cross the road because it was too tired"});
  change(playground::SetText{"the animal did not cross because it was too tired"});
  change(playground::SetPositions{playground::Positions::kRotary});
  change(playground::SetSeed{"8"});
}

TEST_CASE("a change that needs no numbers to be drawn anew waits for none, the whole block shown") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetVectors{playground::Vectors::kWord}).ok());
  REQUIRE(screen.app().dispatch(playground::SetSizes{.d_model = 512, .d_k = 64, .heads = 8, .d_ff = 2048}).ok());
  CHECK(screen.app().progress().has_value());
  (void)screen.app().snapshot();
  REQUIRE(screen.app().dispatch(playground::EditCell{{playground::Tensor::kW1, 3, 5, 0, 1.5}}).ok());
  CHECK_FALSE(screen.app().progress().has_value());
  REQUIRE(screen.app().dispatch(playground::SetText{"it did not cross the street"}).ok());
  CHECK_FALSE(screen.app().progress().has_value());
}

TEST_CASE("cancelling a large change goes back to the state before it, undo included") {
  Screen screen;
  prepare(screen);
  const playground::Session before = screen.app().session();
  REQUIRE(screen.app().dispatch(heavy_sizes()).ok());
  CHECK_FALSE(screen.app().session() == before);
  screen.draw(1);
  screen.press(ImGuiKey_Escape);
  CHECK_FALSE(screen.app().progress().has_value());
  CHECK(screen.app().session() == before);
  CHECK(screen.app().snapshot().model == before.model);
  screen.click("undo");
  CHECK(screen.app().session().model.text == playground::Model{}.text);
}

TEST_CASE("the other side of a large comparison is computed over several frames too, and can be left") {
  Screen screen;
  prepare(screen);
  screen.go_to(playground::Step::kSoftmax);
  REQUIRE(screen.app().dispatch(playground::SetCompare{"d_model=256&d_k=16&heads=16"}).ok());
  screen.draw(1);
  CHECK(screen.app().next_frame_in() == 0);
  CHECK(screen.app().anchors().find("compare.working").has_value());
  CHECK(screen.app().anchors().find("weights[0,0]").has_value());
  int frames = 0;
  while (screen.app().next_frame_in() == 0 && frames < 1000) {
    screen.draw(1);
    ++frames;
  }
  CHECK(frames > 1);
  screen.draw(2);
  CHECK_FALSE(screen.app().anchors().find("compare.working").has_value());
  CHECK(screen.app().anchors().find("compare.difference").has_value());
  REQUIRE(screen.app().dispatch(playground::SetCompare{"d_model=256&d_k=16&heads=8"}).ok());
  REQUIRE(screen.app().next_frame_in() == 0);
  REQUIRE(screen.app().dispatch(playground::SetCompare{}).ok());
  CHECK(screen.app().next_frame_in() < 0);
}

TEST_CASE("who reads tensors right after a large change gets those of the new state") {
  Screen screen;
  prepare(screen);
  REQUIRE(screen.app().dispatch(heavy_sizes()).ok());
  CHECK(screen.app().snapshot().tensor(playground::Tensor::kQueries, 15)->cols() == 16);
  CHECK_FALSE(screen.app().progress().has_value());
  screen.draw();
}

TEST_CASE("a second large change during the first replaces it, and cancelling goes back to what is shown") {
  Screen screen;
  prepare(screen);
  const playground::Session before = screen.app().session();
  REQUIRE(screen.app().dispatch(heavy_sizes()).ok());
  screen.draw(1);
  REQUIRE(screen.app().dispatch(playground::SetSeed{"8"}).ok());
  screen.draw(1);
  screen.press(ImGuiKey_Escape);
  CHECK(screen.app().session() == before);
}
