// Runs every case folder at and below DIR: a line a case, then "N passed, N failed, N skipped".
//
//   conformance DIR
//
// Exit status: 0 where cases ran and none failed, 1 where one failed or none was found, 2 without a folder.
#include <cstdio>
#include <exception>
#include <filesystem>

#include "tests/conformance/case.hpp"
#include "tests/conformance/run_case.hpp"

int main(int argument_count, char** arguments) {
  using conformance::Verdict;
  if (argument_count != 2) {
    std::fprintf(stderr, "usage: conformance DIR\n");
    return 2;
  }
  const std::filesystem::path root = arguments[1];
  std::vector<std::filesystem::path> folders;
  try {
    folders = conformance::case_folders(root);
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "%s\n", mistake.what());
    return 2;
  }
  int passed = 0, failed = 0, skipped = 0;
  for (const std::filesystem::path& folder : folders) {
    const conformance::Result result = conformance::run_case(folder);
    const char* word = "passed";
    if (result.verdict == Verdict::kPassed) {
      ++passed;
    } else if (result.verdict == Verdict::kFailed) {
      word = "FAILED";
      ++failed;
    } else {
      word = "SKIPPED";
      ++skipped;
    }
    const std::string name = folder == root ? folder.filename().string() : folder.lexically_relative(root).string();
    std::printf("%s: %s: %s\n", word, name.c_str(), result.text.c_str());
  }
  if (folders.empty()) std::printf("no case.json at or below %s\n", root.string().c_str());
  std::printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
  return failed == 0 && passed + skipped > 0 ? 0 : 1;
}
