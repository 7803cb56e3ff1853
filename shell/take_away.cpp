#include "shell/take_away.hpp"

#include <array>
#include <utility>

#include "core/playground/code.hpp"
#include "core/playground/delimited.hpp"
#include "core/playground/equation.hpp"
#include "core/playground/latex.hpp"
#include "core/playground/npy.hpp"
#include "core/playground/trace_json.hpp"
#include "core/playground/trained.hpp"
#include "shell/matrix_picture.hpp"
#include "shell/texts.hpp"

namespace shell {
namespace {

using playground::Language;
using playground::Result;
using playground::Session;
using playground::Snapshot;

constexpr std::array<FormatInfo, 13> kFormats = {{
    {Format::kCsv, "csv", "CSV", Scope::kMatrix},
    {Format::kNpy, "npy", "NPY", Scope::kMatrix},
    {Format::kLatex, "latex", "LaTeX", Scope::kMatrix},
    {Format::kSvg, "svg", "SVG", Scope::kMatrix},
    {Format::kPng, "png", "PNG", Scope::kMatrix, true},
    {Format::kStepSvg, "step.svg", "SVG", Scope::kStep, false, true},
    {Format::kStepPng, "step.png", "PNG", Scope::kStep, true, true},
    {Format::kNumpy, "numpy", "NumPy", Scope::kStep, false, false, true},
    {Format::kTorch, "pytorch", "PyTorch", Scope::kStep, false, false, true},
    {Format::kCpp, "cpp", "C++", Scope::kStep, false, false, true},
    {Format::kTrace, "json", "JSON", Scope::kTrace},
    {Format::kWeightsNpy, "weights.npy", "NPY", Scope::kTrainedModel},
    {Format::kWeightsJson, "weights.json", "JSON", Scope::kTrainedModel},
}};

Effect program_file(Language language, const Session& session, const Snapshot& snapshot) {
  const playground::LanguageInfo& about = playground::info(language);
  const std::string name = "attention-" + std::string(playground::info(session.step).name) + "-" +
                           std::string(about.name) + std::string(about.file_ending);
  return SaveFile{name, "text/plain;charset=utf-8", playground::program_of(language, session, snapshot)};
}

Effect picture_file(const std::string& stem, Picture picture, bool png) {
  if (png) return SavePicture{stem + ".png", std::move(picture.svg), picture.width, picture.height};
  return SaveFile{stem + ".svg", "image/svg+xml", std::move(picture.svg)};
}

PictureStyle style_of(const Theme& theme, const TakeAway& choice, const Session& session) {
  return {theme, choice.digits, playground::tokens_are_columns(session), session.colors};
}

Effect matrix_file(const Session& session, const Snapshot& snapshot, const Theme& theme, const TakeAway& choice) {
  const std::string stem = playground::file_stem(snapshot, choice.tensor, session.head);
  const playground::LabelledMatrix matrix = *playground::labelled(snapshot, choice.tensor, session.head);
  switch (choice.format) {
    case Format::kNpy:
      return SaveFile{stem + ".npy", "application/octet-stream", playground::npy_bytes(matrix.values)};
    case Format::kLatex:
      return SaveFile{stem + ".tex", "text/plain;charset=utf-8",
                      playground::latex_matrix(matrix.values, choice.digits)};
    case Format::kSvg:
    case Format::kPng:
      return picture_file(stem, matrix_picture(session, snapshot, choice.tensor, style_of(theme, choice, session)),
                          choice.format == Format::kPng);
    default:
      return SaveFile{stem + ".csv", "text/csv;charset=utf-8", playground::csv_text(matrix)};
  }
}

}  // namespace

std::span<const FormatInfo> formats() { return kFormats; }

Result<Effect> take_away(const Session& session, const Snapshot& snapshot, const Theme& theme, const TakeAway& choice) {
  switch (choice.format) {
    case Format::kStepSvg:
    case Format::kStepPng: {
      if (!playground::result_of(session.step, session.model)) return playground::Problem{label(Word::kTokensNoMatrix)};
      const std::string stem = "attention-" + std::string(playground::info(session.step).name);
      return picture_file(stem, equation_picture(session, snapshot, choice.compared, style_of(theme, choice, session)),
                          choice.format == Format::kStepPng);
    }
    case Format::kNumpy:
      return program_file(Language::kNumpy, session, snapshot);
    case Format::kTorch:
      return program_file(Language::kTorch, session, snapshot);
    case Format::kCpp:
      return program_file(Language::kCpp, session, snapshot);
    case Format::kTrace: {
      Result<std::string> json = playground::trace_json(session, snapshot);
      if (!json.ok()) return json.problem();
      return Effect(SaveFile{"attention-trace.json", "application/json", std::move(json.value())});
    }
    case Format::kWeightsNpy:
      return Effect(SaveFile{"trained-weights.npy", "application/octet-stream",
                             playground::npy_bytes(playground::trained_parameters(session.model))});
    case Format::kWeightsJson:
      return Effect(SaveFile{"trained-weights.json", "application/json", playground::trained_json(session.model)});
    default:
      return matrix_file(session, snapshot, theme, choice);
  }
}

std::string_view name_of(const Effect& effect) {
  if (const auto* file = std::get_if<SaveFile>(&effect)) return file->name;
  if (const auto* picture = std::get_if<SavePicture>(&effect)) return picture->name;
  return {};
}

}  // namespace shell
