// The bridge: the functions that the page's scripts (web/engine.js) call.
//
// Texts come in as UTF-8 with their length. A text that goes out ends with a zero and is good until the next call
// of any function here: the scripts copy it at once. Nothing throws across this border: what a person or a host
// page gives is parsed into a Result, and indices are checked before they are used.
#include <emscripten.h>

#include <cfloat>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/json.hpp"
#include "core/playground/link.hpp"
#include "core/playground/narration.hpp"
#include "core/playground/provenance.hpp"
#include "core/playground/tensors.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"
#include "imgui.h"
#include "shell/focus.hpp"
#include "web/keys.hpp"
#include "web/mirror_json.hpp"
#include "web/page.hpp"
#include "web/report.hpp"
#include "web/scrolling.hpp"

/// A matrix for the scripts to copy. Its data is null where there is none; then the answer says why.
struct MatrixView {
  int rows = 0;
  int columns = 0;
  const double* data = nullptr;
};

/// The page and the answers given last.
struct Bridge {
  std::unique_ptr<web::Page> page;
  std::string answer;
  std::vector<double> numbers;
  std::vector<shell::Effect> effects;  ///< of the last report, which tells where the bytes of files are
  MatrixView matrix;

  shell::App& app() { return page->app(); }
  const char* give(std::string text) {
    answer = std::move(text);
    // The scripts read up to the first zero; a sentence may quote one.
    for (std::size_t at = answer.find('\0'); at != std::string::npos; at = answer.find('\0', at)) {
      answer.replace(at, 1, "␀");
    }
    return answer.c_str();
  }
};

namespace {

std::string_view text_of(const char* bytes, int length) { return {bytes, static_cast<std::size_t>(length)}; }

std::string problem_of(const playground::Result<bool>& result) { return result.ok() ? "" : result.sentence(); }

std::string unknown_tensor(std::string_view name) {
  std::string names;
  for (int index = 0; index < playground::kTensorCount; ++index) {
    names += index == 0 ? "" : ", ";
    names += playground::info(static_cast<playground::Tensor>(index)).name;
  }
  return playground::say(playground::Word::kUnknownTensor, {playground::in_quotes(name), names});
}

/// A whole number that fits an int; -1 for everything else, which is no row, column or head.
int index_of(double number) {
  return number == std::floor(number) && number >= 0 && number < 1e9 ? static_cast<int>(number) : -1;
}

/// The tensors of a layer of the trained model; of the session's own where the layer is negative.
playground::Result<const playground::Snapshot*> snapshot_of(Bridge& bridge, double layer) {
  const bool random = bridge.app().session().model.weights == playground::Weights::kRandom;
  if (layer < 0 || (random && layer == 0)) {
    return &bridge.app().snapshot();
  }
  return bridge.app().layer_snapshot(index_of(layer));
}

}  // namespace

