// Keeps older files under other names. A kept file only gets a name that is free, so no older file
// is ever replaced.
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"

namespace ldfi::files {
namespace {

/// Returns device and inode numbers of the file at `path`, which identify the file. Does not follow
/// a symbolic link. Returns nullopt if there is no such file.
std::optional<std::pair<dev_t, ino_t>> identity(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return std::pair(status.st_dev, status.st_ino);
}

/// Copies the file `path` to `name`. Returns false if `name` is taken already.
bool copy(const std::string& path, const std::string& name) {
  const File from(path, File::Mode::read);
  File to(path, File::Mode::fresh);
  std::array<char, std::size_t{1} << 16U> piece{};
  for (std::uint64_t at = 0;;) {
    const std::size_t got = from.read(at, piece);
    if (got == 0) break;
    to.write(std::span(piece).first(got));
    at += got;
  }
  to.sync();
  return to.take_name(name);
}

void rename_to_kept_name(File& file, const std::string& path) {
  for (int number = 1;; ++number) {
    const std::string name = kept_name(path, number);
    if (exists(name)) continue;
    if (file.take_name(name)) return;
    if (!exists(file.path())) {
      throw EnvironmentError(
          fmt::format("rename {} to {}: another process has removed the file", file.path(), name));
    }
  }
}

}  // namespace

std::string kept_name(const std::string& path, int number) {
  const auto slash = path.find_last_of('/');
  const auto dot = path.find_last_of('.');
  const bool has_extension =
      dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot != 0;
  const std::string stem = has_extension ? path.substr(0, dot) : path;
  const std::string extension = has_extension ? path.substr(dot) : "";
  return stem + (number == 1 ? ".prev" : fmt::format(".prev-{}", number)) + extension;
}

std::string keep(const std::string& path) {
  for (int number = 1;; ++number) {
    std::string name = kept_name(path, number);
    if (exists(name)) {
      // The name belongs to this file already, because a process was killed after it had kept the
      // file.
      if (identity(path) == identity(name)) return name;
      continue;
    }
    if (::link(path.c_str(), name.c_str()) == 0) return name;
    if (errno == EEXIST) continue;
    if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS && errno != EMLINK) {
      throw EnvironmentError(
          fmt::format("link {} to {}: {}", path, name, std::generic_category().message(errno)));
    }
    if (copy(path, name)) return name;
  }
}

void set_aside(const std::string& path) {
  check_place(path);
  if (!exists(path)) return;
  keep(path);
  if (::unlink(path.c_str()) == 0) return;
  throw EnvironmentError(
      fmt::format("unlink {}: {}", path, std::generic_category().message(errno)));
}

void check_place(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    throw EnvironmentError(
        fmt::format("lstat {}: {}", path, std::generic_category().message(errno)));
  }
  if (S_ISREG(status.st_mode)) return;
  const char* what = "not a regular file";
  if (S_ISDIR(status.st_mode)) what = "a directory";
  if (S_ISLNK(status.st_mode)) what = "a symbolic link";
  throw EnvironmentError(fmt::format("{} is {}, so it was not changed", path, what));
}

void replace_and_keep(File& file, const std::string& path) {
  check_place(path);
  // Tries again if another process creates or removes the file at the same moment.
  constexpr int attempts = 100;
  for (int i = 0; i < attempts; ++i) {
    if (file.take_name(path)) return;
    rename_to_kept_name(file, path);
    if (file.exchange(path)) return;  // now the older file has the kept name
    file.take_temporary_name(path);
    if (!exists(path)) continue;
    keep(path);
    return file.replace(path);
  }
  throw EnvironmentError(fmt::format(
      "rename {} to {}: another process removes or replaces these files", file.path(), path));
}

}  // namespace ldfi::files
