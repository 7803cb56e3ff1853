#include "shell/help.hpp"

#include <algorithm>
#include <array>

#include "shell/draw.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

struct Help {
  std::string_view name;
  std::string_view sentence;
};

constexpr std::array kHelp{
    Help{"seed", "The random numbers start from this seed: NumPy's default_rng(seed) draws the same ones."},
    Help{"seed.new", "Draws another seed, and with it other random numbers."},
    Help{"reset", "Back to the opening experiment; the seed stays."},
    Help{"d_model", "Width of the model: how many numbers a token's vector has."},
    Help{"d_k", "Width of one head: how many numbers a query, a key or a value has."},
    Help{"heads",
         "How many heads attend side by side, each with its own W_q. Changing it gives each its own keys and "
         "values too."},
    Help{"kv_heads",
         "How many sets of keys and values there are. With fewer than heads, heads share them: grouped "
         "queries."},
    Help{"scale.on", "Divides each score by the root of d_k, as in the paper."},
    Help{"scale.off", "Leaves the scores as they are, and shows why the division is there."},
    Help{"scale", "The number that multiplies each score. Type any number."},
    Help{"mask", "Which tokens a token may look at. Parts add up: what one forbids is forbidden."},
    Help{"positions", "How the place of a token gets into the numbers."},
    Help{"vectors", "Whether a vector belongs to the place in the sentence or to the word."},
    Help{"block", "Attention alone, or what follows it in a transformer too."},
    Help{"convention", "How the matrices are drawn; the numbers are the same."},
    Help{"mask.none", "Every token may look at every token."},
    Help{"mask.causal", "No token looks at a later one."},
    Help{"mask.padding", "The last tokens are filler that nobody looks at."},
    Help{"mask.padding.count", "How many tokens at the end are filler."},
    Help{"mask.window", "A token looks at near ones only."},
    Help{"mask.window.count", "How far a token looks, in tokens."},
    Help{"mask.prefix", "All look at the first tokens, then no one looks ahead."},
    Help{"mask.prefix.count", "How many tokens at the start all may look at."},
    Help{"mask.paint", "Paint the mask: click or drag over cells. Space paints the selected cell."},
    Help{"vectors.article",
         "A random vector for each place: what the article has. Another word in the place changes "
         "nothing."},
    Help{"vectors.word", "A vector for each word, the same wherever it stands."},
    Help{"positions.none", "The order of the tokens is not in the numbers."},
    Help{"positions.sinusoidal", "Waves of different lengths are added to the vectors, as in the paper of 2017."},
    Help{"positions.rotary", "Queries and keys are turned by their place, in pairs of neighbouring columns."},
    Help{"positions.rotary_half",
         "Queries and keys are turned by their place, the first half of the columns against "
         "the second."},
    Help{"positions.alibi", "Far keys lose score, the more the farther."},
    Help{"block.on", "Shows the rest of a transformer's block: residuals, norms, feed-forward."},
    Help{"block.off", "Attention alone."},
    Help{"d_ff", "Width of the feed-forward layer between its two matrices."},
    Help{"convention.rows", "A token is a row of each matrix, as in code."},
    Help{"convention.columns", "A token is a column of each matrix, as in many books."},
    Help{"edits.reset", "All cells that were typed over become what was computed."},
    Help{"cell.reset", "This cell becomes what was computed."},
    Help{"cell.edit", "Type another number; all that follows from it is computed at once."},
    Help{"cell.drag", "Drag to the right for more, to the left for less."},
    Help{"pin.second", "The next cell that you click is shown beside this one."},
    Help{"trail.back", "Back to the cell that you came from."},
    Help{"compare", "Two configurations side by side, with a map of the difference."},
    Help{"shortcuts", "What the keys do."},
    Help{"code.copy", "The whole script: NumPy prints the number on screen."},
    Help{"token.left", "Moves the word one place towards the start."},
    Help{"token.right", "Moves the word one place towards the end."},
    Help{"tokens.add", "Adds a word after the selected one."},
};

}  // namespace

std::string_view help_of(std::string_view name) {
  const auto found = std::find_if(kHelp.begin(), kHelp.end(), [&](const Help& help) { return help.name == name; });
  return found == kHelp.end() ? std::string_view{} : found->sentence;
}

void tip(const Frame& frame, std::string_view text, const Rect& subject) {
  const float padding = 0.6F * frame.em;
  const float size = 0.92F * frame.em;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(26 * frame.em, window.x - 4 * padding);
  const std::vector<std::string_view> lines = wrapped(frame, text, Weight::kRegular, size, width);
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
