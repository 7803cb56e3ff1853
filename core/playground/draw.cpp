#include "core/playground/draw.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/playground/utf8.hpp"

namespace playground {
namespace {

using attention::Entropy;
using attention::Generator;
using attention::Matrix;

constexpr std::uint64_t kMatrixStream = 0;  ///< default_rng([seed, 0])
constexpr std::uint64_t kWordStream = 1;    ///< default_rng([seed, 1, *bytes])

Entropy seed_entropy(const Model& model) { return attention::entropy_from_decimal(model.seed).value_or(Entropy{}); }

Entropy matrix_entropy(const Model& model) {
  Entropy entropy = seed_entropy(model);
  if (model.vectors == Vectors::kWord) attention::append_entropy(entropy, kMatrixStream);
  return entropy;
}

Entropy word_entropy(const Model& model, const std::string& word) {
  Entropy entropy = seed_entropy(model);
  attention::append_entropy(entropy, kWordStream);
  for (const char byte : word) attention::append_entropy(entropy, static_cast<unsigned char>(byte));
  return entropy;
}

std::string word_generator(const std::string& seed, const std::string& word) {
  constexpr std::size_t kShownBytes = 16;
  std::string text = "default_rng([" + seed + ", " + std::to_string(kWordStream);
  for (std::size_t at = 0; at < std::min(word.size(), kShownBytes); ++at) {
    text += ", " + std::to_string(static_cast<unsigned char>(word[at]));
  }
  return text + (word.size() > kShownBytes ? ", …])" : "])");
}

Matrix word_vector(const Model& model, const std::string& word) {
  return Generator(word_entropy(model, word)).standard_normal(1, model.sizes.d_model);
}

}  // namespace

Matrix* drawn_matrix(Drawn& drawn, Tensor tensor) {
  switch (tensor) {
    case Tensor::kEmbeddings:
      return &drawn.embeddings;
    case Tensor::kWq:
      return &drawn.weights.wq;
    case Tensor::kWk:
      return &drawn.weights.wk;
    case Tensor::kWv:
      return &drawn.weights.wv;
    case Tensor::kWo:
      return drawn.weights.wo ? &*drawn.weights.wo : &drawn.weights.wo.emplace();
    case Tensor::kW1:
      return &drawn.w1;
    case Tensor::kW2:
      return &drawn.w2;
    default:
      return nullptr;
  }
}

Matrix word_vectors(const Model& model, const std::vector<std::string>& tokens) {
  Matrix vectors(static_cast<attention::Index>(tokens.size()), model.sizes.d_model);
  for (std::size_t row = 0; row < tokens.size(); ++row) {
    vectors.row(static_cast<attention::Index>(row)) = word_vector(model, tokens[row]);
  }
  return vectors;
}

std::vector<DrawnTensor> drawn_tensors(const Model& model, int tokens) {
  const Sizes& sizes = model.sizes;
  std::vector<DrawnTensor> drawn;
  const auto add = [&](Tensor tensor, int fan_in) {
    drawn.push_back({tensor, shape_of(tensor, sizes, tokens), fan_in});
  };
  if (model.vectors == Vectors::kArticle) add(Tensor::kEmbeddings, 1);
  add(Tensor::kWq, sizes.d_model);
  add(Tensor::kWk, sizes.d_model);
  add(Tensor::kWv, sizes.d_model);
  if (has_projection(sizes)) add(Tensor::kWo, sizes.heads * sizes.d_k);
  if (has_block(sizes)) {
    add(Tensor::kW1, sizes.d_model);
    add(Tensor::kW2, sizes.d_ff);
  }
  return drawn;
}

Drawn draw(const Model& model, const std::vector<std::string>& tokens) {
  Drawing drawing(model, static_cast<int>(tokens.size()));
  while (!drawing.done()) drawing.advance(model, tokens, std::numeric_limits<attention::Index>::max());
  return std::move(drawing).take();
}

Drawing::Drawing(const Model& model, int tokens)
    : generator_(matrix_entropy(model)), tensors_(drawn_tensors(model, tokens)) {
  if (model.vectors == Vectors::kWord) {
    drawn_.embeddings.resize(tokens, model.sizes.d_model);
  } else {
    word_ = tokens;
  }
}

attention::Index Drawing::advance(const Model& model, const std::vector<std::string>& tokens,
                                  attention::Index numbers) {
  const attention::Index wanted = numbers;
  for (; numbers > 0 && word_ < static_cast<attention::Index>(tokens.size()); ++word_) {
    drawn_.embeddings.row(word_) = word_vector(model, tokens[static_cast<std::size_t>(word_)]);
    numbers -= model.sizes.d_model;
  }
  while (numbers > 0 && !done()) {
    const DrawnTensor& block = tensors_[next_];
    Matrix& matrix = *drawn_matrix(drawn_, block.tensor);
    if (row_ == 0) matrix.resize(block.shape.rows, block.shape.columns);
    const attention::Index rows =
        std::clamp<attention::Index>(numbers / block.shape.columns, 1, block.shape.rows - row_);
    matrix.middleRows(row_, rows) =
        generator_.standard_normal(rows, block.shape.columns) / std::sqrt(static_cast<double>(block.fan_in));
    numbers -= rows * block.shape.columns;
    row_ += rows;
    if (row_ == block.shape.rows) {
      ++next_;
      row_ = 0;
    }
  }
  return wanted - numbers;
}

DrawPlace draw_place(const Model& model, const std::vector<std::string>& tokens, const Cell& cell) {
  constexpr std::size_t kShownSeedDigits = 24;
  const std::string seed = shortened(model.seed, kShownSeedDigits);
  const bool by_word = model.vectors == Vectors::kWord;
  if (by_word && cell.tensor == Tensor::kEmbeddings) {
    return {word_generator(seed, tokens[static_cast<std::size_t>(cell.row)]), cell.column, 1};
  }
  DrawPlace place{by_word ? "default_rng([" + seed + ", " + std::to_string(kMatrixStream) + "])"
                          : "default_rng(" + seed + ")"};
  for (const DrawnTensor& block : drawn_tensors(model, static_cast<int>(tokens.size()))) {
    if (block.tensor == cell.tensor) {
      place.index += cell.row * block.shape.columns + cell.column;
      place.divided_by_root_of = block.fan_in;
      break;
    }
    place.index += block.shape.rows * block.shape.columns;
  }
  return place;
}

}  // namespace playground
