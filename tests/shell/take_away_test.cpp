// The Export and Share dialogs, the code pane and hidden controls.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/playground/link.hpp"
#include "core/playground/snippets.hpp"
#include "core/playground/values.hpp"
#include "shell/hiding.hpp"
#include "tests/shell/screen.hpp"

using playground::Session;
using playground::Step;
using shell::DialogKind;
using shell_tests::Screen;

namespace {

template <typename Kind>
Kind last_effect(Screen& screen) {
  const std::vector<shell::Effect> effects = screen.app().take_effects();
  REQUIRE_FALSE(effects.empty());
  REQUIRE(std::holds_alternative<Kind>(effects.back()));
  return std::get<Kind>(effects.back());
}

bool is_drawn(Screen& screen, const std::string& anchor) { return screen.app().anchors().find(anchor).has_value(); }

/// The rectangle of an SVG whose title begins with the name of a cell.
struct SvgRect {
  float x = 0;
  float y = 0;
  std::string fill;
};
SvgRect rect_of(const std::string& svg, const std::string& cell) {
  const std::size_t title = svg.find("<title>" + cell + " = ");
  REQUIRE(title != std::string::npos);
  const std::size_t rect = svg.rfind("<rect", title);
  const auto attribute = [&](const std::string& name) {
    const std::size_t start = svg.find(" " + name + "=\"", rect) + name.size() + 3;
    return svg.substr(start, svg.find('"', start) - start);
  };
  return {std::stof(attribute("x")), std::stof(attribute("y")), attribute("fill")};
}

Session at(Step step) {
  Session session;
  session.step = step;
  return session;
}

}  // namespace

TEST_CASE("Export saves the step's result, and another matrix once it is chosen") {
  Screen screen;
  screen.app().open(at(Step::kSoftmax), {});
  screen.draw();
  screen.click("export");
  screen.click("export.csv");
  const auto file = last_effect<shell::SaveFile>(screen);
  CHECK(file.name == "weights.csv");
  CHECK(file.bytes.starts_with("weights,the,animal,did,"));
  screen.click("export.tensor.wq");
  screen.click("export.npy");
  const auto other = last_effect<shell::SaveFile>(screen);
  CHECK(other.name == "wq.npy");
  CHECK(other.bytes.size() == 128 + 8 * 64 * 16);
  CHECK(is_drawn(screen, "export.message"));
}

TEST_CASE("every format that Export offers gives a file") {
  Screen screen;
  screen.app().open(at(Step::kScores), {});
  screen.draw();
  screen.click("export");
  for (const char* name : {"csv", "npy", "latex", "svg", "step.svg", "numpy", "pytorch", "cpp", "json"}) {
    CAPTURE(name);
    screen.click(std::string("export.") + name);
    CHECK(last_effect<shell::SaveFile>(screen).bytes.size() > 100);
  }
  CHECK_FALSE(is_drawn(screen, "export.png"));
}

TEST_CASE("a picture that is saved has the orientation and the colour scale of the screen") {
  Screen screen;
  screen.app().open(at(Step::kScores), {});
  screen.draw();
  screen.click("export");
  screen.click("export.svg");
  const std::string rows = last_effect<shell::SaveFile>(screen).bytes;
  // scores[8,1]: the ninth of the rows, the second of the columns.
  const auto across = [](const std::string& svg) {
    return rect_of(svg, "scores[8,1]").x - rect_of(svg, "scores[0,0]").x;
  };
  const auto down = [](const std::string& svg) {
    return rect_of(svg, "scores[8,1]").y - rect_of(svg, "scores[0,0]").y;
  };
  const float width = rect_of(rows, "scores[0,1]").x - rect_of(rows, "scores[0,0]").x;
  const float height = rect_of(rows, "scores[1,0]").y - rect_of(rows, "scores[0,0]").y;
  CHECK(across(rows) == doctest::Approx(width));
  CHECK(down(rows) == doctest::Approx(8 * height));

  screen.press(ImGuiKey_Escape);
  screen.click("settings");
  screen.click("convention.columns");
  screen.click("settings");
  screen.click("export");
  screen.click("export.svg");
  const std::string columns = last_effect<shell::SaveFile>(screen).bytes;
  CHECK(across(columns) == doctest::Approx(8 * width));
  CHECK(down(columns) == doctest::Approx(height));
  CHECK(rect_of(columns, "scores[8,1]").fill == rect_of(rows, "scores[8,1]").fill);

  screen.press(ImGuiKey_Escape);
  screen.click("legend.log");
  screen.click("export");
  screen.click("export.svg");
  const std::string logarithmic = last_effect<shell::SaveFile>(screen).bytes;
  CHECK(rect_of(logarithmic, "scores[8,1]").fill != rect_of(columns, "scores[8,1]").fill);
}

