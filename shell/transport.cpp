#include "shell/transport.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/playground/wording.hpp"
#include "shell/focus.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

std::string speed_text(double speed) {
  char text[16];
  std::snprintf(text, sizeof text, "%g×", speed);
  return text;
}

std::string count_text(int cell, int cells) {
  return say(Word::kPlayCount, {playground::grouped(cell), playground::grouped(cells)});
}

Playback started(const Frame& frame) {
  return frame.view.play.active ? frame.view.play : moved_to(frame.view.play, frame.reel, cell_shown(frame));
}

void draw_bar(Frame& frame, const Rect& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool playable = frame.reel.cells() > 0;
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::InvisibleButton("play.bar", {area.width, area.height});
  const bool held = ImGui::IsItemActive();
  if (playable) {
    Entry entry{.kind = EntryKind::kSlider, .name = "play.bar", .text = label(Word::kCellSlider)};
    entry.value = std::to_string(cell_shown(frame));
    entry.most = frame.reel.cells() - 1;
    if (control(frame, std::move(entry)) && frame.view.slid) {
      frame.view.play = moved_to(frame.view.play, frame.reel, std::clamp(*frame.view.slid, 0, frame.reel.cells() - 1));
      frame.view.play.running = false;
      frame.view.pinned.reset();
    }
  }
  if (playable && (held || ImGui::IsItemHovered())) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  if (held && playable) {
    const float share = std::clamp((ImGui::GetMousePos().x - area.x) / area.width, 0.0F, 1.0F);
    Playback play = moved_to(frame.view.play, frame.reel, static_cast<double>(share) * frame.reel.cells());
    play.running = false;
    play.bar_keys = true;
    frame.view.play = play;
    frame.view.pinned.reset();
    frame.view.cell_keys = false;
  }
  const float height = 0.3F * frame.em;
  const Rect track{area.x, area.y + (area.height - height) / 2, area.width, height};
  fill(list, track, frame.theme.hairline, height / 2);
  if (playable) {
    const double head = frame.view.play.active ? playhead(frame.view.play, frame.reel) : cell_shown(frame) + 1;
    const float share = static_cast<float>(head / frame.reel.cells());
    fill(list, {track.x, track.y, track.width * share, height}, frame.theme.ink, height / 2);
    const float radius = 0.42F * frame.em;
    list.AddCircleFilled({track.x + track.width * share, track.y + height / 2}, radius, packed(frame.theme.ink));
    if (frame.view.play.bar_keys) {
      outline(list, {area.x - radius, track.y - radius, area.width + 2 * radius, height + 2 * radius},
              frame.theme.focus, std::max(1.5F, 0.1F * frame.em), radius);
    }
  }
  anchor(frame, "play.bar", area);
}

/// The popup behind the speed: how fast, and whether the next step follows.
void draw_speed_choices(Frame& frame) {
  Playback& play = frame.view.play;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.6F * frame.em, 0.6F * frame.em});
  if (ImGui::BeginPopup("play.speeds")) {
    paragraph(frame, say(Word::kSpeed), frame.theme.muted_ink);
    frame.transcript.label(say(Word::kSpeed), "play.speed");
    std::vector<Choice> options;
    for (const double speed : kSpeeds) {
      const std::string text = speed_text(speed);
      options.push_back({"play.speed[" + text.substr(0, text.size() - 2) + "]", text, play.speed == speed});
    }
    if (const int pressed = choices(frame, options); pressed >= 0) {
      // The playhead stays where it is: time begins anew there.
      play = play.active ? moved_to(play, frame.reel, playhead(play, frame.reel)) : play;
      play.speed = kSpeeds[pressed];
      ImGui::CloseCurrentPopup();
    }
    paragraph(frame, say(Word::kAtEndOfStep), frame.theme.muted_ink);
    frame.transcript.label(say(Word::kAtEndOfStep), "play");
    const Choice ends[] = {{"play.continue", label(Word::kGoOn), play.continues},
                           {"play.stop", label(Word::kStop), !play.continues}};
    if (const int pressed = choices(frame, ends); pressed >= 0) {
      play.continues = pressed == 0;
      ImGui::CloseCurrentPopup();
    }
    frame.transcript.label({}, {});
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

float count_width(const Frame& frame) {
  return text_size(frame, count_text(frame.reel.cells(), frame.reel.cells()), Weight::kRegular, 0.88F * frame.em).x;
}

}  // namespace

