#include "core/playground/limits.hpp"

#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "core/playground/edits.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/utf8.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

using Sentence = std::optional<std::string>;

std::string at_most(Word sentence, std::size_t count, int limit) {
  return say(sentence, {grouped(static_cast<std::int64_t>(count)), grouped(limit)});
}

Sentence broken_seed(const std::string& seed) {
  const Result<std::string> canonical = seed_from_text(seed);
  if (!canonical) return canonical.sentence();
  if (seed.size() > std::size_t{kMaxSeedDigits}) return at_most(Word::kSeedDigits, seed.size(), kMaxSeedDigits);
  if (canonical.value() != seed) return say(Word::kSeedZero, {in_quotes(seed)});
  return std::nullopt;
}

Sentence out_of_range(std::string_view name, int value, int lowest, int highest) {
  if (value >= lowest && value <= highest) return std::nullopt;
  return range_sentence(name, value, lowest, highest);
}

Sentence broken_sizes(const Sizes& sizes) {
  if (auto sentence = out_of_range("d_model", sizes.d_model, 1, kMaxModelWidth)) return sentence;
  if (auto sentence = out_of_range("d_k", sizes.d_k, 1, kMaxHeadWidth)) return sentence;
  if (auto sentence = out_of_range("heads", sizes.heads, 1, kMaxHeads)) return sentence;
  if (auto sentence = out_of_range("d_ff", sizes.d_ff, 0, kMaxFeedForwardWidth)) return sentence;
  if (auto sentence = out_of_range("kv_heads", sizes.kv_heads, 1, sizes.heads)) return sentence;
  if (sizes.heads % sizes.kv_heads == 0) return std::nullopt;
  return say(Word::kMustDivide, {grouped(sizes.kv_heads), grouped(sizes.heads)});
}

Sentence broken_work(const Sizes& sizes, int tokens) {
  const std::int64_t work = work_of(sizes, tokens);
  if (work <= kMaxWork) return std::nullopt;
  return say(Word::kTooMuchWork,
             {grouped(tokens), grouped(sizes.d_model), grouped(sizes.heads), grouped(sizes.kv_heads),
              grouped(sizes.d_k), grouped(sizes.d_ff), grouped(work), grouped(kMaxWork)});
}

Sentence broken_scale(const Scale& scale) {
  if (std::isfinite(scale.number) && std::abs(scale.number) <= kMaxScale) return std::nullopt;
  return say(Word::kScaleRange, {number_text(scale.number, 4)});
}

Sentence broken_edits(const Model& model, int tokens) {
  if (model.edits.size() > std::size_t{kMaxEdits}) {
    return at_most(Word::kModelEdits, model.edits.size(), kMaxEdits);
  }
  std::set<std::array<int, 4>> cells;
  for (const CellEdit& edit : model.edits) {
    if (auto sentence = broken_edit(edit, model, tokens)) return sentence;
    const Cell cell = edited_cell(edit, model.sizes);
    if (!cells.insert({static_cast<int>(cell.tensor), cell.row, cell.column, cell.head}).second) {
      return say(Word::kEditedTwice, {info(edit.tensor).name});
    }
  }
  return std::nullopt;
}

}  // namespace

std::int64_t work_of(const Sizes& sizes, int tokens) {
  const std::int64_t t = tokens, d_model = sizes.d_model, d_k = sizes.d_k, heads = sizes.heads;
  const std::int64_t projected_columns = (heads + 2 * std::int64_t{sizes.kv_heads}) * d_k;
  const std::int64_t projections = t * d_model * projected_columns;
  const std::int64_t scores_and_output = 2 * t * t * heads * d_k;
  const std::int64_t joining = has_projection(sizes) ? t * heads * d_k * d_model : 0;
  const std::int64_t feed_forward = 2 * t * d_model * sizes.d_ff;
  return projections + scores_and_output + joining + feed_forward;
}

std::optional<std::string> broken_text(const std::string& text) {
  const std::size_t characters = count_code_points(text);
  if (characters > std::size_t{kMaxCharacters}) return at_most(Word::kTextCharacters, characters, kMaxCharacters);
  if (const auto byte = first_invalid_byte(text)) {
    return say(Word::kTextNotUnicode, {std::to_string(*byte)});
  }
  const std::size_t tokens = tokenize(text).size();
  if (tokens == 0) return say(Word::kTextEmpty, {});
  if (tokens > std::size_t{kMaxTokens}) return at_most(Word::kTextTokens, tokens, kMaxTokens);
  return std::nullopt;
}

std::optional<std::string> broken_limit(const Model& model) {
  if (auto sentence = broken_text(model.text)) return sentence;
  if (auto sentence = broken_seed(model.seed)) return sentence;
  if (auto sentence = broken_sizes(model.sizes)) return sentence;
  const int tokens = static_cast<int>(tokenize(model.text).size());
  if (auto sentence = broken_work(model.sizes, tokens)) return sentence;
  if (auto sentence = broken_mask(model.mask, tokens)) return sentence;
  if (auto sentence = broken_scale(model.scale)) return sentence;
  if (auto sentence = broken_training(model)) return sentence;
  return broken_edits(model, tokens);
}

}  // namespace playground