extern "C" {

// ---- Life ----

/// Null where the window or the context could not be made. Without `draws` there is no picture, only the mirror.
EMSCRIPTEN_KEEPALIVE Bridge* ap_open(int apple, int draws) {
  std::unique_ptr<web::Page> page = web::Page::open(apple != 0, draws != 0);
  return page == nullptr ? nullptr : new Bridge{std::move(page), {}, {}, {}, {}};
}

/// `language`: "en" or "es", the first of the reader's languages that there is.
EMSCRIPTEN_KEEPALIVE void ap_set_preferences(Bridge* bridge, int dark, int reduced_motion, int touch, int contrast,
                                             const char* language, int length) {
  const auto tongue = playground::tongue_from_text(text_of(language, length));
  bridge->page->preferences() = {dark != 0, reduced_motion != 0, touch != 0, contrast != 0,
                                 (tongue.ok() ? tongue.value() : std::nullopt).value_or(playground::Tongue::kEnglish)};
  bridge->app().set_reader_tongue(bridge->page->preferences().tongue);
}

/// Addresses of the folder that the page lies in, and of the page that links open, for links and snippets.
EMSCRIPTEN_KEEPALIVE void ap_set_place(Bridge* bridge, const char* folder, int folder_length, const char* page,
                                       int page_length) {
  bridge->page->set_place(std::string(text_of(folder, folder_length)), std::string(text_of(page, page_length)));
}

EMSCRIPTEN_KEEPALIVE void ap_resize(Bridge* bridge, int width, int height, double density) {
  bridge->page->resize(width, height, static_cast<float>(density));
}

/// Device pixels of height that show the figure of the frame drawn last whole.
EMSCRIPTEN_KEEPALIVE double ap_wanted_height(Bridge* bridge) {
  return static_cast<double>(bridge->app().view().wanted_height);
}

EMSCRIPTEN_KEEPALIVE double ap_draw(Bridge* bridge, double now_seconds) { return bridge->page->draw(now_seconds); }

EMSCRIPTEN_KEEPALIVE void ap_restore_context(Bridge* bridge) { bridge->page->restore_context(); }

/// Until the context is restored nothing is put on the screen; the mirror goes on.
EMSCRIPTEN_KEEPALIVE void ap_do_without_context(Bridge* bridge) { bridge->page->do_without_context(); }

/// What happened and what is to do since the last report.
EMSCRIPTEN_KEEPALIVE const char* ap_take_report(Bridge* bridge) {
  const std::vector<shell::Event> events = bridge->app().take_events();
  bridge->effects = bridge->app().take_effects();
  return bridge->give(web::report_json(events, bridge->effects));
}

// ---- State ----

/// `keeps_undo`: the link is opened over a Session that somebody may want back.
EMSCRIPTEN_KEEPALIVE void ap_open_link(Bridge* bridge, const char* query, int query_length, const char* hash,
                                       int hash_length, int keeps_undo) {
  playground::speak(bridge->page->preferences().tongue);  // not the language of the Session before
  const playground::DecodedLink link =
      playground::decode_link(text_of(query, query_length), text_of(hash, hash_length));
  bridge->app().open(link.session, link.notices, keeps_undo != 0);
}

EMSCRIPTEN_KEEPALIVE const char* ap_link(Bridge* bridge) {
  return bridge->give(playground::encode_link(bridge->app().session()));
}

EMSCRIPTEN_KEEPALIVE const char* ap_state(Bridge* bridge) {
  return bridge->give(playground::state_json(bridge->app().session()));
}

/// Empty where the action was applied, otherwise what is wrong with it.
EMSCRIPTEN_KEEPALIVE const char* ap_dispatch(Bridge* bridge, const char* json, int length) {
  const playground::Result<playground::Action> action = playground::action_from_json(text_of(json, length));
  if (!action.ok()) {
    return bridge->give(action.sentence());
  }
  return bridge->give(problem_of(bridge->app().dispatch(action.value())));
}

/// Empty where the field took the text, otherwise what is wrong with it.
EMSCRIPTEN_KEEPALIVE const char* ap_commit_field(Bridge* bridge, const char* name, int name_length, const char* text,
                                                 int text_length) {
  return bridge->give(problem_of(
      bridge->app().commit_field(std::string(text_of(name, name_length)), std::string(text_of(text, text_length)))));
}

/// Where the data is null, ap_answer says why.
EMSCRIPTEN_KEEPALIVE const MatrixView* ap_tensor(Bridge* bridge, const char* name, int length, double head,
                                                 double layer) {
  MatrixView& view = bridge->matrix;
  view = {};
  const std::optional<playground::Tensor> tensor = playground::tensor_from_name(text_of(name, length));
  if (!tensor) {
    bridge->give(unknown_tensor(text_of(name, length)));
    return &view;
  }
  const playground::Result<const playground::Snapshot*> found = snapshot_of(*bridge, layer);
  if (!found.ok()) {
    bridge->give(found.sentence());
    return &view;
  }
  const playground::Snapshot& snapshot = *found.value();
  const playground::Cell cell{*tensor, 0, 0, playground::info(*tensor).per_head ? index_of(head) : 0};
  if (const auto sentence = playground::missing_cell(cell, snapshot.model, snapshot.token_count())) {
    bridge->give(*sentence);
    return &view;
  }
  const attention::Matrix* matrix = snapshot.tensor(*tensor, cell.head);
  view = {static_cast<int>(matrix->rows()), static_cast<int>(matrix->cols()), matrix->data()};
  return &view;
}

EMSCRIPTEN_KEEPALIVE const char* ap_answer(Bridge* bridge) { return bridge->answer.c_str(); }

/// JSON that begins with "{", or the sentence that says what is wrong.
EMSCRIPTEN_KEEPALIVE const char* ap_provenance(Bridge* bridge, const char* name, int length, double row, double column,
                                               double head, double layer) {
  const std::optional<playground::Tensor> tensor = playground::tensor_from_name(text_of(name, length));
  if (!tensor) {
    return bridge->give(unknown_tensor(text_of(name, length)));
  }
  const bool per_head = playground::info(*tensor).per_head;
  const playground::Cell cell{*tensor, index_of(row), index_of(column), per_head ? index_of(head) : 0};
  const playground::Result<const playground::Snapshot*> found = snapshot_of(*bridge, layer);
  if (!found.ok()) {
    return bridge->give(found.sentence());
  }
  const playground::Result<playground::Provenance> result = playground::provenance(*found.value(), cell);
  return bridge->give(result.ok() ? playground::provenance_json(result.value()) : result.sentence());
}

/// {"step", "loss", "held_out_accuracy", "running"} of the session's training; empty without one.
EMSCRIPTEN_KEEPALIVE const char* ap_training(Bridge* bridge) {
  const std::optional<shell::App::TrainingState> state = bridge->app().training();
  return bridge->give(
      state ? playground::training_json(state->step, state->loss, state->held_out_accuracy, state->running)
            : std::string());
}

/// {"id", "question", "claims": [{"name", "value"}]}; empty without a lesson.
EMSCRIPTEN_KEEPALIVE const char* ap_lesson(Bridge* bridge) {
  const playground::Narration* narration = playground::find_narration(bridge->app().session().lesson);
  return bridge->give(narration == nullptr ? std::string()
                                           : playground::lesson_json(narration->lesson, narration->question.text(),
                                                                     bridge->app().claims()));
}

// ---- Anchors, in device pixels of the canvas ----

/// Names of all anchors, a line each; ap_numbers has x, y, width, height for each.
EMSCRIPTEN_KEEPALIVE const char* ap_anchors(Bridge* bridge) {
  std::string names;
  bridge->numbers.clear();
  for (const auto& [name, rect] : bridge->app().anchors().all()) {
    names += names.empty() ? "" : "\n";
    names += name;
    for (const float number : {rect.x, rect.y, rect.width, rect.height}) {
      bridge->numbers.push_back(static_cast<double>(number));
    }
  }
  return bridge->give(std::move(names));
}

/// 1 where the anchor is drawn; ap_numbers has its x, y, width, height.
EMSCRIPTEN_KEEPALIVE int ap_find_anchor(Bridge* bridge, const char* name, int length) {
  const std::optional<shell::Rect> rect = bridge->app().anchors().find(text_of(name, length));
  bridge->numbers.clear();
  if (!rect) {
    return 0;
  }
  bridge->numbers = {static_cast<double>(rect->x), static_cast<double>(rect->y), static_cast<double>(rect->width),
                     static_cast<double>(rect->height)};
  return 1;
}

EMSCRIPTEN_KEEPALIVE const double* ap_numbers(Bridge* bridge) { return bridge->numbers.data(); }

// ---- Input, in device pixels of the canvas ----

EMSCRIPTEN_KEEPALIVE void ap_move_pointer(Bridge*, double x, double y, int touch) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(touch != 0 ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
  io.AddMousePosEvent(static_cast<float>(x), static_cast<float>(y));
}

EMSCRIPTEN_KEEPALIVE void ap_press_pointer(Bridge*, int down) { ImGui::GetIO().AddMouseButtonEvent(0, down != 0); }

EMSCRIPTEN_KEEPALIVE void ap_leave_pointer(Bridge*) { ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX); }

