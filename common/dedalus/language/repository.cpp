#include "common/dedalus/language/repository.hpp"

#include <algorithm>
#include <cstdlib>

namespace ldfi::dedalus {
namespace {

namespace fs = std::filesystem;

bool may_hold_other_projects(const fs::path& folder) {
  if (folder == folder.root_path()) return true;
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (error || (status.permissions() & fs::perms::sticky_bit) != fs::perms::none) return true;
  const char* const home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe)
  if (home == nullptr || *home == '\0') return false;
  const fs::path canonical = fs::canonical(home, error);
  return !error && lies_below(canonical, folder);
}

}  // namespace

bool lies_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

std::optional<fs::path> repository_of(const fs::path& folder) {
  for (fs::path at = folder; at != at.root_path() && !at.empty(); at = at.parent_path()) {
    std::error_code error;
    if (!fs::exists(at / ".git", error)) continue;
    if (may_hold_other_projects(at)) return std::nullopt;
    return at;
  }
  return std::nullopt;
}

std::optional<fs::path> folder_to_name(const fs::path& one, const fs::path& other) {
  fs::path both;
  const auto end = std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first;
  for (auto part = one.begin(); part != end; ++part) both /= *part;
  if (both.empty() || may_hold_other_projects(both)) return std::nullopt;
  std::error_code error;
  const fs::path here = fs::canonical(".", error);
  if (error) return both;
  return both.lexically_relative(here);
}

}  // namespace ldfi::dedalus
