#include "core/playground/masks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "core/playground/base64.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

constexpr std::string_view kPaintedPrefix = "painted:";
constexpr std::size_t kMostPaintedCells = std::size_t{kMaxTokens} * std::size_t{kMaxTokens};

/// A part with a count: its name in links and in sentences, and where it is.
struct CountedPart {
  std::string_view name;
  Word subject;
  std::optional<int> Mask::*count;
};
constexpr std::array<CountedPart, 3> kCountedParts = {{{"padding", Word::kThePadding, &Mask::padding},
                                                       {"window", Word::kTheWindow, &Mask::window},
                                                       {"prefix", Word::kThePrefix, &Mask::prefix}}};

enum class Part { kNone, kPainted, kPadding, kCausal, kPrefix, kWindow };

/// The first part that forbids the pair.
Part forbidding_part(const Mask& mask, int query, int key, int tokens) {
  if (!mask.painted.empty() && !mask.painted[static_cast<std::size_t>(query * tokens + key)]) return Part::kPainted;
  if (mask.padding && key >= tokens - *mask.padding) return Part::kPadding;
  if (mask.causal && key > query) return Part::kCausal;
  if (mask.prefix && key > query && key >= *mask.prefix) return Part::kPrefix;
  if (mask.window && std::abs(query - key) > *mask.window) return Part::kWindow;
  return Part::kNone;
}

Problem unknown_mask(std::string_view text) { return {say(Word::kUnknownMask, {in_quotes(text)})}; }

/// Adds "causal" or "padding:3" to a mask.
std::optional<Problem> add_part(Mask& mask, std::string_view text) {
  if (text == "causal") {
    mask.causal = true;
    return std::nullopt;
  }
  const std::size_t colon = std::min(text.find(':'), text.size());
  for (const CountedPart& part : kCountedParts) {
    if (text.substr(0, colon) != part.name || colon == text.size()) continue;
    const Result<int> count = int_from_text(text.substr(colon + 1));
    if (!count) return Problem{std::string(say(part.subject)) + " " + count.sentence()};
    mask.*part.count = count.value();
    return std::nullopt;
  }
  return unknown_mask(text);
}

/// "10/11": rows of 0 and 1.
Result<Mask> painted_from_rows(std::string_view text) {
  Mask mask;
  const std::vector<std::string_view> rows = split(text, '/');
  for (const std::string_view row : rows) {
    if (row.size() != rows.size() || row.find_first_not_of("01") != std::string_view::npos) {
      return Problem{say(Word::kPaintedRows, {grouped(static_cast<std::int64_t>(rows.size())), in_quotes(row)})};
    }
    if (mask.painted.size() + row.size() > kMostPaintedCells) return Problem{say(Word::kPaintedTooLarge, {})};
    for (const char cell : row) mask.painted.push_back(cell == '1');
  }
  return mask;
}

/// Run lengths in LEB128 (seven bits a byte, the lowest first, the top bit where more follow), in base64url.
Result<Mask> painted_from_runs(std::string_view text) {
  const Problem broken{say(Word::kPaintedBroken, {in_quotes(text)})};
  const std::optional<std::string> bytes = base64url_decoded(text);
  if (!bytes) return broken;
  Mask mask;
  bool allowed = true;
  std::size_t run = 0;
  int shift = 0;
  for (const char character : *bytes) {
    const auto byte = static_cast<unsigned char>(character);
    run |= std::size_t{byte & 0x7FU} << shift;
    shift += 7;
    if (mask.painted.size() + run > kMostPaintedCells || shift > 28) return broken;
    if (byte >= 0x80U) continue;
    mask.painted.insert(mask.painted.end(), run, allowed);
    allowed = !allowed;
    run = 0;
    shift = 0;
  }
  return shift == 0 && !mask.painted.empty() ? Result<Mask>(mask) : Result<Mask>(broken);
}

std::string painted_text(const std::vector<bool>& painted) {
  std::string bytes;
  bool allowed = true;
  for (std::size_t cell = 0; cell < painted.size(); allowed = !allowed) {
    std::size_t run = 0;
    for (; cell < painted.size() && painted[cell] == allowed; ++cell) ++run;
    for (; run >= 0x80U; run >>= 7) bytes += static_cast<char>(0x80U | (run & 0x7FU));
    bytes += static_cast<char>(run);
  }
  return std::string(kPaintedPrefix) + base64url_encoded(bytes);
}

}  // namespace

