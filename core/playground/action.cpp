#include "core/playground/action.hpp"

#include <array>

namespace playground {
namespace {

/// In the order of the alternatives of Action.
constexpr std::array<std::string_view, std::variant_size_v<Action>> kTypes = {
    "set_text",    "set_seed",     "set_sizes",   "set_vectors", "set_positions", "set_mask",
    "paint_mask",  "set_scale",    "go_to_step",  "next_step",   "previous_step", "select",
    "select_head", "edit_cell",    "reset_cell",  "reset_edits", "undo",          "redo",
    "set_theme",   "set_lang",     "set_compare", "open_lesson", "turn_knob",     "measure",
    "set_weights", "set_training", "set_layer",   "train",       "set_view"};

}  // namespace

std::string_view type_of(const Action& action) { return kTypes[action.index()]; }

}  // namespace playground
