// The Export dialog: a matrix, the step or the whole trace as a file, or copied for a spreadsheet.
#include <algorithm>

#include "core/playground/cells.hpp"
#include "core/playground/delimited.hpp"
#include "core/playground/equation.hpp"
#include "shell/dialog.hpp"
#include "shell/take_away.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Tensor;

constexpr float kExportWidth = 42;  // em

Tensor chosen_tensor(const Frame& frame) {
  const std::optional<Tensor>& chosen = frame.view.export_tensor;
  if (chosen && frame.snapshot.tensor(*chosen, frame.session.head)) return *chosen;
  return playground::result_of(frame.session.step, frame.session.model).value_or(Tensor::kEmbeddings);
}

void draw_label(Frame& frame, std::string_view text) {
  ImGui::Dummy({0, 0.3F * frame.em});
  paragraph(frame, text, frame.theme.muted_ink);
}

/// Buttons side by side, in as many lines as they need.
bool next_button(Frame& frame, bool& first, const std::string& name, std::string_view text, ButtonLook look,
                 bool enabled = true) {
  if (!first) same_line_if_fits(frame, button_width(frame, text));
  first = false;
  return button(frame, name, text, look, enabled);
}

void draw_tensors(Frame& frame) {
  draw_label(frame, say(Word::kMatrix));
  const Tensor chosen = chosen_tensor(frame);
  bool first = true;
  for (int index = 0; index < playground::kTensorCount; ++index) {
    const Tensor tensor = static_cast<Tensor>(index);
    if (!frame.snapshot.tensor(tensor, frame.session.head)) continue;
    if (next_button(frame, first, "export.tensor." + std::string(playground::info(tensor).name),
                    symbol_of(tensor, false, frame.snapshot.model),
                    tensor == chosen ? ButtonLook::kChosen : ButtonLook::kPlain)) {
      frame.view.export_tensor = tensor;
      frame.view.dialog_message.clear();
    }
  }
}

void draw_digits(Frame& frame) {
  draw_label(frame, say(Word::kExportDigits));
  bool first = true;
  for (const int digits : {0, 1, 2, 3, 4, 6, 8}) {
    const std::string text = std::to_string(digits);
    if (next_button(frame, first, "export.digits." + text, text,
                    digits == frame.view.export_digits ? ButtonLook::kChosen : ButtonLook::kPlain)) {
      frame.view.export_digits = digits;
    }
  }
}

void save(Frame& frame, Format format) {
  const playground::Result<Effect> file =
      take_away(frame.session, frame.snapshot, frame.theme,
                {format, chosen_tensor(frame), frame.view.export_digits, frame.compared});
  if (file.ok()) {
    frame.view.dialog_message = say(Word::kSaved, {name_of(file.value())});
    frame.effects.push_back(file.value());
  } else {
    frame.view.dialog_message = file.sentence();
  }
}

void draw_formats(Frame& frame, Scope scope) {
  bool first = true;
  for (const FormatInfo& about : formats()) {
    if (about.scope != scope || (about.needs_png && !frame.platform.draws_svg)) continue;
    const bool enabled = !about.is_picture || frame.session.step != playground::Step::kTokens;
    const std::string text = about.is_program ? say(Word::kProgram, {about.label}) : std::string(about.label);
    if (next_button(frame, first, "export." + std::string(about.name), text, ButtonLook::kPlain, enabled)) {
      save(frame, about.format);
    }
  }
}

bool is_one_of_many(const Frame& frame, Tensor tensor) {
  return playground::info(tensor).per_head && frame.session.model.sizes.heads > 1;
}

/// "weights", with several heads "weights of head 2".
std::string shown_name(const Frame& frame, Tensor tensor) {
  const std::string_view name = playground::info(tensor).name;
  return is_one_of_many(frame, tensor) ? say(Word::kOfHead, {name, std::to_string(frame.session.head)})
                                       : std::string(name);
}

void copy(Frame& frame, const playground::LabelledMatrix& matrix, const std::string& what) {
  frame.effects.emplace_back(CopyText{playground::tsv_text(matrix)});
  frame.view.dialog_message = say(Word::kSpreadsheetCopied, {what});
}

void draw_copies(Frame& frame) {
  const Tensor tensor = chosen_tensor(frame);
  const std::optional<playground::LabelledMatrix> matrix =
      playground::labelled(frame.snapshot, tensor, frame.session.head);
  if (!matrix) return;
  bool first = true;
  if (next_button(frame, first, "export.copy", say(Word::kCopyForSpreadsheet), ButtonLook::kPlain)) {
    copy(frame, *matrix, shown_name(frame, tensor));
  }
  const playground::Axis rows = playground::info(tensor).rows;
  const bool of_keys = rows == playground::Axis::kKeyToken;
  if (!of_keys && rows != playground::Axis::kQueryToken) return;
  const int row = of_keys ? frame.session.key : frame.session.query;
  const std::string token = token_text(frame, frame.snapshot.tokens[static_cast<std::size_t>(row)]);
  if (next_button(frame, first, "export.copy.row", say(Word::kCopyRow, {token}), ButtonLook::kPlain)) {
    copy(frame, playground::row_of(*matrix, row), say(Word::kTheRow, {token}));
  }
}

std::string matrix_title(const Frame& frame) {
  const Tensor tensor = chosen_tensor(frame);
  const attention::Matrix& matrix = *frame.snapshot.tensor(tensor, frame.session.head);
  return say(is_one_of_many(frame, tensor) ? Word::kSaveMatrixOfHead : Word::kSaveMatrix,
             {playground::info(tensor).name, attention::shape_text(matrix.rows(), matrix.cols()),
              std::to_string(frame.session.head)});
}

}  // namespace

void draw_export_dialog(Frame& frame) {
  Dialog dialog(frame, say(Word::kExport), kExportWidth);
  draw_tensors(frame);
  draw_digits(frame);
  draw_label(frame, matrix_title(frame));
  draw_formats(frame, Scope::kMatrix);
  draw_copies(frame);
  draw_label(frame, say(Word::kSaveStep, {say(playground::info(frame.session.step).label)}));
  draw_formats(frame, Scope::kStep);
  draw_label(frame, say(Word::kSaveAll));
  draw_formats(frame, Scope::kTrace);
  if (frame.session.model.weights == playground::Weights::kTrained) {
    draw_label(frame, say(Word::kSaveTrained));
    draw_formats(frame, Scope::kTrainedModel);
  }
  if (!frame.platform.draws_svg) draw_label(frame, say(Word::kNoPng));
  ImGui::Dummy({0, 0.2F * frame.em});
  const std::string& message = frame.view.dialog_message;
  paragraph(frame, message.empty() ? say(Word::kExportHint) : std::string_view(message), frame.theme.ink);
  anchor_last_item(frame, "export.message");
}

}  // namespace shell
