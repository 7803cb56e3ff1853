// The parts of the window, one function each: they read the Frame and leave requests in it.
#pragma once

#include "shell/frame.hpp"
#include "shell/window_layout.hpp"

namespace shell {

void draw_header(Frame& frame, const WindowLayout& layout);
/// Theme and link: in the header where it has room, otherwise below everything else.
void draw_page_buttons(Frame& frame);
void draw_token_strip(Frame& frame, const WindowLayout& layout);
void draw_controls(Frame& frame);
void draw_controls_bar(Frame& frame, const WindowLayout& layout);
void draw_rail(Frame& frame, const Rect& rect);
void draw_stage(Frame& frame, const WindowLayout& layout);
void draw_side(Frame& frame, const WindowLayout& layout);
void draw_explanation(Frame& frame);
/// The step as lines of code.
void draw_code_pane(Frame& frame);
void draw_footer(Frame& frame, const WindowLayout& layout);

/// The matrices of the step as an equation; gives its height.
float draw_equation(Frame& frame, const Rect& area);

/// How the selected cell comes to be, term by term.
void draw_terms(Frame& frame, float width);

/// The selected query's row through score, scaled, masked and weight.
void draw_journey(Frame& frame, float width);

/// The windows over all others, while frame.view.dialog asks for one.
void draw_export_dialog(Frame& frame);
void draw_share_dialog(Frame& frame);

/// Keys that no field has taken.
void handle_keys(Frame& frame);

}  // namespace shell
