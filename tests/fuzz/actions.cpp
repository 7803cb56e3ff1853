// Fuzzes action sequences: each line of the input is an action as JSON; no sequence breaks an invariant.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/playground/json.hpp"
#include "core/playground/link.hpp"
#include "core/playground/provenance.hpp"
#include "tests/playground/invariants.hpp"

namespace {

constexpr std::size_t kMaxActions = 32;
constexpr std::int64_t kMaxDerivedWork = 5'000;  ///< larger models are not derived, to stay fast

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

bool is_small(const playground::Session& session) {
  const int tokens = static_cast<int>(playground::tokenize(session.model.text).size());
  return playground::work_of(session.model.sizes, tokens) <= kMaxDerivedWork;
}

/// Explains the selected cell of every tensor.
void explain(const playground::Session& session, const playground::Snapshot& snapshot) {
  for (int index = 0; index < playground::kTensorCount; ++index) {
    const playground::Cell cell{static_cast<playground::Tensor>(index), session.query, session.key, session.head};
    const auto result = playground::provenance(snapshot, cell);
    if (result) playground::provenance_json(result.value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view lines(reinterpret_cast<const char*>(data), size);
  playground::History history;
  history.session.model.text = "a b a";
  history.session.model.sizes = {.d_model = 3, .d_k = 2, .heads = 2, .kv_heads = 1};
  playground::fit_selection(history.session);
  for (std::size_t count = 0; count < kMaxActions && !lines.empty(); ++count) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const auto action = playground::action_from_json(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (!action) {
      require(!playground::first_invalid_byte(action.sentence()), "a refusal is not Unicode", action.sentence());
      continue;
    }
    const playground::Gesture gesture{static_cast<int>(end % 3)};
    const auto next = playground::reduce(history, action.value(), gesture);
    if (!next) {
      require(!playground::first_invalid_byte(next.sentence()), "a refusal is not Unicode", next.sentence());
      continue;
    }
    history = next.value();
    const std::string broken = support::broken_invariant(history.session);
    require(broken.empty(), "broken invariant", broken);
  }
  const std::string broken = support::broken_invariant(history);
  require(broken.empty(), "broken invariant", broken);
  playground::state_json(history.session);
  const std::string link = playground::encode_link(history.session);
  require(playground::decode_link("", link).session == history.session, "its own link gives another session", link);
  if (is_small(history.session)) explain(history.session, *playground::derive(history.session.model));
  return 0;
}
