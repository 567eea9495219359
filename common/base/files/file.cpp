#include "common/base/files/file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "common/base/errors.hpp"

namespace ldfi::files {
namespace {

[[noreturn]] void fail_at(const char* call, const std::string& path, int code) {
  throw EnvironmentError(
      fmt::format("{} {}: {}", call, path, std::generic_category().message(code)));
}

std::uint64_t random_number() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) {
    fail_at("getrandom", "for a temporary name", errno);
  }
  return number;
}

std::string temporary_name(const std::string& path) {
  return fmt::format("{}.tmp-{:016x}", path, random_number());
}

/// Returns the path from which temporary_name() made this name.
std::string final_name(const std::string& temporary) {
  return temporary.substr(0, temporary.rfind(".tmp-"));
}

/// Returns true if the error number `code` may mean that the file system does not support the call.
bool not_supported(int code) {
  return code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EPERM || code == EMLINK;
}

/// Renames a file if no other file has the new name. Returns 0 or the error number.
int rename_if_free(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (!not_supported(errno)) return errno;
  if (::link(from, to) == 0) return ::unlink(from) == 0 ? 0 : errno;
  if (!not_supported(errno)) return errno;
  // Not atomic, so another process may take the name before rename().
  if (exists(to)) return EEXIST;
  return ::rename(from, to) == 0 ? 0 : errno;
}

bool same(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

}  // namespace

File::File(std::string path, Mode mode) : path_(std::move(path)) {
  if (mode == Mode::fresh) {
    create();
    return;
  }
  const int flags = mode == Mode::read ? O_RDONLY : O_RDWR | O_APPEND | O_NOFOLLOW;
  fd_ = ::open(path_.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd_ < 0 && errno == ELOOP && mode == Mode::append) {
    throw EnvironmentError(fmt::format("open {}: it is a symbolic link", path_));
  }
  if (fd_ < 0) fail("open");
  struct stat status {};
  const int code = ::fstat(fd_, &status) == 0 ? 0 : errno;
  if (code == 0 && S_ISREG(status.st_mode)) return;
  ::close(fd_);
  if (code != 0) fail("fstat", code);
  throw EnvironmentError(fmt::format("open {}: it is not a regular file", path_));
}

/// Creates the file under an unpredictable name, so that nobody can put a link or a file there
/// before. Locks the file, so that remove_leftovers() does not remove it while it is in use.
void File::create() {
  const std::string path = path_;
  for (;;) {
    path_ = temporary_name(path);
    fd_ =
        ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd_ < 0 && errno == EEXIST) continue;
    if (fd_ < 0 && errno == ENOENT) {
      throw EnvironmentError(fmt::format(
          "create {}: its folder does not exist; create the folder, or choose another place",
          path));
    }
    if (fd_ < 0) fail_at("create", path, errno);
    temporary_ = true;
    struct stat status {};
    if (lock() && ::fstat(fd_, &status) == 0 && status.st_nlink > 0) return;
    ::close(std::exchange(fd_, -1));  // another process removed the file between open() and lock()
  }
}

File::~File() {
  if (fd_ >= 0) ::close(fd_);
  if (temporary_) ::unlink(path_.c_str());
}

File::File(File&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      temporary_(std::exchange(other.temporary_, false)) {}

void File::fail(const char* call) const {
  fail(call, errno);
}

void File::fail(const char* call, int code) const {
  fail_at(call, temporary_ ? final_name(path_) : path_, code);
}

std::uint64_t File::size() const {
  struct stat status {};
  if (::fstat(fd_, &status) != 0) fail("fstat");
  return static_cast<std::uint64_t>(status.st_size);
}

bool File::lock() {
  for (;;) {
    if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno == EWOULDBLOCK) return false;
    // Without locks, the file counts as locked.
    if (errno == ENOLCK || errno == ENOTSUP) return true;
    if (errno != EINTR) fail("flock");
  }
}

/// Returns true if the name `path` leads to the open file. Opens the path again instead of calling
/// stat(), because only then does a network file system request the current file from its server.
bool File::has_path(const std::string& path) const {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0 && (errno == ENOENT || errno == ELOOP)) return false;
  if (fd < 0) fail_at("open", path, errno);
  struct stat there {};
  struct stat here {};
  const bool known = ::fstat(fd, &there) == 0 && ::fstat(fd_, &here) == 0;
  ::close(fd);
  if (!known) fail("fstat");
  return same(here, there);
}

void File::write(std::span<const char> bytes) {
  constexpr std::size_t max_at_once = std::size_t{1} << 28U;
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), std::min(max_at_once, bytes.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write");
    if (n == 0) fail("write", ENOSPC);  // without this error, the loop would never end
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

std::size_t File::read(std::uint64_t offset, std::span<char> into) const {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t n =
        ::pread(fd_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read");
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

void File::truncate(std::uint64_t bytes) {
  if (::ftruncate(fd_, static_cast<off_t>(bytes)) != 0) fail("ftruncate");
}

void File::sync() {
  if (::fdatasync(fd_) != 0) fail("fdatasync");
}

void File::close() {
  if (::close(std::exchange(fd_, -1)) != 0) fail("close");
}

void File::get_name(const std::string& path) {
  path_ = path;
  temporary_ = false;
}

bool File::take_name(const std::string& path) {
  const int code = rename_if_free(path_.c_str(), path.c_str());
  if (code == EEXIST || code == ENOENT) return false;
  if (code != 0) fail("rename", code);
  get_name(path);
  return true;
}

void File::replace(const std::string& path) {
  if (::rename(path_.c_str(), path.c_str()) != 0) fail("rename");
  get_name(path);
}

bool File::exchange(const std::string& path) {
  if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE) != 0) {
    if (not_supported(errno) || errno == ENOENT) return false;
    fail("rename");
  }
  get_name(path);
  return true;
}

void File::take_temporary_name(const std::string& path) {
  while (!take_name(temporary_name(path))) {
    if (!exists(path_)) fail("rename", ENOENT);
  }
  temporary_ = true;
}

void File::sync_name() {
  const auto slash = path_.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // If the folder cannot be opened, its entry for the file is not synced. At worst, a crash of the
  // machine loses the file's name.
  if (fd < 0) return;
  const int code = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (code != 0 && !not_supported(code)) fail("fsync of the folder of", code);
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

bool is_same_file(const std::string& one, const std::string& other) {
  struct stat first {};
  struct stat second {};
  return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0 &&
         same(first, second);
}

}  // namespace ldfi::files
