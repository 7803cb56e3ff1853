#include "core/playground/settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/playground/percent.hpp"
#include "core/playground/values.hpp"

namespace playground {
namespace {

/// The model with `value` at `place`, where it can be read.
template <typename Value, typename Place>
Result<Model> placed(const Model& model, const Result<Value>& value, Place place) {
  if (!value) return value.problem();
  Model next = model;
  place(next) = value.value();
  return next;
}

/// A size that is one whole number.
template <int Sizes::*kSize>
Result<Model> with_size(const Model& model, std::string_view text, const Parameters&) {
  return placed(model, int_from_text(text), [](Model& next) -> int& { return next.sizes.*kSize; });
}

template <int Sizes::*kSize>
std::string size_text(const Model& model) {
  return std::to_string(model.sizes.*kSize);
}

/// The key/value heads to judge `heads` with: what stands beside it where that fits, otherwise as many as heads.
int kv_heads_beside(int heads, const Parameters& all) {
  const auto given = all.find("kv_heads");
  const Result<int> kv_heads = given == all.end() ? Result<int>(heads) : int_from_text(given->second);
  const bool fits = kv_heads && kv_heads.value() > 0 && heads % kv_heads.value() == 0;
  return fits ? kv_heads.value() : heads;
}

Result<Model> with_heads(const Model& model, std::string_view text, const Parameters& all) {
  Result<Model> next = with_size<&Sizes::heads>(model, text, all);
  if (!next) return next;
  Model result = next.value();
  result.sizes.kv_heads = kv_heads_beside(result.sizes.heads, all);
  return result;
}

Result<Model> with_vectors(const Model& model, std::string_view text, const Parameters&) {
  Result<Model> next = placed(model, vectors_from_text(text), [](Model& to) -> Vectors& { return to.vectors; });
  if (!next) return next;
  Model result = next.value();
  result.vectors_chosen = true;
  return result;
}

const std::array<Setting, 11> kSettings = {{
    {"text",
     [](const Model& model, std::string_view text, const Parameters&) -> Result<Model> {
       Model next = model;
       next.text = text;
       return next;
     },
     [](const Model& model) { return model.text; }},
    {"seed",
     [](const Model& model, std::string_view text, const Parameters&) {
       return placed(model, seed_from_text(text), [](Model& next) -> std::string& { return next.seed; });
     },
     [](const Model& model) { return model.seed; }},
    {"vectors", with_vectors, [](const Model& model) { return text_of(model.vectors); }},
    {"d_model", with_size<&Sizes::d_model>, size_text<&Sizes::d_model>},
    {"d_k", with_size<&Sizes::d_k>, size_text<&Sizes::d_k>},
    {"heads", with_heads, size_text<&Sizes::heads>},
    {"kv_heads", with_size<&Sizes::kv_heads>, size_text<&Sizes::kv_heads>},
    {"d_ff", with_size<&Sizes::d_ff>, size_text<&Sizes::d_ff>},
    {"positions",
     [](const Model& model, std::string_view text, const Parameters&) {
       return placed(model, positions_from_text(text), [](Model& next) -> Positions& { return next.positions; });
     },
     [](const Model& model) { return text_of(model.positions); }},
    {"mask",
     [](const Model& model, std::string_view text, const Parameters&) {
       return placed(model, mask_from_text(text), [](Model& next) -> Mask& { return next.mask; });
     },
     [](const Model& model) { return text_of(model.mask); }},
    {"scale",
     [](const Model& model, std::string_view text, const Parameters&) {
       return placed(model, scale_from_text(text), [](Model& next) -> Scale& { return next.scale; });
     },
     [](const Model& model) { return text_of(model.scale); }},
}};

}  // namespace

void read_parameters(std::string_view text, char mark, Parameters& parameters) {
  if (text.starts_with(mark)) text.remove_prefix(1);
  for (const std::string_view part : split(text, '&')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view value = part.substr(std::min(equals + 1, part.size()));
    parameters.insert_or_assign(percent_decoded(part.substr(0, equals)), percent_decoded(value));
  }
}

std::string parameter_text(std::string_view name, std::string_view value) {
  return "&" + std::string(name) + "=" + percent_encoded(value);
}

std::span<const Setting> settings() { return kSettings; }

}  // namespace playground