TEST_CASE("with a comparison on the screen the picture of the step is that comparison") {
  Screen screen;
  screen.app().open(at(Step::kSoftmax), {});
  REQUIRE(screen.app().dispatch(playground::SetCompare{"scale=off"}).ok());
  screen.draw();
  screen.click("export");
  screen.click("export.step.svg");
  const std::string svg = last_effect<shell::SaveFile>(screen).bytes;
  // The value of weights[8,11] on each of the three maps, as its title says it.
  std::vector<double> values;
  const std::string title = "<title>weights[8,11] = ";
  for (std::size_t found = svg.find(title); found != std::string::npos; found = svg.find(title, found + 1)) {
    std::string number = svg.substr(found + title.size(), 16);
    const std::string minus = "−";
    if (number.starts_with(minus)) number = "-" + number.substr(minus.size());
    values.push_back(std::stod(number));
  }
  REQUIRE(values.size() == 3);
  // Row 8 of the scores by hand: softmax with and without the division by sqrt(16).
  const attention::Matrix scores = screen.app().snapshot().tensor(playground::Tensor::kScores, 0)->row(8);
  const auto weight = [&](double scale) {
    const Eigen::ArrayXXd powers = (scores.array() * scale).exp();
    return powers(0, 11) / powers.sum();
  };
  CHECK(values[0] == doctest::Approx(weight(0.25)).epsilon(1e-4));
  CHECK(values[1] == doctest::Approx(weight(1)).epsilon(1e-4));
  CHECK(values[2] == doctest::Approx(weight(1) - weight(0.25)).epsilon(1e-4));
  screen.press(ImGuiKey_Escape);
  REQUIRE(screen.app().dispatch(playground::SetCompare{}).ok());
  screen.draw();
  screen.click("export");
  screen.click("export.step.svg");
  CHECK(last_effect<shell::SaveFile>(screen).bytes.find("weights[8,11]") != std::string::npos);
}

TEST_CASE("a matrix and the row of the selected token are copied for a spreadsheet") {
  Screen screen;
  screen.app().open(at(Step::kSoftmax), {});
  screen.draw();
  screen.click("export");
  screen.click("export.copy");
  CHECK(last_effect<shell::CopyText>(screen).text.starts_with("weights\tthe\tanimal"));
  screen.click("export.copy.row");
  const std::string row = last_effect<shell::CopyText>(screen).text;
  CHECK(row.find("\nit\t0.07") != std::string::npos);
  CHECK(std::count(row.begin(), row.end(), '\n') == 2);
}

TEST_CASE("Escape, the button and a click beside it close a dialog, and the keys are the page's again") {
  Screen screen;
  for (int way = 0; way < 3; ++way) {
    CAPTURE(way);
    screen.click(way == 1 ? "share" : "export");
    REQUIRE(is_drawn(screen, "dialog"));
    screen.press(ImGuiKey_RightArrow);
    CHECK(screen.app().session().step == static_cast<Step>(way));
    if (way == 0) screen.press(ImGuiKey_Escape);
    if (way == 1) screen.click("dialog.close");
    if (way == 2) {
      ImGui::GetIO().AddMousePosEvent(5, 450);
      screen.draw(1);
      ImGui::GetIO().AddMouseButtonEvent(0, true);
      screen.draw(1);
      ImGui::GetIO().AddMouseButtonEvent(0, false);
      screen.draw();
    }
    CHECK(screen.app().view().dialog == DialogKind::kNone);
    CHECK_FALSE(is_drawn(screen, "dialog"));
    screen.press(ImGuiKey_RightArrow);
    CHECK(screen.app().session().step == static_cast<Step>(way + 1));
  }
}

