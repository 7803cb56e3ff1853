// ImGui is built without a font loader of its own: this one is what the test program links.
#include "tests/shell/box_font.hpp"

#include "imgui.h"
#include "imgui_freetype.h"
#include "imgui_internal.h"

namespace {

constexpr float kAdvanceEm = 0.5F;  ///< of every character, in line heights

bool source_init(ImFontAtlas*, ImFontConfig*) { return true; }

bool contains(ImFontAtlas*, ImFontConfig*, ImWchar code_point) { return code_point >= 0x20; }

bool baked_init(ImFontAtlas*, ImFontConfig*, ImFontBaked* baked, void*) {
  baked->Ascent = 0.8F * baked->Size;
  baked->Descent = -0.2F * baked->Size;
  return true;
}

bool load_glyph(ImFontAtlas*, ImFontConfig*, ImFontBaked* baked, void*, ImWchar code_point, ImFontGlyph* glyph,
                float* only_advance) {
  const float advance = kAdvanceEm * baked->Size;
  if (only_advance != nullptr) {
    *only_advance = advance;
    return true;
  }
  glyph->Codepoint = code_point & 0x1FFFFF;
  glyph->AdvanceX = advance;
  return true;
}

ImFontLoader make_loader() {
  ImFontLoader loader;
  loader.Name = "boxes";
  loader.FontSrcInit = source_init;
  loader.FontSrcContainsGlyph = contains;
  loader.FontBakedInit = baked_init;
  loader.FontBakedLoadGlyph = load_glyph;
  return loader;
}

ImFont* add_font(ImFontAtlas& atlas, const char* name) {
  static char no_data = 0;
  ImFontConfig config;
  config.FontData = &no_data;
  config.FontDataSize = 1;
  config.FontDataOwnedByAtlas = false;
  config.SizePixels = 16;
  ImStrncpy(config.Name, name, sizeof config.Name);
  return atlas.AddFont(&config);
}

}  // namespace

namespace ImGuiFreeType {

const ImFontLoader* GetFontLoader() {
  static const ImFontLoader loader = make_loader();
  return &loader;
}

bool DebugEditFontLoaderFlags(ImGuiFreeTypeLoaderFlags*) { return false; }

}  // namespace ImGuiFreeType

namespace shell_tests {

shell::Fonts add_box_fonts(ImFontAtlas& atlas) {
  return {.regular = add_font(atlas, "regular"), .bold = add_font(atlas, "bold"), .mono = add_font(atlas, "mono")};
}

}  // namespace shell_tests
