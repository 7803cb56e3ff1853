// Labels: texts that are drawn whole, each standing for one private-use code point.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace web {

/// ImGui lays text out code point by code point, which breaks Arabic, joined emoji and kerning. A label that is
/// given a code point of its own (U+E000 to U+F8FF) comes to the glyph loader as one glyph.
class Labels {
 public:
  /// UTF-8 of the code point that stands for `label`; the label itself where all code points are taken.
  std::string intern(std::string_view label);

  /// The text behind a code point; null where it stands for none.
  const std::string* find(std::uint32_t code_point) const;

  /// The text with every code point that stands for a label replaced by it.
  std::string written_out(std::string_view text) const;

  /// True when so many code points are taken that the next frame might run out.
  bool nearly_full() const;
  void clear();

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint32_t> code_points_;
};

}  // namespace web
