#include "master/app/leftovers.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

namespace ldfi::app {

void remove_leftovers(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  const std::string prefix = fs::path(path).filename().string() + ".tmp-";
  std::error_code ignored;  // they are in nobody's way
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || name.size() == prefix.size()) continue;
    const bool number = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()),
                                    name.end(), [](unsigned char c) { return std::isdigit(c); });
    if (number) found.push_back(entry.path());
  }
  for (const auto& file : found) fs::remove(file, ignored);
}

}  // namespace ldfi::app
