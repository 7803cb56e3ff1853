#include "shell/pictures.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "imgui_internal.h"

namespace shell {
namespace {

/// Frames for which a picture that nobody draws is kept.
constexpr int kPatience = 4;

/// Pixels painted in one frame, or one picture if it has more: about ten milliseconds of a slow machine.
constexpr int kPixelsPerFrame = 250'000;

bool is_gone(const ImTextureData& texture) { return texture.Status == ImTextureStatus_Destroyed; }

}  // namespace

/// All that the pixels depend on.
struct Pictures::Subject {
  MatrixGrid grid;
  const Theme* theme = nullptr;

  /// Whether both show the same cells in the same way; the numbers may be others.
  bool same_view(const Subject& other) const {
    const auto shape = [](const MatrixGrid& of) {
      const Rect part = seen(of);
      return Rect{part.x - of.rect.x, part.y - of.rect.y, part.width, part.height};
    };
    const MatrixGrid& a = grid;
    const MatrixGrid& b = other.grid;
    return theme == other.theme && a.tensor == b.tensor && a.head == b.head && a.transposed == b.transposed &&
           a.scale == b.scale && a.rect.width == b.rect.width && a.rect.height == b.rect.height && shape(a) == shape(b);
  }
};

struct Pictures::Picture {
  Subject subject;
  ImTextureData texture;
  Marks marks;
  int unused_frames = 0;
  bool stale = false;  ///< the numbers have changed since it was painted
  bool registered = false;
};

Pictures::Pictures() = default;

Pictures::~Pictures() {
  // A program may have ended ImGui before; then nobody holds the textures any more.
  if (ImGui::GetCurrentContext() == nullptr) {
    return;
  }
  for (const auto& picture : pictures_) {
    if (picture->registered) {
      ImGui::UnregisterUserTexture(&picture->texture);
    }
  }
}

void Pictures::begin_frame() {
  pixels_left_ = kPixelsPerFrame;
  waiting_ = false;
  for (const auto& picture : pictures_) {
    ++picture->unused_frames;
    if (picture->unused_frames > kPatience && !is_gone(picture->texture)) {
      // One that never reached the graphics card has nothing to be destroyed there.
      const bool uploaded = picture->texture.Status != ImTextureStatus_WantCreate;
      picture->texture.SetStatus(uploaded ? ImTextureStatus_WantDestroy : ImTextureStatus_Destroyed);
      picture->texture.UnusedFrames = picture->unused_frames;
    }
  }
  std::erase_if(pictures_, [](const std::unique_ptr<Picture>& picture) {
    const bool over = picture->unused_frames > kPatience && is_gone(picture->texture);
    if (over && picture->registered) {
      ImGui::UnregisterUserTexture(&picture->texture);
    }
    return over;
  });
}

void Pictures::forget() {
  for (const auto& picture : pictures_) {
    picture->stale = true;
  }
}

Marks Pictures::draw(ImDrawList& list, const MatrixGrid& grid, const playground::Model& model, const Theme& theme) {
  Picture* const picture = picture_for(grid, model, theme);
  if (picture == nullptr) {
    return {};
  }
  picture->unused_frames = 0;
  // The graphics card may have lost all textures; the pixels are still here.
  if (is_gone(picture->texture)) {
    picture->texture.SetStatus(ImTextureStatus_WantCreate);
  }
  const Rect part = seen(grid);
  const ImVec2 corner{std::round(part.x), std::round(part.y)};
  list.AddImage(
      picture->texture.GetTexRef(), corner,
      {corner.x + static_cast<float>(picture->texture.Width), corner.y + static_cast<float>(picture->texture.Height)});
  return picture->marks;
}

Pictures::Picture* Pictures::find(const Subject& subject, bool stale) {
  const auto found = std::find_if(pictures_.begin(), pictures_.end(), [&](const auto& picture) {
    const bool same_numbers = !picture->stale && picture->subject.grid.values == subject.grid.values &&
                              picture->subject.grid.limit == subject.grid.limit;
    return picture->unused_frames <= kPatience && (stale || same_numbers) && picture->subject.same_view(subject);
  });
  return found == pictures_.end() ? nullptr : found->get();
}

Pictures::Picture* Pictures::picture_for(const MatrixGrid& grid, const playground::Model& model, const Theme& theme) {
  const Subject subject{grid, &theme};
  if (Picture* const kept = find(subject, false)) {
    return kept;
  }
  const Rect part = seen(grid);
  const int pixels = static_cast<int>(part.width * part.height);
  if (pixels > pixels_left_ && pixels_left_ < kPixelsPerFrame) {
    waiting_ = true;
    return find(subject, true);
  }
  pixels_left_ -= pixels;
  const CellImage image = paint_image(grid, model, theme);
  const auto reusable = std::find_if(pictures_.begin(), pictures_.end(), [&](const auto& picture) {
    // One that was drawn in the last picture may still be drawn in this one.
    return picture->unused_frames > 1 && picture->unused_frames <= kPatience && picture->texture.Width == image.width &&
           picture->texture.Height == image.height;
  });
  const bool fits = reusable != pictures_.end();
  Picture& picture = fits ? **reusable : *pictures_.emplace_back(std::make_unique<Picture>());
  picture.subject = subject;
  picture.marks = image.marks;
  picture.stale = false;
  paint(picture, image);
  return &picture;
}

void Pictures::paint(Picture& picture, const CellImage& image) {
  ++painted_;
  ImTextureData& texture = picture.texture;
  if (!picture.registered) {
    texture.Create(ImTextureFormat_RGBA32, image.width, image.height);
    texture.UseColors = true;
    texture.SetStatus(ImTextureStatus_WantCreate);
    ImGui::RegisterUserTexture(&texture);
    picture.registered = true;
  }
  std::memcpy(texture.GetPixels(), image.pixels.data(), image.pixels.size() * sizeof(std::uint32_t));
  if (texture.Status == ImTextureStatus_OK) {
    const ImTextureRect all{0, 0, static_cast<unsigned short>(image.width), static_cast<unsigned short>(image.height)};
    texture.Updates.resize(0);
    texture.Updates.push_back(all);
    texture.UpdateRect = all;
    texture.UsedRect = all;
    texture.SetStatus(ImTextureStatus_WantUpdates);
  }
}

}  // namespace shell
