// The parts of the window, one function each: they read the Frame and leave requests in it.
#pragma once

#include "shell/frame.hpp"
#include "shell/window_layout.hpp"

namespace shell {

void draw_header(Frame& frame, const WindowLayout& layout);
/// Theme and link: in the header where it has room, otherwise below everything else.
void draw_page_buttons(Frame& frame);
void draw_token_strip(Frame& frame, const WindowLayout& layout);
/// Those used most, and the button that opens all of them.
void draw_controls(Frame& frame);
/// The others, or with `all` every one of them.
void draw_settings(Frame& frame, bool all);
/// What is open over the stage.
void draw_sheet(Frame& frame, const WindowLayout& layout);
[[gnu::noinline]] void draw_compare_chooser(Frame& frame);
void draw_controls_bar(Frame& frame, const WindowLayout& layout);
void draw_rail(Frame& frame, const Rect& rect);
void draw_stage(Frame& frame, const WindowLayout& layout);
void draw_side(Frame& frame, const WindowLayout& layout);
void draw_explanation(Frame& frame);
/// The step as lines of code.
void draw_code_pane(Frame& frame);
void draw_footer(Frame& frame, const WindowLayout& layout);
/// On a narrow screen the bar of a played step stands above the buttons.
bool footer_has_two_lines(const Frame& frame, float width);

/// The tokens step: every token large, and what can be done with the selected one.
void draw_tokens(Frame& frame, float width);

/// The model of the session beside the one that it is compared with; gives false where there is none.
[[gnu::noinline]] bool draw_comparison(Frame& frame, float width);

/// The narration of the open lesson: its question, the cue of now, and the way on.
void draw_lesson(Frame& frame, float width);
/// All lessons by their questions.
void draw_lesson_chooser(Frame& frame);
/// What the cue of now shows instead of the main view.
void draw_exhibit(Frame& frame, const playground::Exhibit& exhibit, float width);
/// Around what the cue speaks of.
void draw_lesson_highlight(Frame& frame, const WindowLayout& layout);

/// Three things worth doing, until one of them is done.
void draw_invitation(Frame& frame, float width);

/// The height that an equation takes, and the one that it would take where there is room.
struct EquationHeight {
  float taken = 0;
  float roomy = 0;
};
/// The matrices of the step as an equation, in an area that should not be higher than `most`.
EquationHeight draw_equation(Frame& frame, const Rect& area, float most);

/// How the selected cell comes to be, term by term.
void draw_terms(Frame& frame, float width);

/// The selected query's row through score, scaled, masked and weight.
void draw_journey(Frame& frame, float width);

/// Over all else while a large change is computed; true where it is to be cancelled.
bool draw_working(Frame& frame, const playground::Model& model, double progress);

/// The windows over all others, while frame.view.dialog asks for one.
// Functions of their own, since web/split.mjs parts the program there.
[[gnu::noinline]] void draw_export_dialog(Frame& frame);
[[gnu::noinline]] void draw_share_dialog(Frame& frame);

/// Keys that no field has taken.
void handle_keys(Frame& frame);

}  // namespace shell
