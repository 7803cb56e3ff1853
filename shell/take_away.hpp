// Taking away: what the Export dialog offers, each as a file.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/playground/result.hpp"
#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"
#include "shell/platform.hpp"
#include "shell/theme.hpp"

namespace shell {

enum class Format {
  kCsv,
  kNpy,
  kLatex,
  kSvg,
  kPng,
  kStepSvg,
  kStepPng,
  kNumpy,
  kTorch,
  kCpp,
  kTrace,
  kWeightsNpy,
  kWeightsJson
};

/// What a format takes away.
enum class Scope { kMatrix, kStep, kTrace, kTrainedModel };

struct FormatInfo {
  Format format;
  std::string_view name;   ///< in anchors: "csv" of "export.csv"
  std::string_view label;  ///< on screen: "CSV"; of a program its language
  Scope scope;
  bool needs_png = false;   ///< only where the program can draw an SVG
  bool is_picture = false;  ///< of the step: there is none of the tokens
  bool is_program = false;
};

std::span<const FormatInfo> formats();

struct TakeAway {
  Format format = Format::kCsv;
  playground::Tensor tensor = playground::Tensor::kEmbeddings;  ///< of the session's head, for Scope::kMatrix
  int digits = 4;                                               ///< after the point, in pictures and LaTeX
  const playground::Snapshot* compared = nullptr;               ///< the other side of the comparison that is shown
};

/// The effect that saves it, or a sentence that says why not. Precondition: the snapshot has the tensor.
playground::Result<Effect> take_away(const playground::Session& session, const playground::Snapshot& snapshot,
                                     const Theme& theme, const TakeAway& choice);

/// Name of the file that an effect saves; empty where it saves none.
std::string_view name_of(const Effect& effect);

}  // namespace shell
