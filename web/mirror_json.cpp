#include "web/mirror_json.hpp"

#include <optional>
#include <vector>

#include "shell/help.hpp"
#include "shell/mirror.hpp"
#include "web/json_text.hpp"

namespace web {
namespace {

std::string_view name_of(shell::EntryKind kind) {
  switch (kind) {
    case shell::EntryKind::kHeading:
      return "heading";
    case shell::EntryKind::kText:
      return "text";
    case shell::EntryKind::kCode:
      return "code";
    case shell::EntryKind::kButton:
      return "button";
    case shell::EntryKind::kRadio:
      return "radio";
    case shell::EntryKind::kCheckbox:
      return "checkbox";
    case shell::EntryKind::kTextField:
      return "field";
    case shell::EntryKind::kNumberField:
      return "number";
    case shell::EntryKind::kSlider:
      return "slider";
    case shell::EntryKind::kMatrix:
    case shell::EntryKind::kMap:
      return "matrix";
    case shell::EntryKind::kTerms:
    case shell::EntryKind::kJourney:
    case shell::EntryKind::kFigure:
      return "table";
  }
  return {};
}

std::string_view name_of(shell::Part part) {
  switch (part) {
    case shell::Part::kHeader:
      return "header";
    case shell::Part::kTokens:
      return "tokens";
    case shell::Part::kControls:
      return "controls";
    case shell::Part::kSteps:
      return "steps";
    case shell::Part::kStage:
      return "stage";
    case shell::Part::kExplanation:
      return "explanation";
    case shell::Part::kFooter:
      return "footer";
    case shell::Part::kNotices:
      return "notices";
    case shell::Part::kWorking:
      return "working";
    case shell::Part::kDialog:
      return "dialog";
  }
  return {};
}

class MirrorWriter {
 public:
  MirrorWriter(const shell::App& app, const BrowserFonts& fonts, int most)
      : app_(app),
        fonts_(fonts),
        mirrored_{app.drawn_session(), app.shown_snapshot(), app.compared_snapshot(), app.view(), app.shown_exhibit(),
                  most} {}

  std::string json() const {
    const std::vector<shell::Entry>& entries = app_.transcript().entries();
    const bool modal = app_.view().dialog != shell::DialogKind::kNone || app_.progress();
    std::string parts;
    for (std::size_t first = 0; first < entries.size();) {
      std::size_t end = first;
      while (end < entries.size() && entries[end].part == entries[first].part) {
        ++end;
      }
      const shell::Part part = entries[first].part;
      if (!modal || part == shell::Part::kDialog || part == shell::Part::kWorking) {
        parts += parts.empty() ? "" : ",";
        parts += part_json(part, {entries.begin() + static_cast<std::ptrdiff_t>(first),
                                  entries.begin() + static_cast<std::ptrdiff_t>(end)});
      }
      first = end;
    }
    return std::string("{\"modal\":") + (modal ? "true" : "false") + ",\"parts\":[" + parts + "]}";
  }

 private:
  std::string said(std::string_view text) const { return quoted(fonts_.plain_text(text)); }

  std::string part_json(shell::Part part, const std::vector<shell::Entry>& entries) const {
    return "{\"part\":" + quoted(name_of(part)) + ",\"label\":" + quoted(shell::label_of(part)) +
           ",\"entries\":" + list_of(entries, [this](const shell::Entry& entry) { return entry_json(entry); }) + "}";
  }

  std::string entry_json(const shell::Entry& entry) const {
    std::string json = "{\"kind\":" + quoted(name_of(entry.kind)) + ",\"text\":" + said(entry.text);
    const auto add = [&](const char* key, const std::string& value) {
      json += std::string(",\"") + key + "\":" + value;
    };
    if (!entry.name.empty()) add("name", quoted(entry.name));
    if (!entry.value.empty() || shell::is_control(entry.kind)) add("value", said(entry.value));
    if (!entry.group.empty()) add("group", said(entry.group));
    if (!entry.family.empty()) add("family", quoted(entry.family));
    if (entry.news) add("news", "true");
    if (entry.chosen) add("chosen", "true");
    if (!entry.enabled) add("disabled", "true");
    if (entry.kind == shell::EntryKind::kHeading) add("level", std::to_string(entry.level));
    if (entry.kind == shell::EntryKind::kSlider) add("most", std::to_string(entry.most));
    if (const std::string_view help = shell::help_of(entry.name); !help.empty()) add("help", quoted(help));
    if (const std::optional<shell::Table> table = shell::table_of(entry, mirrored_)) add("table", table_json(*table));
    return json + "}";
  }

  std::string table_json(const shell::Table& table) const {
    const auto texts = [this](const std::vector<std::string>& line) {
      return list_of(line, [this](const std::string& text) { return said(text); });
    };
    return "{\"caption\":" + said(table.caption) + ",\"note\":" + said(table.note) + ",\"rows\":" + texts(table.rows) +
           ",\"columns\":" + texts(table.columns) + ",\"cells\":" + list_of(table.cells, texts) +
           ",\"names\":" + list_of(table.names, texts) + ",\"row\":" + std::to_string(table.selected_row) +
           ",\"column\":" + std::to_string(table.selected_column) + "}";
  }

  const shell::App& app_;
  const BrowserFonts& fonts_;
  shell::Mirrored mirrored_;
};

}  // namespace

std::string mirror_json(const shell::App& app, const BrowserFonts& fonts, int most) {
  return MirrorWriter(app, fonts, most).json();
}

}  // namespace web
