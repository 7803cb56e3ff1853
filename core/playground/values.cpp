#include "core/playground/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/playground/limits.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

template <typename Value>
struct Named {
  std::string_view text;
  Value value;
};

constexpr std::array<Named<Weights>, 2> kWeightsNames = {
    {{"random", Weights::kRandom}, {"trained", Weights::kTrained}}};
constexpr std::array<Named<Vectors>, 2> kVectors = {{{"article", Vectors::kArticle}, {"word", Vectors::kWord}}};
constexpr std::array<Named<Theme>, 3> kThemes = {
    {{"auto", Theme::kAuto}, {"light", Theme::kLight}, {"dark", Theme::kDark}}};
constexpr std::array<Named<TokensAs>, 2> kTokensAs = {{{"rows", TokensAs::kRows}, {"columns", TokensAs::kColumns}}};
constexpr std::array<Named<ColorScale>, 2> kColorScales = {
    {{"linear", ColorScale::kLinear}, {"log", ColorScale::kLogarithmic}}};
constexpr std::array<Named<std::optional<int>>, 8> kDigitNames = {
    {{"auto", std::nullopt}, {"0", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}, {"6", 6}}};
constexpr std::array<Named<std::optional<Tongue>>, 3> kTongues = {
    {{"auto", std::nullopt}, {"en", Tongue::kEnglish}, {"es", Tongue::kSpanish}}};
constexpr std::array<Named<Positions>, 5> kPositionWords = {{{"none", Positions::kNone},
                                                             {"sinusoidal", Positions::kSinusoidal},
                                                             {"rotary", Positions::kRotary},
                                                             {"rotary_half", Positions::kRotaryHalf},
                                                             {"alibi", Positions::kAlibi}}};
constexpr std::size_t kMaxControlName = 64;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "“sideways” is not known: article or word are allowed."
template <typename Names>
Problem none_of(std::string_view text, const Names& names) {
  return {say(Word::kNotKnown, {in_quotes(text), listed(names)})};
}

/// The names of all steps or of all tensors.
template <typename Enumeration>
std::vector<std::string_view> names_of(int count) {
  std::vector<std::string_view> names(static_cast<std::size_t>(count));
  for (int index = 0; index < count; ++index) {
    names[static_cast<std::size_t>(index)] = info(static_cast<Enumeration>(index)).name;
  }
  return names;
}

template <typename Value, std::size_t kCount>
Result<Value> from_words(std::string_view text, const std::array<Named<Value>, kCount>& words) {
  std::vector<std::string_view> names;
  for (const Named<Value>& word : words) {
    if (word.text == text) return word.value;
    names.push_back(word.text);
  }
  return none_of(text, names);
}

template <typename Value, std::size_t kCount>
std::string to_word(Value value, const std::array<Named<Value>, kCount>& words) {
  for (const Named<Value>& word : words) {
    if (word.value == value) return std::string(word.text);
  }
  return {};
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Result<int> int_from_text(std::string_view text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range && stopped == end)
    return Problem{say(Word::kTooLarge, {in_quotes(text)})};
  if (error != std::errc{} || stopped != end) return Problem{say(Word::kNotWhole, {in_quotes(text)})};
  return value;
}

Result<double> number_from_text(std::string_view text) {
  // strtod alone would also take blanks, hexadecimals, "inf" and "nan".
  const auto allowed = [](char c) { return is_digit(c) || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E'; };
  const Problem problem{say(Word::kNotFinite, {in_quotes(text)})};
  if (text.empty() || !std::all_of(text.begin(), text.end(), allowed)) return problem;
  const std::string digits(text);
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (end != digits.c_str() + digits.size() || !std::isfinite(value)) return problem;
  return value;
}

std::string exact_text(double value) {
  std::array<char, 40> buffer{};
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
    if (std::strtod(buffer.data(), nullptr) == value) break;
  }
  return buffer.data();
}

Result<std::string> seed_from_text(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) {
    return Problem{say(Word::kBadSeed, {in_quotes(text), grouped(kMaxSeedDigits)})};
  }
  return std::string(text.substr(std::min(text.find_first_not_of('0'), text.size() - 1)));
}

Result<Vectors> vectors_from_text(std::string_view text) { return from_words(text, kVectors); }
std::string text_of(Vectors vectors) { return to_word(vectors, kVectors); }

