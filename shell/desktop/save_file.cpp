#include "shell/desktop/save_file.hpp"

#include <filesystem>
#include <fstream>

namespace desktop {

std::optional<std::string> save_file(const std::string& name, const std::string& bytes) {
  const std::filesystem::path wanted(name);
  std::filesystem::path path = wanted;
  for (int number = 2; std::filesystem::exists(path); ++number) {
    path = wanted.stem().string() + " (" + std::to_string(number) + ")" + wanted.extension().string();
  }
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return std::nullopt;
  return path.string();
}

}  // namespace desktop
