#include "shell/hiding.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "shell/window_layout.hpp"
#include "tests/shell/screen.hpp"

using shell::hides;
using shell::Rect;
using shell_tests::Screen;

namespace {

playground::Session hiding(std::vector<std::string> hide, playground::Step step = playground::Step::kScores) {
  playground::Session session;
  session.step = step;
  session.hide = std::move(hide);
  return session;
}

/// The names of the anchors on a screen that hides these.
std::vector<std::string> drawn(Screen& screen, const playground::Session& session) {
  screen.app().open(session, {});
  screen.draw(4);
  std::vector<std::string> names;
  for (const auto& [name, rect] : screen.app().anchors().all()) {
    names.push_back(name);
  }
  return names;
}

bool holds_any(const std::vector<std::string>& names, const std::vector<std::string>& hide) {
  for (const std::string& name : names) {
    if (hides(hide, name)) {
      MESSAGE("drawn: " << name);
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a hidden name takes all with it that belongs to it, and nothing else") {
  const std::vector<std::string> hide{"mask", "step.next", "tokens"};
  for (const char* name : {"mask", "mask.causal", "mask.padding.count", "step.next", "tokens[3]"}) {
    CHECK_MESSAGE(hides(hide, name), name);
  }
  for (const char* name : {"masked_scores[0,0]", "step", "step.nextto", "step.previous", "token", "", "seed"}) {
    CHECK_MESSAGE(!hides(hide, name), name);
  }
  CHECK(!hides({}, "mask"));
}

TEST_CASE("each control and panel can be hidden, on wide and on narrow screens") {
  for (const float width : {1440.0F, 390.0F}) {
    Screen screen({.width = width, .height = 2400});
    for (const char* name : {"seed",   "d_model",     "d_k",     "heads",    "kv_heads",  "scale",         "scale.off",
                             "mask",   "mask.causal", "vectors", "text",     "undo",      "redo",          "theme",
                             "share",  "export",      "compare", "settings", "step.next", "step.previous", "step.play",
                             "code",   "checks",      "terms",   "journey",  "legend",    "tokens",        "header",
                             "footer", "side",        "rail",    "controls", "head"}) {
      CAPTURE(width);
      CAPTURE(name);
      playground::Session session = hiding({name});
      session.model.sizes.heads = 2;
      session.model.sizes.kv_heads = 2;
      const std::vector<std::string> names = drawn(screen, session);
      CHECK(!holds_any(names, session.hide));
      const std::string panel = std::string("panel.") + name;
      CHECK(std::find(names.begin(), names.end(), panel) == names.end());
      CHECK(names.size() > 100);
    }
  }
}

TEST_CASE("what stands behind a hidden control closes up") {
  Screen screen;
  (void)drawn(screen, hiding({}));
  const shell::Anchors all = screen.app().anchors();
  (void)drawn(screen, hiding({"seed", "d_k", "step.play", "redo"}));
  const shell::Anchors some = screen.app().anchors();
  const auto x = [](const shell::Anchors& anchors, const char* name) { return anchors.find(name)->x; };
  CHECK(x(some, "d_model") < x(all, "d_model"));
  CHECK(x(some, "heads") < x(all, "heads") - 40);
  CHECK(x(some, "step.next") == x(all, "step.play"));
  CHECK(some.find("undo")->right() == doctest::Approx(all.find("redo")->right()).epsilon(0.002));
  CHECK(some.find("undo")->y == all.find("undo")->y);
  CHECK(some.find("d_model")->y == all.find("d_model")->y);
}

TEST_CASE("the stage takes the room of hidden panels") {
  const shell::WindowLayout all = shell::lay_out_window(1440, 900, 16, false, 0);
  const shell::WindowLayout none =
      shell::lay_out_window(1440, 900, 16, false, 0, {false, false, false, false, false, false});
  CHECK(all.stage.width < 1440);
  CHECK(none.stage.x == 0);
  CHECK(none.stage.y == 0);
  CHECK(none.stage.width == 1440);
  CHECK(none.stage.height == 900);
}

TEST_CASE("a link that is opened over a session is one step of undo") {
  Screen screen;
  shell::App& app = screen.app();
  REQUIRE(app.dispatch(playground::SetSeed{"8"}).ok());
  playground::Session link;
  link.model.seed = "9";
  app.open(link, {}, true);
  app.open(link, {}, true);
  CHECK(app.session().model.seed == "9");
  for (const char* seed : {"8", "7"}) {
    REQUIRE(app.dispatch(playground::Undo{}).ok());
    CHECK(app.session().model.seed == seed);
  }
  app.open(link, {});
  CHECK(!app.dispatch(playground::Undo{}).ok());
}
