// Masks: which keys each query of the model may attend to, from a few parts or painted cell by cell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/playground/result.hpp"

namespace playground {

/// A key is allowed where every part that is set allows it; nothing set: all are allowed. With T tokens:
struct Mask {
  bool causal = false;                        ///< key <= query
  std::optional<int> padding = std::nullopt;  ///< the last N tokens are filler that nobody may attend to, 0 <= N <= T
  std::optional<int> window = std::nullopt;   ///< |query - key| <= N, 0 <= N
  std::optional<int> prefix =
      std::nullopt;                ///< all see the first N keys, then causal (a prefix language model), 0 <= N <= T
  std::vector<bool> painted = {};  ///< [T x T] row by row, true = may attend; empty unless painted, then the only part
  bool operator==(const Mask&) const = default;

  bool is_none() const { return *this == Mask{}; }
};

/// [T x T], true = may attend; nothing where all is allowed by `mask` having no part.
/// Precondition: broken_mask is empty.
std::optional<attention::BoolMatrix> mask_matrix(const Mask& mask, int tokens);

/// Whether query may attend to key. Precondition: broken_mask is empty, both are tokens.
bool allows(const Mask& mask, int query, int key, int tokens);

/// Why a query may not attend to a key: "which comes later", "which is padding"; empty where it may.
std::string why_forbidden(const Mask& mask, int query, int key, int tokens);

/// Whether some query may attend to nothing.
bool has_empty_row(const Mask& mask, int tokens);

/// A sentence where a part does not fit so many tokens.
std::optional<std::string> broken_mask(const Mask& mask, int tokens);

/// The mask for another text, of whose tokens `origins` says which ones of the `tokens_before` they are (-1: new).
/// Counts are shortened to the text; the cells of a painted mask go with their two words, those of new words are
/// allowed.
Mask fitted(const Mask& mask, const std::vector<int>& origins, int tokens_before);

/// The same cells, painted, with one of them changed. Precondition: broken_mask is empty, the cell exists.
Mask with_painted_cell(const Mask& mask, int query, int key, bool allowed, int tokens);

/// "none", "causal", "padding:3", "window:2", "prefix:4", several with commas ("causal,window:2"), or "painted:" and
/// the cells: rows of 0 and 1 between slashes ("10/11"), or as text_of writes them.
Result<Mask> mask_from_text(std::string_view text);
/// A painted mask as run lengths (first allowed ones), each in LEB128, all in base64url.
std::string text_of(const Mask& mask);

}  // namespace playground
