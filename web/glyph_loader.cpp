// Why not a font file: a TTF with Latin alone costs more than all of ImGui, and tokens may be in any script.
//
// Traps of ImGui 1.92: with one source, LoaderInit and LoaderShutdown must be null; FontSrcContainsGlyph must exist
// or no fallback glyph is found; the rectangle is packed before the pixels are set, because packing may replace
// the atlas texture.
#include "web/glyph_loader.hpp"

#include <emscripten.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "imgui.h"
#include "imgui_freetype.h"
#include "imgui_internal.h"

// What follows is JavaScript, which clang-format would break.
// clang-format off
EM_JS(double, glyphs_advance, (const char* style, const char* families, double pixels, const char* text), {
  return Module["glyphs"].advance(UTF8ToString(style), UTF8ToString(families), pixels, UTF8ToString(text));
});

EM_JS(double, glyphs_cap_height, (const char* style, const char* families, double pixels), {
  return Module["glyphs"].capHeight(UTF8ToString(style), UTF8ToString(families), pixels);
});

// Fills `box` with left, top, width, height (pixels from the origin on the baseline, y down); 1 where the glyph has
// colours of its own.
EM_JS(int, glyphs_draw,
      (const char* style, const char* families, double pixels, const char* text, int light_ink, int* box), {
  const glyph = Module["glyphs"].draw(
      UTF8ToString(style), UTF8ToString(families), pixels, UTF8ToString(text), Boolean(light_ink));
  HEAP32.set([glyph.left, glyph.top, glyph.width, glyph.height], box >> 2);
  return glyph.colored ? 1 : 0;
});

// The pixels (RGBA, not premultiplied) of the glyph drawn last.
EM_JS(void, glyphs_copy_pixels, (unsigned char* pixels), {
  HEAPU8.set(Module["glyphs"].pixels, pixels);
});
// clang-format on

