// Fuzzes links: any bytes decode to a Session that keeps its invariants and comes back from its own link.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/playground/json.hpp"
#include "core/playground/link.hpp"
#include "tests/playground/invariants.hpp"

namespace {

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = std::min(bytes.find('#'), size);  // a query before the hash, as in an address

  const playground::DecodedLink link = playground::decode_link(bytes.substr(0, middle), bytes.substr(middle));
  const std::string broken = support::broken_invariant(link.session);
  require(broken.empty(), "broken invariant", broken);
  for (const std::string& notice : link.notices) {
    require(!playground::first_invalid_byte(notice), "a notice is not Unicode", notice);
  }
  playground::state_json(link.session);

  const std::string encoded = playground::encode_link(link.session);
  const playground::DecodedLink again = playground::decode_link("", encoded);
  require(again.notices.empty(), "its own link gives a notice", encoded);
  require(again.session == link.session, "its own link gives another session", encoded);
  return 0;
}
