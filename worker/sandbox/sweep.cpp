#include "worker/sandbox/sweep.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string_view>

namespace ldfi::sandbox {
namespace {

struct Closer {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, Closer>;

/// Gives the owner of a folder all rights to the folder. Does not follow symbolic links.
void make_writable(int parent, const char* name) {
  const int folder = ::openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  ::chmod(("/proc/self/fd/" + std::to_string(folder)).c_str(), S_IRWXU);
  ::close(folder);
}

Folder open_folder(int parent, const char* name) {
  constexpr int how = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const int number = ::openat(parent, name, how);
  if (number < 0) return nullptr;
  Folder out(::fdopendir(number));
  if (!out) ::close(number);
  return out;
}

bool is_self(const char* name) {
  return std::string_view(name) == "." || std::string_view(name) == "..";
}

bool says_folder(int error) {
  return error == EISDIR || error == EPERM;  // Linux reports EISDIR, POSIX demands EPERM
}

/// Moves the folders inside `name` up to `top`, and removes everything else in `name`, and `name`
/// itself. So deeply nested folders never need paths that are too long.
int flatten(int top, const char* name, unsigned long& number) {
  make_writable(top, name);
  const Folder folder = open_folder(top, name);
  if (!folder) return errno;
  const int here = ::dirfd(folder.get());
  int error = 0;
  while (const dirent* one = ::readdir(folder.get())) {
    if (is_self(one->d_name) || ::unlinkat(here, one->d_name, 0) == 0) continue;
    if (!says_folder(errno)) {
      error = errno;
      continue;
    }
    if (::unlinkat(here, one->d_name, AT_REMOVEDIR) == 0) continue;
    make_writable(here, one->d_name);
    bool moved = false;
    do {
      const std::string other = ".ldfi-" + std::to_string(++number);
      moved = ::renameat2(here, one->d_name, top, other.c_str(), RENAME_NOREPLACE) == 0;
    } while (!moved && errno == EEXIST);
    if (!moved) error = errno;
  }
  return ::unlinkat(top, name, AT_REMOVEDIR) == 0 ? 0 : error != 0 ? error : errno;
}

/// Removes as much as possible in one pass. Returns true if another pass may remove more.
bool pass(int top, const std::vector<std::string>& kept, unsigned long& number, int& error) {
  const Folder folder = open_folder(top, ".");
  if (!folder) {
    error = errno;
    return false;
  }
  bool more = false;
  error = 0;
  const auto is_kept = [&kept](const char* name) {
    return std::ranges::find(kept, std::string(name)) != kept.end();
  };
  while (const dirent* one = ::readdir(folder.get())) {
    if (is_self(one->d_name) || is_kept(one->d_name)) continue;
    if (::unlinkat(top, one->d_name, 0) == 0) continue;
    if (!says_folder(errno)) {
      error = errno;
      continue;
    }
    const int failed = flatten(top, one->d_name, number);
    more = more || failed == 0;
    if (failed != 0) error = failed;
  }
  return more;
}

}  // namespace

int empty_folder(int folder, const std::vector<std::string>& kept) {
  // A time limit, because a process may keep filling the folder.
  constexpr std::chrono::seconds most(60);
  const auto began = std::chrono::steady_clock::now();
  ::fchmod(folder, S_IRWXU);
  unsigned long number = 0;
  int error = 0;
  while (pass(folder, kept, number, error)) {
    if (std::chrono::steady_clock::now() - began > most) return EBUSY;
  }
  return error;
}

int remove_folder(const std::string& path) {
  make_writable(AT_FDCWD, path.c_str());
  const Folder folder = open_folder(AT_FDCWD, path.c_str());
  if (!folder) return errno == ENOENT ? 0 : errno;
  if (const int error = empty_folder(::dirfd(folder.get())); error != 0) return error;
  return ::rmdir(path.c_str()) == 0 ? 0 : errno;
}

}  // namespace ldfi::sandbox