TEST_CASE("Tab and Enter work a dialog without a pointer") {
  Screen screen;
  screen.app().open(at(Step::kSoftmax), {});
  screen.draw();
  screen.click("export");
  (void)screen.app().take_effects();
  bool saved = false;
  for (int tabs = 0; tabs < 60 && !saved; ++tabs) {
    screen.press(ImGuiKey_Tab);
    if (ImGui::GetIO().NavVisible) screen.press(ImGuiKey_Enter);
    if (screen.app().view().dialog == DialogKind::kNone) {
      screen.click("export");
      screen.press(ImGuiKey_Tab);
    }
    saved = !screen.app().take_effects().empty();
  }
  CHECK(saved);
}

TEST_CASE("a dialog fills a phone and stays inside") {
  Screen screen({390, 844}, {.dark = false, .reduced_motion = false, .touch = true});
  screen.app().open(at(Step::kSoftmax), {});
  screen.draw();
  for (const char* name : {"share", "export"}) {
    CAPTURE(name);
    if (!is_drawn(screen, name)) {
      screen.click("settings");
    }
    REQUIRE(is_drawn(screen, name));
    screen.click(name);
    const std::optional<shell::Rect> rect = screen.app().anchors().find("dialog");
    REQUIRE(rect.has_value());
    CHECK(rect->width == 390);
    CHECK(rect->height == 844);
    for (const auto& entry : screen.app().anchors().all()) {
      if (!entry.first.starts_with("export.") && !entry.first.starts_with("share.")) continue;
      CAPTURE(entry.first);
      CHECK(entry.second.x >= 0);
      CHECK(entry.second.right() <= 391);
    }
    screen.click("dialog.close");
  }
}

TEST_CASE("Share copies a link that opens the same view without what was left out") {
  Screen screen;
  Session session = at(Step::kMasked);
  session.model.mask = playground::mask_from_text("causal").value();
  screen.app().open(session, {});
  screen.draw();
  screen.click("share");
  screen.click("share.hide.tokens");
  screen.click("share.hide.code");
  screen.click("share.link");
  const std::string link = last_effect<shell::CopyText>(screen).text;
  Session opened = playground::decode_link("", link.substr(link.find('#'))).session;
  CHECK(opened.hide == std::vector<std::string>{"tokens", "code"});
  opened.hide.clear();
  CHECK(opened == session);
  CHECK(screen.app().session() == session);
  screen.click("share.hide.tokens");
  screen.click("share.element");
  CHECK(last_effect<shell::CopyText>(screen).text ==
        "<script type=\"module\" src=\"playground/embed.js\"></script>\n"
        "<attention-playground step=\"masked\" mask=\"causal\" hide=\"code\"></attention-playground>\n");
  screen.click("share.iframe");
  CHECK(last_effect<shell::CopyText>(screen).text.starts_with(
      "<iframe src=\"playground/embed.html#v=1&amp;step=masked&amp;mask=causal&amp;hide=code\" title="));
}

TEST_CASE("a snippet carries any text without leaving its attribute") {
  Session session;
  session.model.text = "a \"b\" <i> & 'c' \n d";
  const std::string element = playground::element_snippet(session, "https://example.org/a&b/");
  CHECK(element.starts_with("<script type=\"module\" src=\"https://example.org/a&amp;b/embed.js\"></script>\n"));
  CHECK(element.find("text=\"a &quot;b&quot; &lt;i&gt; &amp; 'c' &#10; d\"") != std::string::npos);
  const std::string snippet = playground::iframe_snippet(session, "https://example.org/a&b/");
  CHECK(snippet.starts_with(
      "<iframe src=\"https://example.org/a&amp;b/embed.html#v=1&amp;text=a+%22b%22+%3Ci%3E+%26+%27c"));
}

TEST_CASE("the height that the window wants shows the figure, and is less where parts are left out") {
  Screen screen;
  screen.app().open(at(Step::kScores), {});
  screen.draw();
  const float wanted = screen.app().view().wanted_height;
  CHECK(wanted >
        screen.app().anchors().find("matrix.scores")->bottom() + screen.app().anchors().find("step.next")->height);
  Session bare = at(Step::kScores);
  bare.hide = {"terms", "journey", "header", "footer"};
  screen.app().open(bare, {});
  screen.draw();
  CHECK(screen.app().view().wanted_height < wanted - 50);
  CHECK(screen.app().view().wanted_height > screen.app().anchors().find("matrix.scores")->bottom());
}

