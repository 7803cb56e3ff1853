#include "tests/shell/screen.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "tests/shell/box_font.hpp"

namespace shell_tests {
namespace {

ImGuiContext* make_context(ScreenSize size) {
  ImGuiContext* context = ImGui::CreateContext();
  ImGui::SetCurrentContext(context);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {size.width, size.height};
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  io.ConfigInputTrickleEventQueue = false;
  return context;
}

/// What a renderer does with textures, without a renderer.
void accept_textures() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (texture->Status == ImTextureStatus_WantCreate || texture->Status == ImTextureStatus_WantUpdates) {
      texture->SetTexID(1);
      texture->SetStatus(ImTextureStatus_OK);
    } else if (texture->Status == ImTextureStatus_WantDestroy) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    }
  }
}

}  // namespace

shell::Platform Screen::platform(WholeLabel whole_label) {
  return {.fonts = add_box_fonts(*ImGui::GetIO().Fonts), .whole_label = std::move(whole_label), .own_fields = false};
}

Screen::Screen(ScreenSize size, shell::Preferences preferences, WholeLabel whole_label)
    : context_(make_context(size)), preferences_(preferences), app_(platform(std::move(whole_label))) {
  draw();
}

Screen::~Screen() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    texture->SetTexID(ImTextureID_Invalid);
    texture->SetStatus(ImTextureStatus_Destroyed);
  }
  ImGui::DestroyContext(context_);
}

void Screen::frame(float seconds) {
  ImGui::GetIO().DeltaTime = seconds;
  ImGui::NewFrame();
  app_.draw(preferences_);
  ImGui::Render();
  accept_textures();
}

void Screen::draw(int frames) {
  for (int index = 0; index < frames; ++index) {
    frame(1.0F / 60);
  }
}

void Screen::wait(float seconds) { frame(seconds); }

void Screen::hover(const std::string& anchor) {
  const std::optional<shell::Rect> rect = app_.anchors().find(anchor);
  REQUIRE_MESSAGE(rect.has_value(), "nothing is drawn under the name " << anchor);
  ImGui::GetIO().AddMousePosEvent(rect->x + rect->width / 2, rect->y + rect->height / 2);
  draw(2);
}

void Screen::click(const std::string& anchor) {
  hover(anchor);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  draw(1);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  draw(3);
}

void Screen::go_to(playground::Step step) {
  REQUIRE(app_.dispatch(playground::GoToStep{step}).ok());
  draw();
}

void Screen::press(ImGuiKey key) {
  ImGui::GetIO().AddKeyEvent(key, true);
  draw(1);
  ImGui::GetIO().AddKeyEvent(key, false);
  draw(2);
}

void Screen::type(const std::string& text) {
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  draw(2);
}

int Screen::drawn_vertices() const { return ImGui::GetDrawData()->TotalVtxCount; }

}  // namespace shell_tests
