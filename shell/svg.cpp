#include "shell/svg.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/playground/utf8.hpp"

namespace shell {
namespace {

constexpr std::string_view kFonts =
    "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', 'Liberation Sans', sans-serif";

std::string rect_attributes(const Rect& rect) {
  return " x=\"" + coordinate(rect.x) + "\" y=\"" + coordinate(rect.y) + "\" width=\"" + coordinate(rect.width) +
         "\" height=\"" + coordinate(rect.height) + "\"";
}

/// Characters that XML 1.0 has no place for, not even escaped.
bool is_forbidden(char32_t point) {
  return (point < 0x20 && point != '\t' && point != '\n' && point != '\r') || point == 0xFFFE || point == 0xFFFF;
}

bool is_wide(char32_t point) { return point >= 0x1100 && !(point >= 0x1E00 && point < 0x2E80); }

}  // namespace

std::string coordinate(float value) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.6g", static_cast<double>(std::round(value * 100) / 100));
  return digits.data();
}

std::string hex_text(const Color& color) {
  const auto byte = [](float part) { return static_cast<unsigned>(std::lround(part * 255)); };
  std::array<char, 8> digits{};
  std::snprintf(digits.data(), digits.size(), "#%02x%02x%02x", byte(color.red), byte(color.green), byte(color.blue));
  return digits.data();
}

float estimated_width(std::string_view text, float size) {
  float ems = 0;
  for (std::size_t at = 0; at < text.size();) {
    const playground::CodePoint point = playground::code_point_at(text, at).value_or(playground::CodePoint{});
    ems += is_wide(point.value) ? 1.05F : 0.62F;
    at += point.bytes;
  }
  return ems * size;
}

std::string escaped_xml(std::string_view text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    const playground::CodePoint point = playground::code_point_at(text, at).value_or(playground::CodePoint{});
    switch (point.value) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += is_forbidden(point.value) ? std::string_view("\xEF\xBF\xBD") : text.substr(at, point.bytes);
    }
    at += point.bytes;
  }
  return escaped;
}

void Svg::rect(const Rect& rect, const Color& color) {
  body_ += "<rect" + rect_attributes(rect) + " fill=\"" + hex_text(color) + "\"/>\n";
}

void Svg::rect(const Rect& rect, const Color& color, std::string_view title) {
  body_ += "<rect" + rect_attributes(rect) + " fill=\"" + hex_text(color) + "\"><title>" + escaped_xml(title) +
           "</title></rect>\n";
}

void Svg::text(const SvgText& text) {
  body_ += "<text x=\"" + coordinate(text.x) + "\" y=\"" + coordinate(text.y) + "\" font-size=\"" +
           coordinate(text.size) + "\" fill=\"" + hex_text(text.color) + "\"";
  if (text.anchor != "start") body_ += " text-anchor=\"" + std::string(text.anchor) + "\"";
  if (text.bold) body_ += " font-weight=\"600\"";
  if (text.angle != 0) {
    body_ +=
        " transform=\"rotate(" + coordinate(text.angle) + " " + coordinate(text.x) + " " + coordinate(text.y) + ")\"";
  }
  body_ += ">" + escaped_xml(text.text) + "</text>\n";
}

void Svg::path(std::string_view commands, const Color& color) {
  body_ += "<path fill=\"" + hex_text(color) + "\" d=\"" + std::string(commands) + "\"/>\n";
}

void Svg::hatched(const Rect& rect) { body_ += "<rect" + rect_attributes(rect) + " fill=\"url(#masked)\"/>\n"; }

void Svg::hatched_path(std::string_view commands) {
  body_ += "<path fill=\"url(#masked)\" d=\"" + std::string(commands) + "\"/>\n";
}

Picture Svg::finish(float width, float height, const Color& ground, const Color& hatch, std::string_view title) && {
  const float whole_width = std::ceil(width);
  const float whole_height = std::ceil(height);
  const std::string size = coordinate(whole_width) + "\" height=\"" + coordinate(whole_height);
  const std::string box = coordinate(whole_width) + " " + coordinate(whole_height);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" viewBox=\"0 0 " + box +
                    "\" role=\"img\" font-family=\"" + std::string(kFonts) + "\">\n<title>" + escaped_xml(title) +
                    "</title>\n<defs><pattern id=\"masked\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">" +
                    "<path d=\"M-1 1L1 -1M-1 6L6 -1M4 6L6 4\" stroke=\"" + hex_text(hatch) +
                    "\" stroke-width=\"1\"/></pattern></defs>\n<rect width=\"100%\" height=\"100%\" fill=\"" +
                    hex_text(ground) + "\"/>\n";
  svg += body_;
  svg += "</svg>\n";
  return {std::move(svg), whole_width, whole_height};
}

}  // namespace shell
