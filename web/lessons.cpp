// The texts of the lessons in the page: they arrive after its first picture.
#include <emscripten.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/playground/narration.hpp"

namespace {

/// The files, one after the other, each ended by a NUL: "mask.txt\n" and its text.
std::string& given_lessons() {
  static std::string lessons;
  return lessons;
}

}  // namespace

namespace playground {

std::vector<LessonFile> lesson_files() {
  std::vector<LessonFile> files;
  std::string_view rest = given_lessons();
  while (!rest.empty()) {
    const std::string_view file = rest.substr(0, rest.find('\0'));
    const std::size_t line = file.find('\n');
    files.push_back({file.substr(0, line), file.substr(line + 1)});
    rest.remove_prefix(file.size() + 1);
  }
  return files;
}

}  // namespace playground

extern "C" EMSCRIPTEN_KEEPALIVE void ap_give_lessons(const char* text, int length) {
  given_lessons().assign(text, static_cast<std::size_t>(length));
}