/// Bit 0: something under the point can scroll along dx; bit 1: along dy.
EMSCRIPTEN_KEEPALIVE int ap_scroll_room(Bridge* bridge, double x, double y, double dx, double dy) {
  // A finger paints and drags values where it would scroll elsewhere.
  if (bridge->app().claims_drag(static_cast<float>(x), static_cast<float>(y))) {
    return 0;
  }
  const web::ScrollRoom room =
      web::scroll_room(static_cast<float>(x), static_cast<float>(y), static_cast<float>(dx), static_cast<float>(dy));
  return (room.x ? 1 : 0) | (room.y ? 2 : 0);
}

EMSCRIPTEN_KEEPALIVE void ap_scroll(Bridge*, double x, double y, double dx, double dy) {
  web::scroll(static_cast<float>(x), static_cast<float>(y), static_cast<float>(dx), static_cast<float>(dy));
}

/// 1 where a matrix that can be zoomed is at the point: then it is, by `factor` about the point.
EMSCRIPTEN_KEEPALIVE int ap_zoom(Bridge* bridge, double x, double y, double factor) {
  const auto px = static_cast<float>(x);
  const auto py = static_cast<float>(y);
  if (!std::isfinite(factor) || factor <= 0 || !bridge->app().zooms_at(px, py)) {
    return 0;
  }
  bridge->app().zoom({px, py, factor});
  return 1;
}

