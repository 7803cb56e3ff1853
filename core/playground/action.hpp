// Actions: all that a person or a host page can do, as small values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/playground/session.hpp"
#include "core/playground/words.hpp"

namespace playground {

struct SetText {
  std::string text;
  /// For each token the one of the text before that it is, -1: a new one; empty: as the words tell.
  std::vector<int> origins = {};
};
struct SetSeed {
  std::string seed;
};
/// Sizes that are not given stay; kv_heads follows heads where only heads is given.
struct SetSizes {
  std::optional<int> d_model = {}, d_k = {}, heads = {}, kv_heads = {}, d_ff = {};
};
struct SetVectors {
  Vectors vectors;
};
struct SetPositions {
  Positions positions;
};
struct SetMask {
  Mask mask;
};
/// The mask becomes a painted one, with this cell so.
struct PaintMask {
  int row, column;
  bool allowed;
};
struct SetScale {
  Scale scale;
};
struct GoToStep {
  Step step;
};
struct NextStep {};
struct PreviousStep {};
struct Select {
  std::optional<int> query = {}, key = {}, feature = {};
};
struct SelectHead {
  int head;
};
struct EditCell {
  CellEdit edit;
};
struct ResetCell {
  CellEdit cell;
};  ///< its value is not read
struct ResetEdits {};
struct Undo {};
struct Redo {};
struct SetTheme {
  Theme theme;
};
/// How matrices are drawn; what is not given stays.
struct SetView {
  std::optional<TokensAs> tokens = {};
  std::optional<ColorScale> colors = {};
  std::optional<std::optional<int>> digits = {};
};
/// The language of the interface; empty: the reader's.
struct SetLang {
  std::optional<Tongue> lang;
};
/// Compares with the same model under other settings ("heads=4&scale=off"); empty ends it.
struct SetCompare {
  std::string compare;
};

/// Opens a lesson at one of its cues: the session becomes what the lesson presets there. Where that changes the model
/// it is one undo step, which brings back all of it: the lesson and cue before with its knobs, step, selection,
/// comparison. An empty name closes the lesson and leaves all else.
struct OpenLesson {
  std::string lesson;
  int cue = 0;
};

/// Turns a knob of the open lesson.
struct TurnKnob {
  std::string knob;
  std::string value;
};
/// Random weights, or trained ones.
struct SetWeights {
  Weights weights;
};
/// What the trained weights come from; empty: those that ship with the page.
struct SetTraining {
  std::optional<TrainingPlan> training;
};
/// The layer of the trained model that is shown, from 0.
struct SetLayer {
  int layer;
};
/// So many steps more of the training; 0 stops one that goes on.
struct Train {
  int steps = 0;
};
/// Starts to measure what attention takes on this machine, or stops it. No part of the session.
struct Measure {
  bool running = true;
};

using Action =
    std::variant<SetText, SetSeed, SetSizes, SetVectors, SetPositions, SetMask, PaintMask, SetScale, GoToStep, NextStep,
                 PreviousStep, Select, SelectHead, EditCell, ResetCell, ResetEdits, Undo, Redo, SetTheme, SetLang,
                 SetCompare, OpenLesson, TurnKnob, Measure, SetWeights, SetTraining, SetLayer, Train, SetView>;

/// The action's type as the page's API names it: "set_text".
std::string_view type_of(const Action& action);

/// One gesture is one undo step: actions of the same non-zero gesture replace each other's entry.
struct Gesture {
  int id = 0;
};

}  // namespace playground