TEST_CASE("a window of the wanted height wants no other, and its rows are as high as they can be") {
  for (const Step step : {Step::kQueries, Step::kScores, Step::kSoftmax, Step::kOutput}) {
    CAPTURE(static_cast<int>(step));
    Session session = at(step);
    session.hide = {"header", "controls", "rail", "side", "journey"};
    const auto wanted_in = [&](float height) {
      Screen screen({864, height});
      screen.app().open(session, {});
      screen.draw();
      return screen.app().view().wanted_height;
    };
    const float wanted = wanted_in(500);
    CHECK(wanted == doctest::Approx(wanted_in(1200)).epsilon(0.002));
    CHECK(wanted == doctest::Approx(wanted_in(wanted)).epsilon(0.002));
  }
}

TEST_CASE("what the link hides is not drawn and takes no room") {
  Screen screen;
  Session session = at(Step::kScores);
  screen.app().open(session, {});
  screen.draw();
  const shell::Rect before = *screen.app().anchors().find("matrix.scores");
  for (const shell::HideableControl& control : shell::hideable_controls()) {
    session.hide.emplace_back(control.name);
  }
  session.hide.emplace_back("mask.padding");
  screen.app().open(session, {});
  screen.draw();
  for (const char* name : {"tokens[0]", "seed", "step.next", "code", "check[0]", "legend", "undo", "share"}) {
    CAPTURE(name);
    CHECK_FALSE(is_drawn(screen, name));
  }
  CHECK(screen.app().anchors().find("matrix.scores")->y < before.y);
}

TEST_CASE("each control that the Share dialog offers can be hidden alone") {
  Screen screen({1920, 1080});
  const auto drawn_of = [&screen](std::string_view control) {
    int drawn = 0;
    for (const auto& [name, rect] : screen.app().anchors().all()) drawn += shell::hides({std::string(control)}, name);
    return drawn;
  };
  for (const std::string control : {"seed", "heads", "positions", "scale", "mask", "vectors", "weights", "compare",
                                    "lessons", "share", "export"}) {
    INFO(control);
    const auto offered = shell::hideable_controls();
    CHECK(std::any_of(offered.begin(), offered.end(), [&](const auto& one) { return one.name == control; }));
    Session session = at(Step::kScores);
    const auto drawn_in_all = [&] {
      screen.app().open(session, {});
      screen.draw();
      const int drawn = drawn_of(control);
      screen.click("settings");
      screen.draw();
      return drawn + drawn_of(control);
    };
    CHECK(drawn_in_all() > 0);
    session.hide = {control};
    CHECK(drawn_in_all() == 0);
  }
}

TEST_CASE("one button of a group can be hidden alone") {
  Session session;
  session.hide = {"mask.padding", "undo"};
  CHECK(shell::hides(session.hide, "mask.padding.count"));
  CHECK_FALSE(shell::hides(session.hide, "mask.causal"));
  CHECK_FALSE(shell::hides(session.hide, "undone"));
  Screen screen;
  screen.app().open(session, {});
  screen.draw();
  CHECK(is_drawn(screen, "mask.causal"));
  CHECK_FALSE(is_drawn(screen, "mask.padding"));
}

TEST_CASE("the code pane shows the step in three languages and marks the line of the cell under the pointer") {
  Screen screen;
  screen.app().open(at(Step::kSoftmax), {});
  screen.draw();
  screen.click("code.pytorch");
  CHECK(is_drawn(screen, "code.current"));
  screen.click("code.copy");
  CHECK(last_effect<shell::CopyText>(screen).text.find("torch.exp(masked - row_max)") != std::string::npos);
  screen.click("code.cpp");
  screen.click("code.copy");
  CHECK(last_effect<shell::CopyText>(screen).text.find("softmax_rows(masked)") != std::string::npos);
  screen.click("code.numpy");
  const float lowest = screen.app().anchors().find("code.current")->y;
  screen.hover("row_max[8,0]");
  CHECK(screen.app().anchors().find("code.current")->y < lowest);
}
