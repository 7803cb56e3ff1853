// Values: how each setting is written in links and in JSON, and read back.
//
// A reader gives the value or a sentence that names what is allowed; a writer's text reads back as the same value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/playground/result.hpp"
#include "core/playground/session.hpp"
#include "core/playground/words.hpp"

namespace playground {

/// The parts of `text` between the separators; one part where there is none.
std::vector<std::string_view> split(std::string_view text, char separator);

/// "7" as an int. Nothing but digits and a leading "-".
Result<int> int_from_text(std::string_view text);

/// "-1.5e3" as a finite double.
Result<double> number_from_text(std::string_view text);
/// The shortest text that reads back as the same double.
std::string exact_text(double value);

/// Whole numbers up to here are exact in JavaScript; larger seeds are strings in JSON.
inline constexpr std::uint64_t kLargestExactSeed = std::uint64_t{1} << 53;

/// A non-negative whole number of any length, without its leading zeros.
Result<std::string> seed_from_text(std::string_view text);

/// "article", "word"
Result<Vectors> vectors_from_text(std::string_view text);
std::string text_of(Vectors vectors);

/// "random", "trained"
Result<Weights> weights_from_text(std::string_view text);
std::string text_of(Weights weights);

/// "none", "sinusoidal", "rotary", "rotary_half", "alibi"
Result<Positions> positions_from_text(std::string_view text);
std::string text_of(Positions positions);

/// "on", "off", "0.5"
Result<Scale> scale_from_text(std::string_view text);
std::string text_of(const Scale& scale);

/// "auto", "light", "dark"
Result<Theme> theme_from_text(std::string_view text);
std::string text_of(Theme theme);

/// "rows", "columns"
Result<TokensAs> tokens_as_from_text(std::string_view text);
std::string text_of(TokensAs tokens_as);

/// "linear", "log"
Result<ColorScale> color_scale_from_text(std::string_view text);
std::string text_of(ColorScale scale);

/// "auto" (empty), "0" to "6"
Result<std::optional<int>> digits_from_text(std::string_view text);
std::string text_of(const std::optional<int>& digits);

/// "auto" (empty: the reader's), "en", "es"; also with a region, as HTML has it: "es-MX".
Result<std::optional<Tongue>> tongue_from_text(std::string_view text);
std::string text_of(const std::optional<Tongue>& tongue);

/// "scaled"
Result<Step> step_from_text(std::string_view text);

/// "scaled_scores"
Result<Tensor> tensor_from_text(std::string_view text);

/// "wq.3.5_1.25" or, with a head, "queries.8.3.1_1.25": tensor, row, column, head, value.
Result<CellEdit> edit_from_text(std::string_view text);
std::string text_of(const CellEdit& edit);

/// "tokens", "legend": the name of a control that can be hidden, of letters, digits, "_", "-" and ".".
Result<std::string> control_from_text(std::string_view text);

// The readers are passed by address. For wasm, clang 14 gives a function whose result type is not complete there a
// wrong signature ("function signature mismatch", then a trap): this completes the types.
template <typename... Values>
inline constexpr bool kAreComplete = (std::is_move_constructible_v<Result<Values>> && ...);
static_assert(kAreComplete<int, double, std::string, Vectors, Weights, TrainingPlan, Positions, Mask, Scale, Theme,
                           Step, Tensor, CellEdit, std::optional<Tongue>, TokensAs, ColorScale, std::optional<int>>);

}  // namespace playground
