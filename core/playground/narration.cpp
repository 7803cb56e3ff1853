#include "core/playground/narration.hpp"

#include <algorithm>
#include <utility>

#include "core/playground/lesson.hpp"
#include "core/playground/values.hpp"

namespace playground {
namespace {

constexpr std::array<std::string_view, 2> kTongues{"en", "es"};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// The first word of a line, and what follows it.
std::pair<std::string_view, std::string_view> split_word(std::string_view line) {
  const std::size_t blank = line.find(' ');
  return {line.substr(0, blank), blank == std::string_view::npos ? std::string_view() : trimmed(line.substr(blank))};
}

class Reader {
 public:
  explicit Reader(std::string_view name) : name_(name) {}

  Result<Narration> read(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      line(text.substr(begin, end - begin));
      if (!problem_.empty()) return Problem{problem_};
      begin = end + 1;
    }
    check_whole();
    if (!problem_.empty()) return Problem{problem_};
    return narration_;
  }

 private:
  void line(std::string_view text) {
    if (trimmed(text).empty() || text.front() == '#') return;
    if (text.front() == ' ') {
      spoken_line(trimmed(text));
      return;
    }
    const auto [word, rest] = split_word(text);
    target_ = nullptr;
    latest_ = nullptr;
    if (word == "lesson") {
      narration_.lesson = rest;
    } else if (word == "preset") {
      narration_.preset = rest;
    } else if (word == "next") {
      narration_.next = rest;
    } else if (word == "question") {
      target_ = &narration_.question;
    } else if (word == "keep") {
      target_ = &narration_.keep;
    } else if (word == "cue") {
      cue(rest);
    } else if (word == "option") {
      option(rest);
    } else if (word == "label") {
      narration_.labels.push_back({std::string(rest), {}});
      target_ = &narration_.labels.back().text;
    } else {
      wrong("“" + std::string(word) + "” is no part of a narration");
    }
  }

  void cue(std::string_view rest) {
    const std::vector<std::string_view> parts = split(rest, '|');
    if (parts.size() > 4 || (parts.size() == 4 && trimmed(parts[3]) != "text")) {
      wrong("a cue has three parts at most, and “text”");
      return;
    }
    Cue& made = narration_.cues.emplace_back();
    made.changes = trimmed(parts[0]);
    if (parts.size() > 1) made.highlight = trimmed(parts[1]);
    if (parts.size() > 2) made.exhibit = trimmed(parts[2]);
    made.of_own_text = parts.size() > 3;
    target_ = &made.text;
  }

  void option(std::string_view rest) {
    if (narration_.cues.empty() || (!rest.empty() && rest != "right")) {
      wrong(rest.empty() ? "an option before any cue" : "an option is “right” or nothing");
      return;
    }
    target_ = &narration_.cues.back().options.emplace_back(Option{rest == "right", {}}).text;
  }

  void spoken_line(std::string_view text) {
    if (target_ == nullptr) {
      wrong("a text that belongs to nothing");
      return;
    }
    const auto [word, rest] = split_word(text);
    if (word == "..") {
      if (latest_ == nullptr || latest_->empty()) {
        wrong("“..” goes on with a text that is not there");
        return;
      }
      *latest_ += " " + std::string(rest);
      return;
    }
    const auto tongue = std::find(kTongues.begin(), kTongues.end(), word);
    if (tongue == kTongues.end()) {
      wrong("“" + std::string(word) + "” is no language: en or es");
      return;
    }
    latest_ = &target_->texts[static_cast<std::size_t>(tongue - kTongues.begin())];
    if (!latest_->empty()) wrong("the same language twice");
    *latest_ = rest;
  }

  void check_whole() {
    const auto whole = [](const Spoken& text) {
      return std::none_of(text.texts.begin(), text.texts.end(), [](const std::string& one) { return one.empty(); });
    };
    if (!problem_.empty()) return;
    if (narration_.lesson.empty()) wrong("“lesson” is missing");
    if (!whole(narration_.question)) wrong("the question is missing in a language");
    if (!whole(narration_.keep)) wrong("what to keep is missing in a language");
    if (narration_.cues.empty()) wrong("there is no cue");
    for (std::size_t index = 0; index < narration_.cues.size(); ++index) {
      const Cue& cue = narration_.cues[index];
      if (!whole(cue.text)) wrong("cue " + std::to_string(index) + " lacks a language");
      const auto right =
          std::count_if(cue.options.begin(), cue.options.end(), [](const Option& one) { return one.right; });
      for (const Option& option : cue.options) {
        if (!whole(option.text)) wrong("an option of cue " + std::to_string(index) + " lacks a language");
      }
      if (!cue.options.empty() && right != 1) wrong("cue " + std::to_string(index) + " has not one right option");
    }
    for (const Label& label : narration_.labels) {
      if (!whole(label.text)) wrong("label “" + label.name + "” lacks a language");
    }
  }

  void wrong(const std::string& what) {
    if (problem_.empty()) problem_ = std::string(name_) + ":" + std::to_string(line_) + ": " + what;
  }

  std::string_view name_;
  int line_ = 0;
  Narration narration_;
  Spoken* target_ = nullptr;
  std::string* latest_ = nullptr;
  std::string problem_;
};

}  // namespace

Result<Narration> read_narration(std::string_view name, std::string_view text) { return Reader(name).read(text); }

const std::vector<Narration>& narrations() {
  static std::vector<Narration> all;
  if (!all.empty()) return all;
  all = [] {  // where the texts arrive later than the program, there are none until then
    std::vector<Narration> read;
    for (const LessonFile& file : lesson_files()) {
      const Result<Narration> narration = read_narration(file.name, file.text);
      if (narration && find_lesson(narration.value().lesson) != nullptr) read.push_back(narration.value());
    }
    const auto place = [](const Narration& narration) { return find_lesson(narration.lesson) - lessons().data(); };
    std::sort(read.begin(), read.end(), [&](const Narration& a, const Narration& b) { return place(a) < place(b); });
    return read;
  }();
  return all;
}

const Spoken* Narration::label(std::string_view name) const {
  const auto found = std::find_if(labels.begin(), labels.end(), [&](const Label& one) { return one.name == name; });
  return found == labels.end() ? nullptr : &found->text;
}

const Narration* find_narration(std::string_view lesson) {
  const std::vector<Narration>& all = narrations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Narration& narration) { return narration.lesson == lesson; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace playground
