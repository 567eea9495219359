// Removes temporary files that remain because processes were killed.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"

namespace ldfi::files {
namespace {

namespace fs = std::filesystem;

bool is_temporary(const std::string& name, const std::string& of) {
  constexpr std::size_t digits = 16;
  const std::string prefix = of + ".tmp-";
  return name.starts_with(prefix) && name.size() == prefix.size() + digits &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                     [](unsigned char c) { return std::isxdigit(c); });
}

}  // namespace

void remove_leftovers(const std::vector<std::string>& paths) {
  const fs::path folder = fs::path(paths.front()).parent_path();
  std::error_code ignored;
  std::vector<fs::path> found;
  // Not a range-based for loop, because incrementing the iterator of such a loop may throw.
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, ignored), end; entry != end;
       entry.increment(ignored)) {
    const std::string name = entry->path().filename();
    const bool temporary = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      return is_temporary(name, fs::path(path).filename());
    });
    if (temporary) found.push_back(entry->path());
  }
  for (const auto& leftover : found) {
    try {
      File file(leftover, File::Mode::append);  // throws if the leftover is not a regular file
      if (file.lock()) fs::remove(leftover, ignored);
    } catch (const EnvironmentError&) {
    }
  }
}

}  // namespace ldfi::files
