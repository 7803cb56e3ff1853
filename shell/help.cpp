#include "shell/help.hpp"

#include <algorithm>
#include <array>

#include "shell/draw.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

struct Help {
  std::string_view name;
  Word sentence;
};

constexpr std::array kHelp{
    Help{"seed", Word::kHelpSeed},
    Help{"seed.new", Word::kHelpNewSeed},
    Help{"reset", Word::kHelpReset},
    Help{"d_model", Word::kHelpModelWidth},
    Help{"d_k", Word::kHelpHeadWidth},
    Help{"heads", Word::kHelpHeads},
    Help{"kv_heads", Word::kHelpKvHeads},
    Help{"scale.on", Word::kHelpScaleOn},
    Help{"scale.off", Word::kHelpScaleOff},
    Help{"scale", Word::kHelpScale},
    Help{"mask", Word::kHelpMask},
    Help{"positions", Word::kHelpPositions},
    Help{"vectors", Word::kHelpVectors},
    Help{"weights", Word::kHelpWeights},
    Help{"layer", Word::kHelpLayer},
    Help{"block", Word::kHelpBlock},
    Help{"convention", Word::kHelpConvention},
    Help{"mask.none", Word::kHelpNoMask},
    Help{"mask.causal", Word::kHelpCausal},
    Help{"mask.padding", Word::kHelpPadding},
    Help{"mask.padding.count", Word::kHelpPaddingCount},
    Help{"mask.window", Word::kHelpWindow},
    Help{"mask.window.count", Word::kHelpWindowCount},
    Help{"mask.prefix", Word::kHelpPrefix},
    Help{"mask.prefix.count", Word::kHelpPrefixCount},
    Help{"mask.paint", Word::kHelpPaint},
    Help{"vectors.article", Word::kHelpByPlace},
    Help{"vectors.word", Word::kHelpByWord},
    Help{"positions.none", Word::kHelpNoPositions},
    Help{"positions.sinusoidal", Word::kHelpSinusoidal},
    Help{"positions.rotary", Word::kHelpRotary},
    Help{"positions.rotary_half", Word::kHelpRotaryHalf},
    Help{"positions.alibi", Word::kHelpAlibi},
    Help{"block.on", Word::kHelpBlockOn},
    Help{"block.off", Word::kHelpBlockOff},
    Help{"d_ff", Word::kHelpFeedForward},
    Help{"convention.rows", Word::kHelpTokenRows},
    Help{"convention.columns", Word::kHelpTokenColumns},
    Help{"lang", Word::kHelpLanguage},
    Help{"edits.reset", Word::kHelpResetEdits},
    Help{"cell.reset", Word::kHelpResetCell},
    Help{"cell.edit", Word::kHelpEditCell},
    Help{"cell.drag", Word::kHelpDrag},
    Help{"pin.second", Word::kHelpPinSecond},
    Help{"trail.back", Word::kHelpTrailBack},
    Help{"compare", Word::kHelpCompare},
    Help{"shortcuts", Word::kHelpShortcuts},
    Help{"code.copy", Word::kHelpCopyProgram},
    Help{"token.left", Word::kHelpMoveLeft},
    Help{"token.right", Word::kHelpMoveRight},
    Help{"tokens.add", Word::kHelpAddWord},
};

}  // namespace

std::string_view help_of(std::string_view name) {
  const auto found = std::find_if(kHelp.begin(), kHelp.end(), [&](const Help& help) { return help.name == name; });
  return found == kHelp.end() ? std::string_view{} : say(found->sentence);
}

void tip(const Frame& frame, std::string_view text, const Rect& subject) {
  const float padding = 0.6F * frame.em;
  const float size = 0.92F * frame.em;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(26 * frame.em, window.x - 4 * padding);
  const std::string shaped = shaped_text(frame, text);
  const std::vector<std::string_view> lines = wrapped(frame, shaped, Weight::kRegular, size, width);
  float widest = 0;
  for (const std::string_view line : lines) {
    widest = std::max(widest, text_size(frame, line, Weight::kRegular, size).x);
  }
  const float line_height = 1.25F * size;
  const float height = static_cast<float>(lines.size()) * line_height + 2 * padding;
  const float gap = 0.5F * frame.em;
  const float full = widest + 2 * padding;
  const float x = std::clamp(subject.x + subject.width / 2 - full / 2, gap, std::max(gap, window.x - full - gap));
  const bool below = subject.bottom() + gap + height < window.y;
  const Rect box{x, below ? subject.bottom() + gap : std::max(gap, subject.y - gap - height), full, height};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  fill(list, box, frame.theme.surface, 0.4F * frame.em);
  outline(list, box, frame.theme.control_border, 1, 0.4F * frame.em);
  float y = box.y + padding;
  for (const std::string_view line : lines) {
    draw_text(frame, list, {box.x + padding, y}, line, frame.theme.ink, Weight::kRegular, size);
    y += line_height;
  }
}

void help_for_last_item(const Frame& frame, std::string_view name) {
  const std::string_view sentence = help_of(name);
  if (!sentence.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal | ImGuiHoveredFlags_AllowWhenDisabled)) {
    tip(frame, sentence, last_item());
  }
}

}  // namespace shell