/// 1 where a drag from the point moves a zoomed matrix.
EMSCRIPTEN_KEEPALIVE int ap_pans(Bridge* bridge, double x, double y) {
  return bridge->app().pans_at(static_cast<float>(x), static_cast<float>(y)) ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void ap_press_key(Bridge*, const char* key, int key_length, const char* code, int code_length,
                                       int down, int shift, int ctrl, int meta) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Shift, shift != 0);
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl != 0);
  io.AddKeyEvent(ImGuiMod_Super, meta != 0);
  const ImGuiKey named = web::key_named(text_of(key, key_length), text_of(code, code_length));
  if (named != ImGuiKey_None) {
    io.AddKeyEvent(named, down != 0);
  }
}

/// The keys held down while the pointer presses or releases.
EMSCRIPTEN_KEEPALIVE void ap_set_modifiers(Bridge*, int shift, int ctrl, int alt, int meta) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Shift, shift != 0);
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl != 0);
  io.AddKeyEvent(ImGuiMod_Alt, alt != 0);
  io.AddKeyEvent(ImGuiMod_Super, meta != 0);
}

EMSCRIPTEN_KEEPALIVE void ap_type(Bridge*, const char* text, int length) {
  ImGui::GetIO().AddInputCharactersUTF8(std::string(text_of(text, length)).c_str());
}

EMSCRIPTEN_KEEPALIVE void ap_set_focus(Bridge*, int focused) { ImGui::GetIO().AddFocusEvent(focused != 0); }

// ---- Mirror ----

/// A number that is another one when the frame drawn last says something else.
EMSCRIPTEN_KEEPALIVE double ap_saying(Bridge* bridge) {
  constexpr int kBitsBeyondDouble = 11;
  return static_cast<double>(bridge->app().saying() >> kBitsBeyondDouble);
}

/// What the frame drawn last says, as JSON (web/mirror_json.hpp), with so many rows and columns of a matrix at most.
EMSCRIPTEN_KEEPALIVE const char* ap_mirror(Bridge* bridge, int most) {
  return bridge->give(web::mirror_json(bridge->app(), bridge->page->fonts(), most));
}

/// Presses a control, a cell or a source by its name, with the next frame.
EMSCRIPTEN_KEEPALIVE void ap_press(Bridge* bridge, const char* name, int length) {
  bridge->app().press(std::string(text_of(name, length)));
}

/// Puts a slider at a value, with the next frame.
EMSCRIPTEN_KEEPALIVE void ap_slide(Bridge* bridge, const char* name, int length, double value) {
  bridge->app().slide(std::string(text_of(name, length)), index_of(value));
}

/// Rings a control on the picture; none with an empty name.
EMSCRIPTEN_KEEPALIVE void ap_focus_control(Bridge* bridge, const char* name, int length) {
  bridge->app().focus(std::string(text_of(name, length)));
}

EMSCRIPTEN_KEEPALIVE int ap_escape_is_used(Bridge* bridge) { return bridge->page->escape_is_used() ? 1 : 0; }

/// Whether a cell has the keyboard, whose row can be copied.
EMSCRIPTEN_KEEPALIVE int ap_copies_cells(Bridge* bridge) { return bridge->app().view().cell_keys ? 1 : 0; }

/// ImGuiMouseCursor of the frame drawn last.
EMSCRIPTEN_KEEPALIVE int ap_cursor(Bridge*) { return ImGui::GetMouseCursor(); }

}  // extern "C"
