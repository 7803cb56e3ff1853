// The Session: everything that a link or undo restores, as one plain value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/playground/knobs.hpp"
#include "core/playground/masks.hpp"
#include "core/playground/steps.hpp"
#include "core/playground/tensors.hpp"
#include "core/playground/training_plan.hpp"
#include "core/playground/words.hpp"

namespace playground {

/// How numbers are drawn: in the order of the article, or one vector for each word whatever its place.
enum class Vectors { kArticle, kWord };

/// Where the matrices come from: drawn at random, or learned.
enum class Weights { kRandom, kTrained };

struct Sizes {
  int d_model = 64;
  int d_k = 16;      ///< width of one head; d_v is the same
  int heads = 1;     ///< H
  int kv_heads = 1;  ///< G, divides H
  int d_ff = 0;      ///< width of the feed-forward layer; 0: attention alone, without the rest of the block
  bool operator==(const Sizes&) const = default;
};

/// Residuals, norms and feed-forward follow the attention where d_ff is given.
inline bool has_block(const Sizes& sizes) { return sizes.d_ff > 0; }

/// W_o joins the heads where there is more than one, and leads back to the model's width before a residual.
inline bool has_projection(const Sizes& sizes) { return sizes.heads > 1 || has_block(sizes); }

/// How a token's place gets into the numbers: not at all; sinusoids added to X (Vaswani et al. 2017, section 3.5);
/// queries and keys rotated, in pairs of neighbouring columns (Su et al. 2021) or of the two halves; or a bias on the
/// scores that grows with the distance (ALiBi, Press et al. 2022).
enum class Positions { kNone, kSinusoidal, kRotary, kRotaryHalf, kAlibi };

inline bool are_added(Positions positions) { return positions == Positions::kSinusoidal; }
inline bool are_rotated(Positions positions) {
  return positions == Positions::kRotary || positions == Positions::kRotaryHalf;
}

/// The number that multiplies the scores: 1 / sqrt(d_k) (on), 1 (off), or any finite number.
struct Scale {
  enum class Kind { kOn, kOff, kNumber };
  Kind kind = Kind::kOn;
  double number = 1;  ///< 1 unless kNumber
  bool operator==(const Scale&) const = default;
};

/// One cell that a person typed over. `head` is a query head, 0 where the tensor has no heads; for keys and values
/// the first query head of the group that shares them, so that a number has one name.
struct CellEdit {
  Tensor tensor = Tensor::kEmbeddings;
  int row = 0;
  int column = 0;
  int head = 0;
  double value = 0;
  bool operator==(const CellEdit&) const = default;
};

/// All that the numbers depend on. Undo covers this part and nothing else.
struct Model {
  std::string text = "the animal did not cross the street because it was too tired";
  std::string seed = "7";  ///< non-negative decimal integer of any length, without leading zeros
  Vectors vectors = Vectors::kArticle;
  /// False: the first edit of the text switches to kWord and sets it. True wherever vectors is kWord.
  bool vectors_chosen = false;
  Weights weights = Weights::kRandom;
  /// Of the trained weights; empty: those that ship with the page.
  std::optional<TrainingPlan> training;
  int layer = 1;  ///< of the trained model, from 0; the last one looks at what it names
  Sizes sizes;    ///< of trained weights their own
  Positions positions = Positions::kNone;
  Mask mask;
  Scale scale;
  std::vector<CellEdit> edits;  ///< at most one a cell, in the order in which they were made
  bool operator==(const Model&) const = default;
};

enum class Theme { kAuto, kLight, kDark };

/// Whether a token is a row of the matrices that are drawn, or, as in many pictures, a column.
enum class TokensAs { kRows, kColumns };

/// How colours follow from numbers.
enum class ColorScale { kLinear, kLogarithmic };

struct Session {
  Model model;
  Step step = Step::kTokens;
  int query = 8;    ///< selected query token, 0 <= query < T
  int key = 1;      ///< selected key token, 0 <= key < T
  int head = 0;     ///< selected query head, 0 <= head < H
  int feature = 0;  ///< selected column where columns are features; where there are not so many, the last one
  Theme theme = Theme::kAuto;
  TokensAs tokens_as = TokensAs::kRows;
  ColorScale colors = ColorScale::kLinear;
  std::optional<int> digits;      ///< after the point, 0 to 6; empty: as suits each matrix
  std::optional<Tongue> lang;     ///< language of the interface; empty: the reader's
  std::vector<std::string> hide;  ///< names of controls that are not shown
  std::string lesson;             ///< id of the open one; empty: none
  int cue = 0;                    ///< of its narration, 0 <= cue < number of cues
  Knobs knobs;                    ///< of the lesson; empty without one
  /// What the other side of a comparison has instead, as a link writes it: "heads=4&scale=off"; empty: no comparison.
  std::string compare;
  bool operator==(const Session&) const = default;
};

inline bool tokens_are_columns(const Session& session) { return session.tokens_as == TokensAs::kColumns; }

/// Tokens of a text: split at white space, as Unicode has it.
std::vector<std::string> tokenize(const std::string& text);

/// The number that multiplies the scores.
double scale_factor(const Scale& scale, int d_k);

}  // namespace playground
