#include "core/playground/snippets.hpp"

#include "core/playground/link.hpp"
#include "core/playground/percent.hpp"
#include "core/playground/values.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

/// For the inside of a double-quoted attribute; line ends and control characters survive as numbers.
std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '\t':
      case '\n':
      case '\r':
        html += "&#" + std::to_string(static_cast<int>(c)) + ";";
        break;
      default:
        html += c;
    }
  }
  return html;
}

/// " step=\"masked\" text=\"…\"": the version comes with the script.
std::string attributes_of(const Session& session) {
  std::string attributes;
  const std::string link = encode_link(session);
  for (const std::string_view part : split(link, '&')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || part.substr(0, equals) == "v") continue;
    attributes +=
        " " + std::string(part.substr(0, equals)) + "=\"" + escaped(percent_decoded(part.substr(equals + 1))) + "\"";
  }
  return attributes;
}

}  // namespace

std::string shared_link(const Session& session, std::string_view folder) {
  return std::string(folder) + "#" + encode_link(session);
}

std::string element_snippet(const Session& session, std::string_view folder) {
  return "<script type=\"module\" src=\"" + escaped(folder) + "embed.js\"></script>\n<attention-playground" +
         attributes_of(session) + "></attention-playground>\n";
}

std::string iframe_snippet(const Session& session, std::string_view folder) {
  return "<iframe src=\"" + escaped(folder) + "embed.html#" + escaped(encode_link(session)) + "\" title=\"" +
         std::string(say(Word::kFrameTitle)) + "\" width=\"100%\" height=\"640\" loading=\"lazy\"></iframe>\n";
}

}  // namespace playground