namespace web {
namespace {

/// ImGui's font size is the height of a line; CSS asks for the height of the em square. 1.2 is a usual line height
/// and, unlike the ascent plus descent of the font, the same on every system.
constexpr double kLineHeightEm = 1.2;

constexpr const char* kSans =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif, 'Apple Color Emoji', "
    "'Segoe UI Emoji', 'Noto Color Emoji'";
constexpr const char* kMono =
    "ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/// What one font at one size keeps.
struct Face {
  double pixels;         ///< CSS font size in device pixels
  double digit_advance;  ///< of the widest digit: all digits take it, so that columns of numbers stand still
};

const Typeface& typeface_of(const ImFontConfig& source) { return *static_cast<const Typeface*>(source.FontData); }

bool is_digit(ImWchar code_point) { return code_point >= '0' && code_point <= '9'; }

bool is_drawable(ImWchar code_point) {
  const bool control = code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  return !control && !surrogate;
}

/// The text that a code point stands for, with the terminating zero.
using CharacterText = std::array<char, 8>;
CharacterText text_of(ImWchar code_point) {
  CharacterText text{};
  ImTextCharToUtf8(text.data(), code_point);
  return text;
}

double advance_of(const Typeface& typeface, const Face& face, ImWchar code_point, const char* text) {
  if (is_digit(code_point)) {
    return face.digit_advance;
  }
  // Whole device pixels: ImGui draws each glyph where the advances before it add up to, and a glyph between two
  // pixels is a blurred glyph.
  return std::round(glyphs_advance(typeface.style, typeface.families, face.pixels, text));
}

bool source_init(ImFontAtlas*, ImFontConfig*) { return true; }

bool source_contains(ImFontAtlas*, ImFontConfig*, ImWchar code_point) { return is_drawable(code_point); }

bool baked_init(ImFontAtlas*, ImFontConfig* source, ImFontBaked* baked, void* data) {
  const Typeface& typeface = typeface_of(*source);
  auto* face = static_cast<Face*>(data);
  const double density = static_cast<double>(source->RasterizerDensity) * static_cast<double>(baked->RasterizerDensity);
  const double line = static_cast<double>(baked->Size) * density;
  face->pixels = line / kLineHeightEm;
  face->digit_advance = 0;
  for (char digit = '0'; digit <= '9'; ++digit) {
    const std::array<char, 2> text{digit, '\0'};
    face->digit_advance = std::max(
        face->digit_advance, std::round(glyphs_advance(typeface.style, typeface.families, face->pixels, text.data())));
  }
  // Capitals stand in the middle of the line whatever the font says of its ascent, so that labels are centred in
  // buttons and cells on every system.
  const double cap_height = glyphs_cap_height(typeface.style, typeface.families, face->pixels);
  const double ascent = std::round((line + cap_height) / 2);
  baked->Ascent = static_cast<float>(ascent / density);
  baked->Descent = static_cast<float>((ascent - line) / density);
  return true;
}

bool load_glyph(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* data, ImWchar code_point,
                ImFontGlyph* glyph, float* only_advance) {
  if (!is_drawable(code_point)) {
    return false;
  }
  const Typeface& typeface = typeface_of(*source);
  const Face& face = *static_cast<const Face*>(data);
  const CharacterText character = text_of(code_point);
  const std::string* label = typeface.ink->labels.find(code_point);
  const char* text = label != nullptr ? label->c_str() : character.data();
  const float density = source->RasterizerDensity * baked->RasterizerDensity;
  const double advance = advance_of(typeface, face, code_point, text);
  if (only_advance != nullptr) {
    *only_advance = static_cast<float>(advance) / density;
    return true;
  }
  std::array<int, 4> box{};
  const bool colored =
      glyphs_draw(typeface.style, typeface.families, face.pixels, text, typeface.ink->light ? 1 : 0, box.data()) != 0;
  const auto [left, top, width, height] = box;
  glyph->Codepoint = code_point;
  glyph->AdvanceX = static_cast<float>(advance) / density;
  if (width == 0 || height == 0) {
    return true;
  }
  const ImFontAtlasRectId id = ImFontAtlasPackAddRect(atlas, width, height);
  if (id == ImFontAtlasRectId_Invalid) {
    return false;
  }
  atlas->Builder->TempBuffer.resize(width * height * 4);
  unsigned char* pixels = atlas->Builder->TempBuffer.Data;
  glyphs_copy_pixels(pixels);

  // A digit narrower than the widest stands in the middle of its place.
  double shift = 0;
  if (is_digit(code_point)) {
    const double own = glyphs_advance(typeface.style, typeface.families, face.pixels, text);
    shift = std::floor((advance - own) / 2 + 0.25);
  }
  const float x = (static_cast<float>(left) + static_cast<float>(shift)) / density;
  const float y = static_cast<float>(top) / density + baked->Ascent;
  glyph->X0 = x;
  glyph->Y0 = y;
  glyph->X1 = x + static_cast<float>(width) / density;
  glyph->Y1 = y + static_cast<float>(height) / density;
  glyph->Visible = true;
  glyph->Colored = colored;
  glyph->PackId = id;
  ImFontAtlasBakedSetFontGlyphBitmap(atlas, baked, source, glyph, ImFontAtlasPackGetRect(atlas, id), pixels,
                                     ImTextureFormat_RGBA32, width * 4);
  return true;
}

ImFont* add_typeface(ImFontAtlas& atlas, Typeface typeface, const char* name) {
  ImFontConfig config;
  config.FontData = &typeface;
  config.FontDataSize = static_cast<int>(sizeof(Typeface));
  config.FontDataOwnedByAtlas = false;
  std::strncpy(config.Name, name, sizeof(config.Name) - 1);
  return atlas.AddFont(&config);
}

void discard_glyphs(ImFontAtlas& atlas) {
  for (ImFont* font : atlas.Fonts) {
    ImFontAtlasFontDiscardBakes(&atlas, font, 0);
  }
}

}  // namespace

shell::Fonts BrowserFonts::add_to(ImFontAtlas& atlas) {
  shell::Fonts fonts;
  fonts.regular = add_typeface(atlas, {"400", kSans, &ink_}, "regular");
  fonts.bold = add_typeface(atlas, {"600", kSans, &ink_}, "bold");
  fonts.mono = add_typeface(atlas, {"400", kMono, &ink_}, "mono");
  return fonts;
}

void BrowserFonts::prepare(ImFontAtlas& atlas, bool light_ink) {
  const bool full = ink_.labels.nearly_full();
  if (!full && light_ink == ink_.light) {
    return;
  }
  if (full) {
    ink_.labels.clear();
  }
  ink_.light = light_ink;
  discard_glyphs(atlas);
}

}  // namespace web

namespace ImGuiFreeType {

// ImGui takes its font loader from here because IMGUI_ENABLE_FREETYPE is defined, which in turn keeps
// stb_truetype out.
const ImFontLoader* GetFontLoader() {
  static const ImFontLoader loader = [] {
    ImFontLoader made;
    made.Name = "browser";
    made.FontSrcInit = web::source_init;
    made.FontSrcContainsGlyph = web::source_contains;
    made.FontBakedInit = web::baked_init;
    made.FontBakedLoadGlyph = web::load_glyph;
    made.FontBakedSrcLoaderDataSize = sizeof(web::Face);
    return made;
  }();
  return &loader;
}

bool DebugEditFontLoaderFlags(ImGuiFreeTypeLoaderFlags*) { return false; }

}  // namespace ImGuiFreeType
