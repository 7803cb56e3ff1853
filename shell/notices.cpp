#include "shell/notices.hpp"

#include <algorithm>
#include <utility>

#include "shell/panel.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

constexpr std::size_t kMostNotices = 2;
constexpr double kRefusalSeconds = 12;
constexpr double kDoneSeconds = 2.5;

// In em.
constexpr float kNoticeWidth = 30;
constexpr float kNoticeMargin = 0.8F;
constexpr float kLeastBeside = 12;  ///< what of the stage is to be seen beside a notice that lies over it
constexpr float kLeastAbove = 5;    ///< its height above a notice that does not

/// Draws one notice; true when it is to be closed.
bool draw_notice(Frame& frame, const Notice& notice, std::size_t index, float width) {
  const std::string number = std::to_string(index);
  Panel panel(frame, "notice" + number, width);
  const bool bad = notice.kind == NoticeKind::kRefusal || notice.kind == NoticeKind::kLink;
  paragraph(frame, notice.sentence, bad ? frame.theme.warning : frame.theme.ink);
  if (notice.kind == NoticeKind::kDone) {
    return false;
  }
  bool closed = false;
  if (notice.kind == NoticeKind::kByWord) {
    if (button(frame, "notice[" + number + "].article", say(Word::kArticleDraw))) {
      frame.request(playground::SetVectors{playground::Vectors::kArticle});
      closed = true;
    }
    ImGui::SameLine();
  }
  return button(frame, "notice[" + number + "].close", say(Word::kClose)) || closed;
}

}  // namespace

Notice refusal(std::string sentence) { return {std::move(sentence), NoticeKind::kRefusal, kRefusalSeconds}; }
Notice done(std::string sentence) { return {std::move(sentence), NoticeKind::kDone, kDoneSeconds}; }

void add_notice(std::vector<Notice>& notices, Notice notice) {
  std::erase_if(notices, [&](const Notice& shown) {
    return shown.sentence == notice.sentence || (shown.kind == notice.kind && notice.kind != NoticeKind::kLink);
  });
  if (notices.size() >= kMostNotices) {
    notices.erase(notices.begin());
  }
  notices.push_back(std::move(notice));
}

void drop_untrue(std::vector<Notice>& notices, const playground::Model& model) {
  std::erase_if(notices, [&](const Notice& notice) {
    const bool by_word = model.vectors == playground::Vectors::kWord;
    return notice.kind == NoticeKind::kRefusal || (notice.kind == NoticeKind::kByWord && !by_word);
  });
}

void drop_read(std::vector<Notice>& notices) {
  std::erase_if(notices, [](const Notice& notice) { return notice.kind == NoticeKind::kByWord; });
}

void age_notices(std::vector<Notice>& notices, double seconds) {
  for (Notice& notice : notices) {
    if (notice.seconds_left >= 0) {
      notice.seconds_left = std::max(0.0, notice.seconds_left - seconds);
    }
  }
  std::erase_if(notices, [](const Notice& notice) { return notice.seconds_left == 0; });
}

double next_notice_end(const std::vector<Notice>& notices) {
  double first = -1;
  for (const Notice& notice : notices) {
    if (notice.seconds_left >= 0) {
      first = first < 0 ? notice.seconds_left : std::min(first, notice.seconds_left);
    }
  }
  return first;
}

Rect take_room_for_notices(const Frame& frame, WindowLayout& layout) {
  if (frame.view.notices.empty()) {
    return {};
  }
  Rect& stage = layout.stage;
  const float margin = kNoticeMargin * frame.em;
  const float width = std::min(kNoticeWidth * frame.em, stage.width - 2 * margin);
  // They stand on the footer, over the lower part of the stage; the height is known once they are drawn.
  const float height = std::min(frame.view.notices_height, stage.height);
  const Rect room{stage.x + (stage.width - width) / 2, stage.bottom() - height - margin, width, std::max(1.0F, height)};
  const float above = room.y - margin - stage.y;
  if (stage.width - width < kLeastBeside * frame.em && above >= kLeastAbove * frame.em) {
    stage.height = above;
  }
  return room;
}

void draw_notices(Frame& frame, const Rect& room) {
  std::vector<Notice>& notices = frame.view.notices;
  if (notices.empty()) {
    return;
  }
  ChildWindow window("notices", room, with_alpha(frame.theme.surface, 0), {0, 0}, false);
  if (!window) {
    return;
  }
  std::size_t closed = notices.size();
  for (std::size_t index = 0; index < notices.size(); ++index) {
    closed = draw_notice(frame, notices[index], index, room.width) ? index : closed;
  }
  frame.view.notices_height = last_item().bottom() - ImGui::GetWindowPos().y;
  if (closed < notices.size()) {
    notices.erase(notices.begin() + static_cast<std::ptrdiff_t>(closed));
  }
}

}  // namespace shell