bool allows(const Mask& mask, int query, int key, int tokens) {
  return forbidding_part(mask, query, key, tokens) == Part::kNone;
}

std::string why_forbidden(const Mask& mask, int query, int key, int tokens) {
  switch (forbidding_part(mask, query, key, tokens)) {
    case Part::kNone:
      return {};
    case Part::kPainted:
      return say(Word::kWhyPainted, {});
    case Part::kPadding:
      return say(Word::kWhyPadding, {});
    case Part::kCausal:
      return say(Word::kWhyCausal, {});
    case Part::kPrefix:
      return say(Word::kWhyPrefix, {});
    case Part::kWindow:
      return say(Word::kWhyWindow, {std::to_string(*mask.window)});
  }
  return {};
}

std::optional<attention::BoolMatrix> mask_matrix(const Mask& mask, int tokens) {
  if (mask.is_none()) return std::nullopt;
  attention::BoolMatrix matrix(tokens, tokens);
  for (int query = 0; query < tokens; ++query) {
    for (int key = 0; key < tokens; ++key) matrix(query, key) = allows(mask, query, key, tokens);
  }
  return matrix;
}

bool has_empty_row(const Mask& mask, int tokens) {
  for (int query = 0; query < tokens; ++query) {
    int key = 0;
    while (key < tokens && !allows(mask, query, key, tokens)) ++key;
    if (key == tokens) return true;
  }
  return false;
}

std::optional<std::string> broken_mask(const Mask& mask, int tokens) {
  for (const CountedPart& part : kCountedParts) {
    const std::optional<int> count = mask.*part.count;
    if (count && (*count < 0 || *count > tokens)) {
      return range_sentence(say(part.subject), *count, 0, tokens);
    }
  }
  if (mask.painted.empty()) return std::nullopt;
  if (!(Mask{.painted = mask.painted} == mask)) return say(Word::kPaintedAlone, {});
  const std::size_t cells = static_cast<std::size_t>(tokens) * static_cast<std::size_t>(tokens);
  if (mask.painted.size() == cells) return std::nullopt;
  return say(Word::kPaintedCells, {grouped(static_cast<std::int64_t>(mask.painted.size())), grouped(tokens),
                                   grouped(static_cast<std::int64_t>(cells))});
}

Mask fitted(const Mask& mask, const std::vector<int>& origins, int tokens_before) {
  Mask result = mask;
  for (const CountedPart& part : kCountedParts) {
    if (result.*part.count) result.*part.count = std::min(*(result.*part.count), static_cast<int>(origins.size()));
  }
  if (mask.painted.empty()) return result;
  result.painted.clear();
  for (const int query : origins) {
    for (const int key : origins) {
      result.painted.push_back(query < 0 || key < 0 || allows(mask, query, key, tokens_before));
    }
  }
  return result;
}

Mask with_painted_cell(const Mask& mask, int query, int key, bool allowed, int tokens) {
  Mask result;
  for (int row = 0; row < tokens; ++row) {
    for (int column = 0; column < tokens; ++column) {
      result.painted.push_back(row == query && column == key ? allowed : allows(mask, row, column, tokens));
    }
  }
  return result;
}

Result<Mask> mask_from_text(std::string_view text) {
  if (text.starts_with(kPaintedPrefix)) {
    const std::string_view cells = text.substr(kPaintedPrefix.size());
    // Base64url has no slash, and one letter is no byte.
    const bool rows = cells.size() == 1 || cells.find('/') != std::string_view::npos;
    return rows ? painted_from_rows(cells) : painted_from_runs(cells);
  }
  Mask mask;
  if (text == "none") return mask;
  for (const std::string_view part : split(text, ',')) {
    if (const std::optional<Problem> problem = add_part(mask, part)) return *problem;
  }
  return mask;
}

std::string text_of(const Mask& mask) {
  if (!mask.painted.empty()) return painted_text(mask.painted);
  std::string text = mask.causal ? "causal" : "";
  for (const CountedPart& part : kCountedParts) {
    if (!(mask.*part.count)) continue;
    text += (text.empty() ? "" : ",") + std::string(part.name) + ":" + std::to_string(*(mask.*part.count));
  }
  return text.empty() ? "none" : text;
}

}  // namespace playground
