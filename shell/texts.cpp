#include "shell/texts.hpp"

#include <array>

namespace shell {
namespace {

using playground::Step;
using playground::Tensor;

/// A product AB with tokens as rows is read the other way round with tokens as columns.
struct StepWords {
  Word title, reading, reading_of_columns, body;
};

/// In the order of playground::Step.
constexpr std::array<StepWords, playground::kStepCount> kStepWords{{
    {Word::kTokensTitle, Word::kTokensReading, Word::kTokensReading, Word::kTokensBody},
    {Word::kEmbeddingsTitle, Word::kEmbeddingsReading, Word::kEmbeddingsTurned, Word::kEmbeddingsBody},
    {Word::kQueriesTitle, Word::kQueriesReading, Word::kQueriesTurned, Word::kQueriesBody},
    {Word::kKeysTitle, Word::kKeysReading, Word::kKeysTurned, Word::kKeysBody},
    {Word::kValuesTitle, Word::kValuesReading, Word::kValuesTurned, Word::kValuesBody},
    {Word::kScoresTitle, Word::kScoresReading, Word::kScoresTurned, Word::kScoresBody},
    {Word::kScaledTitle, Word::kScaledReading, Word::kScaledReading, Word::kScaledBody},
    {Word::kMaskedTitle, Word::kMaskedReading, Word::kMaskedReading, Word::kMaskedBody},
    {Word::kSoftmaxTitle, Word::kSoftmaxReading, Word::kSoftmaxTurned, Word::kSoftmaxBody},
    {Word::kOutputTitle, Word::kOutputReading, Word::kOutputTurned, Word::kOutputBody},
    {Word::kConcatenatedTitle, Word::kConcatenatedReading, Word::kConcatenatedReading, Word::kConcatenatedBody},
    {Word::kProjectedTitle, Word::kProjectedReading, Word::kProjectedTurned, Word::kProjectedBody},
    {Word::kResidual1Title, Word::kResidual1Reading, Word::kResidual1Reading, Word::kResidual1Body},
    {Word::kNorm1Title, Word::kNorm1Reading, Word::kNorm1Reading, Word::kNorm1Body},
    {Word::kFeedForwardTitle, Word::kFeedForwardReading, Word::kFeedForwardReading, Word::kFeedForwardBody},
    {Word::kResidual2Title, Word::kResidual2Reading, Word::kResidual2Reading, Word::kResidual2Body},
    {Word::kNorm2Title, Word::kNorm2Reading, Word::kNorm2Reading, Word::kNorm2Body},
}};

const StepWords& words_of(Step step) { return kStepWords[static_cast<std::size_t>(step)]; }

}  // namespace

StepText text_of(Step step) {
  const StepWords& words = words_of(step);
  return {say(words.title), say(words.reading), say(words.body)};
}

std::string_view subtitle_of(Step step, bool tokens_as_columns) {
  const StepWords& words = words_of(step);
  return say(tokens_as_columns ? words.reading_of_columns : words.reading);
}

Role role_of(Tensor tensor) {
  switch (tensor) {
    case Tensor::kQueries:
    case Tensor::kRotatedQueries:
    case Tensor::kWq:
      return Role::kQuery;
    case Tensor::kKeys:
    case Tensor::kRotatedKeys:
    case Tensor::kWk:
      return Role::kKey;
    case Tensor::kValues:
    case Tensor::kWv:
    case Tensor::kHeadOutput:
      return Role::kValue;
    case Tensor::kExponentials:
    case Tensor::kWeights:
      return Role::kWeight;
    default:
      return Role::kNone;
  }
}

std::string_view symbol_of(Tensor tensor, bool transposed, const playground::Model& model) {
  switch (tensor) {
    case Tensor::kKeys:
      return transposed ? "Kᵀ" : "K";
    case Tensor::kRotatedKeys:
      return transposed ? "K′ᵀ" : "K′";
    case Tensor::kPositionBias:
      return say(Word::kDistanceBias);
    case Tensor::kInputs:
      return playground::is_later_layer(model) ? "H" : "X + P";
    case Tensor::kScaledScores:
      return "scaled";
    case Tensor::kMaskedScores:
      return "masked";
    case Tensor::kExponentials:
      return "exp";
    case Tensor::kHeadOutput:
      return "head";
    case Tensor::kConcatenated:
      return "concat";
    default:
      return playground::symbol_of(tensor, model);
  }
}

}  // namespace shell