Result<Weights> weights_from_text(std::string_view text) { return from_words(text, kWeightsNames); }
std::string text_of(Weights weights) { return to_word(weights, kWeightsNames); }

Result<Theme> theme_from_text(std::string_view text) { return from_words(text, kThemes); }
std::string text_of(Theme theme) { return to_word(theme, kThemes); }

Result<TokensAs> tokens_as_from_text(std::string_view text) { return from_words(text, kTokensAs); }
std::string text_of(TokensAs tokens_as) { return to_word(tokens_as, kTokensAs); }

Result<ColorScale> color_scale_from_text(std::string_view text) { return from_words(text, kColorScales); }
std::string text_of(ColorScale scale) { return to_word(scale, kColorScales); }

Result<std::optional<int>> digits_from_text(std::string_view text) { return from_words(text, kDigitNames); }
std::string text_of(const std::optional<int>& digits) { return to_word(digits, kDigitNames); }

Result<std::optional<Tongue>> tongue_from_text(std::string_view text) {
  if (text.empty()) return std::optional<Tongue>();
  const bool has_region = text.size() > 2 && text[2] == '-';
  const Result<std::optional<Tongue>> tongue = from_words(has_region ? text.substr(0, 2) : text, kTongues);
  return tongue ? tongue : from_words(text, kTongues);
}
std::string text_of(const std::optional<Tongue>& tongue) { return to_word(tongue, kTongues); }

Result<Positions> positions_from_text(std::string_view text) { return from_words(text, kPositionWords); }
std::string text_of(Positions positions) { return to_word(positions, kPositionWords); }

Result<Scale> scale_from_text(std::string_view text) {
  if (text == "on") return Scale{};
  if (text == "off") return Scale{.kind = Scale::Kind::kOff};
  const Result<double> number = number_from_text(text);
  if (!number) return none_of(text, std::array<std::string_view, 3>{"on", "off", say(Word::kFiniteNumber)});
  return Scale{.kind = Scale::Kind::kNumber, .number = number.value()};
}

std::string text_of(const Scale& scale) {
  switch (scale.kind) {
    case Scale::Kind::kOn:
      return "on";
    case Scale::Kind::kOff:
      return "off";
    case Scale::Kind::kNumber:
      return exact_text(scale.number);
  }
  return {};
}

Result<Step> step_from_text(std::string_view text) {
  if (const std::optional<Step> step = step_from_name(text)) return *step;
  return none_of(text, names_of<Step>(kStepCount));
}

Result<Tensor> tensor_from_text(std::string_view text) {
  if (const std::optional<Tensor> tensor = tensor_from_name(text)) return *tensor;
  return none_of(text, names_of<Tensor>(kTensorCount));
}

Result<CellEdit> edit_from_text(std::string_view text) {
  const Problem form{say(Word::kBadEdit, {in_quotes(text)})};
  const std::size_t value_begin = text.find('_');
  if (value_begin == std::string_view::npos) return form;
  const std::vector<std::string_view> name = split(text.substr(0, value_begin), '.');
  if (name.size() != 3 && name.size() != 4) return form;
  const Result<Tensor> tensor = tensor_from_text(name[0]);
  if (!tensor) return tensor.problem();
  const Result<int> row = int_from_text(name[1]);
  const Result<int> column = int_from_text(name[2]);
  const Result<int> head = name.size() == 4 ? int_from_text(name[3]) : Result<int>(0);
  const Result<double> value = number_from_text(text.substr(value_begin + 1));
  if (!row || !column || !head || !value) return form;
  return CellEdit{tensor.value(), row.value(), column.value(), head.value(), value.value()};
}

std::string text_of(const CellEdit& edit) {
  const std::string head = edit.head == 0 ? "" : "." + std::to_string(edit.head);
  return std::string(info(edit.tensor).name) + "." + std::to_string(edit.row) + "." + std::to_string(edit.column) +
         head + "_" + exact_text(edit.value);
}

Result<std::string> control_from_text(std::string_view text) {
  const auto allowed = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
  };
  if (!text.empty() && text.size() <= kMaxControlName && std::all_of(text.begin(), text.end(), allowed)) {
    return std::string(text);
  }
  return Problem{say(Word::kBadControl, {in_quotes(text), std::to_string(kMaxControlName)})};
}

}  // namespace playground
