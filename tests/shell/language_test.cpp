#include <doctest/doctest.h>

#include <algorithm>

#include "core/playground/words.hpp"
#include "shell/help.hpp"
#include "shell/texts.hpp"
#include "tests/shell/screen.hpp"

using playground::Tongue;
using shell_tests::Screen;

namespace {

constexpr shell::Preferences kSpanishReader{.tongue = Tongue::kSpanish};

bool was_said(const shell::ViewState& view, std::string_view sentence) {
  return std::any_of(view.notices.begin(), view.notices.end(),
                     [&](const shell::Notice& notice) { return notice.sentence == sentence; });
}

}  // namespace

TEST_CASE("a session without a language follows its reader, one with a language does not") {
  Screen screen({}, kSpanishReader);
  CHECK(playground::spoken() == Tongue::kSpanish);
  REQUIRE(screen.app().dispatch(playground::SetLang{Tongue::kEnglish}).ok());
  CHECK(playground::spoken() == Tongue::kEnglish);
  screen.draw();
  CHECK(playground::spoken() == Tongue::kEnglish);
  REQUIRE(screen.app().dispatch(playground::SetLang{}).ok());
  CHECK(playground::spoken() == Tongue::kSpanish);
  playground::speak(Tongue::kEnglish);
}

TEST_CASE("what is refused and what is explained is said in Spanish") {
  Screen screen({}, kSpanishReader);
  shell::App& app = screen.app();
  CHECK(app.dispatch(playground::Undo{}).sentence() == "No hay nada que deshacer.");
  CHECK(app.commit_field("seed", "x").sentence() ==
        "La semilla “x” no es un número entero no negativo de 1,000 cifras como máximo.");
  CHECK(was_said(app.view(), "La semilla “x” no es un número entero no negativo de 1,000 cifras como máximo."));
  CHECK(shell::text_of(playground::Step::kScores).title == "Cada consulta se cruza con cada clave");
  CHECK(shell::subtitle_of(playground::Step::kSoftmax, true) == "cada columna suma 1");
  CHECK(shell::help_of("mask.causal") == "Ningún token mira a uno posterior.");
  playground::speak(Tongue::kEnglish);
}

TEST_CASE("the checks are said again when the language changes") {
  Screen screen;
  screen.go_to(playground::Step::kSoftmax);
  REQUIRE(screen.app().dispatch(playground::SetLang{Tongue::kSpanish}).ok());
  screen.draw();
  // A check's sentence is no anchor: what is drawn is found by its width, which the other language changes.
  const float spanish = screen.app().anchors().find("check[0]")->width;
  REQUIRE(screen.app().dispatch(playground::SetLang{Tongue::kEnglish}).ok());
  screen.draw();
  CHECK(screen.app().anchors().find("check[0]")->width != spanish);
  playground::speak(Tongue::kEnglish);
}

TEST_CASE("every step, sheet and dialog is drawn in Spanish, on wide and on narrow screens") {
  for (const float width : {1440.0F, 390.0F}) {
    CAPTURE(width);
    Screen screen({.width = width, .height = 2400}, kSpanishReader);
    REQUIRE(screen.app().dispatch(playground::SetSizes{.heads = 2, .d_ff = 8}).ok());
    for (const playground::Step step : playground::steps_of(screen.app().session())) {
      CAPTURE(playground::info(step).name);
      screen.go_to(step);
      CHECK(playground::spoken() == Tongue::kSpanish);
      CHECK(screen.app().anchors().find(step == playground::Step::kTokens ? "panel.token" : "panel.terms"));
    }
    screen.click("settings");
    CHECK(screen.app().anchors().find("lang.es"));
    if (width < 1000) {
      screen.click("share");
    } else {
      screen.click("shortcuts");
      screen.click("share");
    }
    CHECK(screen.app().anchors().find("share.preview"));
    screen.click("dialog.close");
    screen.click("export");
    CHECK(screen.app().anchors().find("export.message"));
    screen.click("dialog.close");
  }
  playground::speak(Tongue::kEnglish);
}

TEST_CASE("the language is chosen in the settings") {
  Screen screen;
  screen.click("settings");
  screen.click("lang.es");
  CHECK(screen.app().session().lang == Tongue::kSpanish);
  CHECK(playground::spoken() == Tongue::kSpanish);
  screen.click("lang.auto");
  CHECK(screen.app().session().lang == std::nullopt);
  CHECK(playground::spoken() == Tongue::kEnglish);
}
