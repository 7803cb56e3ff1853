#include "shell/desktop/system_fonts.hpp"

#include <array>
#include <filesystem>

#include "imgui.h"
#include "imgui_freetype.h"

namespace desktop {
namespace {

const std::array<FontFiles, 9>& families() {
  static const std::array<FontFiles, 9> list{{
      {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
       "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"},
      {"/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
       "/usr/share/fonts/TTF/DejaVuSansMono.ttf"},
      {"/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf",
       "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf"},
      {"/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf",
       "/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf"},
      {"/usr/share/fonts/noto/NotoSans-Regular.ttf", "/usr/share/fonts/noto/NotoSans-Bold.ttf",
       "/usr/share/fonts/noto/NotoSansMono-Regular.ttf"},
      {"/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
       "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf",
       "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf"},
      {"/System/Library/Fonts/Supplemental/Arial.ttf", "/System/Library/Fonts/Supplemental/Arial Bold.ttf",
       "/System/Library/Fonts/Menlo.ttc"},
      {"/Library/Fonts/Arial.ttf", "/Library/Fonts/Arial Bold.ttf", "/System/Library/Fonts/Menlo.ttc"},
      {"C:/Windows/Fonts/segoeui.ttf", "C:/Windows/Fonts/segoeuib.ttf", "C:/Windows/Fonts/consola.ttf"},
  }};
  return list;
}

bool is_there(const std::string& file) {
  std::error_code failed;
  return std::filesystem::is_regular_file(file, failed);
}

}  // namespace

std::optional<FontFiles> find_fonts() {
  for (const FontFiles& files : families()) {
    if (is_there(files.regular) && is_there(files.bold) && is_there(files.mono)) {
      return files;
    }
  }
  return std::nullopt;
}

shell::Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files) {
  // Full hinting widens the letters to whole pixels and the words fall apart.
  atlas.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
  shell::Fonts fonts;
  fonts.regular = atlas.AddFontFromFileTTF(files.regular.c_str());
  fonts.bold = atlas.AddFontFromFileTTF(files.bold.c_str());
  fonts.mono = atlas.AddFontFromFileTTF(files.mono.c_str());
  return fonts;
}

}  // namespace desktop
