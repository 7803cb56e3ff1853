#include "web/page.hpp"

#include <algorithm>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include "shell/focus.hpp"
#include "web/window.hpp"

namespace web {
namespace {

/// Pauses that are so much longer than asked for, of a sleeping page, are not caught up with: animations would jump.
constexpr double kLongestFrameSeconds = 0.1;
constexpr double kShortestFrameSeconds = 0.0001;

/// Height of a line in CSS pixels; the letters are those of a CSS font size of 14 (see glyph_loader.cpp).
constexpr float kFontSize = 17;

bool is_dark(const playground::Session& session, const shell::Preferences& preferences) {
  switch (session.theme) {
    case playground::Theme::kDark:
      return true;
    case playground::Theme::kLight:
      return false;
    case playground::Theme::kAuto:
      break;
  }
  return preferences.dark;
}

shell::Platform platform_with(BrowserFonts& fonts, const std::string& folder, const std::string& address) {
  shell::Platform platform;
  platform.fonts = fonts.add_to(*ImGui::GetIO().Fonts);
  platform.whole_label = [&fonts](std::string_view label) { return fonts.whole_label(label); };
  platform.own_fields = true;
  platform.draws_svg = true;
  platform.shows_text = true;
  platform.folder_address = [&folder] { return folder; };
  platform.page_address = [&address] { return address; };
  return platform;
}

/// Nobody draws them, so they are as good as there.
void pass_textures() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    const bool goes = texture->Status == ImTextureStatus_WantDestroy;
    texture->SetStatus(goes ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
  }
}

}  // namespace

std::unique_ptr<Page> Page::open(bool apple, bool draws) {
  if (draws && !open_window()) {
    return nullptr;
  }
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigMacOSXBehaviors = apple;
  io.BackendPlatformName = "web";
  ImGui::GetStyle().FontSizeBase = kFontSize;
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  if (!draws) {
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  } else if (!ImGui_ImplOpenGL3_Init("#version 300 es")) {
    return nullptr;
  }
  return std::unique_ptr<Page>(new Page(draws));
}

Page::Page(bool draws) : has_window_(draws), draws_(draws), app_(platform_with(fonts_, folder_, address_)) {}

Page::~Page() {
  if (has_window_) {
    ImGui_ImplOpenGL3_Shutdown();
  }
  ImGui::DestroyContext();
}

double Page::draw(double now_seconds) {
  ImGuiIO& io = ImGui::GetIO();
  const double elapsed = last_frame_seconds_ < 0 ? 1.0 / 60 : now_seconds - last_frame_seconds_;
  last_frame_seconds_ = now_seconds;
  io.DeltaTime = static_cast<float>(
      std::clamp(elapsed, kShortestFrameSeconds, kLongestFrameSeconds + std::max(0.0, wait_seconds_)));
  fonts_.prepare(*io.Fonts, is_dark(app_.session(), preferences_));
  if (draws_) {
    ImGui_ImplOpenGL3_NewFrame();
  }
  ImGui::NewFrame();
  app_.draw(preferences_);
  ImGui::Render();
  if (draws_) {
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  } else {
    pass_textures();
  }
  wait_seconds_ = seconds_until_next_frame();
  return wait_seconds_;
}

double Page::seconds_until_next_frame() const {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  // ImGui takes a press and the release that follows it in two frames.
  if (context.InputEventsQueue.Size > 0) {
    return 0;
  }
  double wanted = app_.next_frame_in();
  const float hover_delay = context.Style.HoverDelayNormal;
  if (context.HoverItemDelayId != 0 && context.HoverItemDelayTimer < hover_delay) {
    const double tooltip = static_cast<double>(hover_delay - context.HoverItemDelayTimer);
    wanted = wanted < 0 ? tooltip : std::min(wanted, tooltip);
  }
  return wanted;
}

void Page::resize(int width, int height, float density) {
  // Everything is laid out in device pixels: at a density of 1.25 a layout in CSS pixels would put text and lines
  // between the pixels and blur them.
  ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  ImGui::GetStyle().FontScaleDpi = density;
}

void Page::restore_context() {
  if (!has_window_) {
    return;
  }
  draws_ = true;
  // NewFrame makes shaders, buffers and textures anew; ImGui keeps the pixels of its textures.
  ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

bool Page::escape_is_used() const {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return context.OpenPopupStack.Size > 0 || context.ActiveId != 0 || app_.progress() ||
         shell::escape_is_used(app_.view(), app_.session().step);
}

}  // namespace web
