#include "master/app/leftovers.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

namespace ldfi::app {
namespace {

namespace fs = std::filesystem;

bool is_temporary(const std::string& name, const std::string& of) {
  const std::string prefix = of + ".tmp-";
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                     [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

void remove_leftovers(const std::string& output, const std::string& journal) {
  const fs::path folder = fs::path(output).parent_path();
  const std::string names[] = {fs::path(output).filename(), fs::path(journal).filename()};
  std::error_code ignored;  // they are in nobody's way
  std::vector<fs::path> found;
  // Not a range-for, whose ++ throws.
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, ignored), end; entry != end;
       entry.increment(ignored)) {
    const std::string name = entry->path().filename();
    if (is_temporary(name, names[0]) || is_temporary(name, names[1])) {
      found.push_back(entry->path());
    }
  }
  for (const auto& file : found) fs::remove(file, ignored);
}

}  // namespace ldfi::app