int cell_shown(const Frame& frame) {
  if (frame.scene && frame.scene->current >= 0) {
    return frame.scene->current;
  }
  const std::optional<playground::Cell> cell = selected_cell(frame.session, frame.snapshot);
  return cell ? std::min(cell->row * frame.reel.columns + cell->column, std::max(0, frame.reel.cells() - 1)) : 0;
}

bool is_made(const Frame& frame, const playground::Cell& cell) {
  if (!frame.scene || frame.scene->current < 0) {
    return false;
  }
  const std::optional<playground::Cell> current = selected_cell(frame.session, frame.snapshot);
  return current && current->tensor == cell.tensor && current->row == cell.row && current->column == cell.column;
}

void press_play(Frame& frame) {
  if (frame.preferences.reduced_motion) {
    step_cells(frame, 1);
    return;
  }
  Playback& play = frame.view.play;
  if (play.running) {
    play = moved_to(play, frame.reel, playhead(play, frame.reel));
    play.running = false;
    return;
  }
  play = started(frame);
  frame.view.pinned.reset();
  if (frame.reel.cells() > 0 && at_end(play, frame.reel)) {
    play = moved_to(play, frame.reel, 0);
  }
  play.running = true;
}

void step_cells(Frame& frame, int cells) {
  if (frame.reel.cells() > 0) {
    frame.view.pinned.reset();
    frame.view.play = stepped(started(frame), frame.reel, cells);
  }
}

float least_transport_width(const Frame& frame) {
  const float all_width = frame.view.play.active ? button_width(frame, say(Word::kShowAll)) + 0.8F * frame.em : 0;
  return 4 * frame.em + count_width(frame) + button_width(frame, speed_text(0.25)) + all_width + 1.6F * frame.em;
}

void draw_transport(Frame& frame, const Rect& area) {
  const float button_height = ImGui::GetFrameHeight();
  const float speed_width = button_width(frame, speed_text(0.25));
  const float text_width = count_width(frame);
  const float gap = 0.8F * frame.em;
  const bool held = frame.view.play.active && !frame.view.play.running;
  const float all_width = held ? button_width(frame, say(Word::kShowAll)) + gap : 0;
  const float bar_width = std::max(frame.em, area.width - text_width - speed_width - all_width - 2 * gap);
  draw_bar(frame, {area.x, area.y, bar_width, area.height});
  const Rect count{area.x + bar_width + gap, area.y, text_width, area.height};
  if (frame.reel.cells() > 0) {
    draw_text_in(frame, *ImGui::GetWindowDrawList(), count, count_text(cell_shown(frame) + 1, frame.reel.cells()),
                 frame.theme.muted_ink, Weight::kRegular, 0.88F * frame.em, {1, 0.5F});
    anchor(frame, "play.count", count);
  }
  ImGui::SetCursorScreenPos({count.right() + gap, area.y + (area.height - button_height) / 2});
  if (button(frame, "play.speed", speed_text(frame.view.play.speed))) {
    ImGui::OpenPopup("play.speeds");
  }
  draw_speed_choices(frame);
  if (held) {
    ImGui::SetCursorScreenPos({last_item().right() + gap, area.y + (area.height - button_height) / 2});
    if (button(frame, "play.all", say(Word::kShowAll))) {
      frame.view.play.active = false;
      frame.view.play.bar_keys = false;
    }
  }
}

}  // namespace shell
