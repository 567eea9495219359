#include "results/report/relative_names.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi::results {
namespace {

/// Returns the folder of a file with its last slash: `/a/b/` for `/a/b/c.ded`.
std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);
}

/// Returns the value of the option `known` without folders in the names of files: `b.h5; O(a,b,1)`
/// for `/a/b.h5; O(a,b,1)`.
std::string without_folders(const std::string& known) {
  constexpr std::string_view between = "; ";
  std::string out;
  for (std::string_view rest = known; !rest.empty();) {
    const std::size_t end = std::min(rest.find(between), rest.size());
    const std::string one(rest.substr(0, end));
    const bool absolute = one.starts_with('/') && is_stored(one);
    out += (out.empty() ? "" : between);
    out += absolute ? one.substr(folder_of(one).size()) : one;
    rest.remove_prefix(std::min(end + between.size(), rest.size()));
  }
  return out;
}

/// Returns the deepest folder that contains both folders: `/a/` for `/a/b/` and `/a/c/`.
std::string common_folder(const std::string& a, const std::string& b) {
  const auto parts = std::ranges::mismatch(a, b);
  return folder_of(a.substr(0, static_cast<std::size_t>(parts.in1 - a.begin())));
}

/// Returns the deepest folder that contains all files with absolute names, or an empty text if no name is
/// absolute.
std::string folder_of_all(const RunRecord& run) {
  std::string folder;
  const auto add = [&folder](const std::string& path) {
    if (!path.starts_with('/')) return;
    folder = folder.empty() ? folder_of(path) : common_folder(folder, folder_of(path));
  };
  add(run.config_name);
  for (const SourceText& source : run.program) add(source.name);
  return folder;
}

}  // namespace

RunRecord with_relative_names(RunRecord run) {
  if (!run.command_line.empty()) {
    std::string& program = run.command_line.front();
    program.erase(0, folder_of(program).size());
  }
  for (KnownCase& one : run.known) {
    if (one.name.starts_with('/')) one.name.erase(0, folder_of(one.name).size());
  }
  for (auto& [name, value] : run.options) {
    if (name == "known") value = without_folders(value);
  }
  const std::string folder = folder_of_all(run);
  if (folder.size() < 2) return run;
  const auto shorten = [&folder](std::string& path) {
    if (path.size() > folder.size() && path.starts_with(folder)) path.erase(0, folder.size());
  };
  shorten(run.config_name);
  for (SourceText& source : run.program) shorten(source.name);
  for (std::string& word : run.command_line) shorten(word);
  for (auto& [name, value] : run.options) shorten(value);
  return run;
}

}  // namespace ldfi::results
