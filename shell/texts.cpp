#include "shell/texts.hpp"

#include <array>

namespace shell {
namespace {

using playground::Step;
using playground::Tensor;

constexpr StepText kTokens{
    "A sentence becomes a list", "each token is one position",
    "The text is split at white space. Attention never sees letters: it sees positions, and a list of numbers for "
    "each of them. Pick a token to follow it: it will ask, and every token will answer."};
constexpr StepText kEmbeddings{
    "Each token becomes a vector", "one row a token",
    "X has one row for each token. The numbers are drawn from a seeded random generator, so you can draw the same "
    "ones in NumPy. In a trained model they would be learned."};
constexpr StepText kQueries{
    "What each token asks", "row of X times column of W_q",
    "Every row of X is multiplied by the same matrix W_q. The result is the token's query: what it looks for in the "
    "others. One number of Q is a sum of products, written out below."};
constexpr StepText kKeys{
    "What each token offers", "row of X times column of W_k",
    "The same rows of X times another matrix, W_k. A key is what a token answers when it is asked: queries will be "
    "compared with keys."};
constexpr StepText kValues{
    "What each token passes on", "row of X times column of W_v",
    "A third matrix, W_v, makes the value: what a token hands over to those who attend to it. Keys decide how much, "
    "values decide what."};
constexpr StepText kScores{
    "Every query meets every key", "rows ask, columns answer",
    "One matrix product compares all pairs at once. Each score is the dot product of a query and a key: large where "
    "the two point the same way, negative where they point apart."};
constexpr StepText kScaled{
    "Keep the scores in range", "each score times one number",
    "A sum of d_k products spreads with √d_k. Dividing by √d_k keeps the spread near that of one product, so that "
    "the softmax does not hand everything to a single key."};
constexpr StepText kMasked{
    "Hide what may not be seen", "masked cells are −∞",
    "A mask sets scores to minus infinity before the softmax, whose exponential turns them into exactly 0. Causal: "
    "no token looks ahead. Padding: nobody looks at filler tokens. Window: none looks farther than so many tokens. "
    "Prefix: "
    "all see the first ones. Masks add up: what one hides stays hidden."};
constexpr StepText kSoftmax{
    "Scores become shares", "each row sums to 1",
    "Row by row: subtract the largest score, take the exponential, divide by the row's sum. Subtracting the maximum "
    "changes nothing in the result and keeps the exponential from overflowing."};
constexpr StepText kOutput{
    "A weighted mix of values", "row of weights times column of V",
    "Each output row is an average of the value rows, weighted by that token's attention. This is the only place "
    "where information moves from one token to another."};
constexpr StepText kConcatenated{
    "The heads side by side", "d_k columns a head",
    "Each head attended on its own. Their outputs are put next to each other, head after head, so that a row is "
    "again one token."};
constexpr StepText kProjected{
    "One matrix joins the heads", "row of the concatenation times column of W_o",
    "W_o mixes what the heads found and brings every token back to the width of the model, so that blocks stack."};

/// Of a product AB with tokens as rows; with tokens as columns it is read the other way round.
struct Reading {
  std::string_view rows, columns;
};
constexpr Reading kReadings[] = {
    {"one row a token", "one column a token"},
    {"row of X times column of W_q", "row of W_q times column of X"},
    {"row of X times column of W_k", "row of W_k times column of X"},
    {"row of X times column of W_v", "row of W_v times column of X"},
    {"rows ask, columns answer", "columns ask, rows answer"},
    {"each row sums to 1", "each column sums to 1"},
    {"row of weights times column of V", "row of V times column of weights"},
    {"row of the concatenation times column of W_o", "row of W_o times column of the concatenation"},
};
constexpr StepText kResidual1{"Add what came in", "input plus what attention found",
                              "The token's own vector is added back to what attention brought. Whatever attention "
                              "does, the token is not lost, and "
                              "a training signal has a straight way through many layers."};
constexpr StepText kNorm1{
    "Bring every row to one scale", "subtract the mean, divide by the spread",
    "Layer norm works on one token at a time: subtract the mean of its row, divide by the square root of its variance. "
    "Gains are 1 and biases 0 here; training would learn them."};
constexpr StepText kFeedForward{"Each token thinks alone", "times W_1, cut at 0, times W_2",
                                "Two matrices with a ReLU between them, the same for every token and without a look at "
                                "the others. In the models of "
                                "2017 this part holds two thirds of a block's numbers."};
constexpr StepText kResidual2{
    "Add again", "what came in plus what the feed-forward layer made",
    "The second residual: the result keeps what attention made and adds what the feed-forward layer found."};
constexpr StepText kNorm2{
    "The block's output", "same shape as its input",
    "After the second norm the matrix has the shape of the embeddings again: one row a token, as wide as the model. So "
    "blocks stack, and the next one asks, answers and mixes anew."};

/// In the order of playground::Step.
constexpr std::array<StepText, playground::kStepCount> kTexts{
    kTokens, kEmbeddings,   kQueries,   kKeys,      kValues, kScores,      kScaled,    kMasked, kSoftmax,
    kOutput, kConcatenated, kProjected, kResidual1, kNorm1,  kFeedForward, kResidual2, kNorm2};

}  // namespace

const StepText& text_of(Step step) { return kTexts[static_cast<std::size_t>(step)]; }

std::string subtitle_of(Step step, bool tokens_as_columns) {
  const std::string_view subtitle = text_of(step).subtitle;
  for (const Reading& reading : kReadings) {
    if (tokens_as_columns && reading.rows == subtitle) {
      return std::string(reading.columns);
    }
  }
  return std::string(subtitle);
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

std::string_view symbol_of(Tensor tensor, bool transposed) {
  switch (tensor) {
    case Tensor::kKeys:
      return transposed ? "Kᵀ" : "K";
    case Tensor::kRotatedKeys:
      return transposed ? "K′ᵀ" : "K′";
    case Tensor::kPositionBias:
      return "distance bias";
    case Tensor::kInputs:
      return "X + P";
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
      return playground::info(tensor).symbol;
  }
}

}  // namespace shell
