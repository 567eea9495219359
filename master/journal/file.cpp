#include "master/journal/file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "common/core/errors.hpp"

namespace ldfi::journal {
namespace {

int flags_of(File::Mode mode) {
  switch (mode) {
    case File::Mode::read:
      return O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    case File::Mode::append:
      return O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK;
    case File::Mode::replace:
      return O_RDWR | O_APPEND | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK;
  }
  return O_RDONLY;
}

void sync_folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // a folder that may be written to and not read: its name is lost at worst
  ::fsync(fd);         // not every file system can
  ::close(fd);
}

}  // namespace

File::File(std::string path, Mode mode) : path_(std::move(path)) {
  fd_ = ::open(path_.c_str(), flags_of(mode), 0666);
  if (fd_ < 0) fail("open");
  struct stat status {};
  const int code = ::fstat(fd_, &status) == 0 ? 0 : errno;
  if (code == 0 && S_ISREG(status.st_mode)) return;
  ::close(fd_);
  if (code != 0) fail("fstat", code);
  throw EnvironmentError(fmt::format("open {}: it is not a regular file", path_));
}

File::~File() {
  if (fd_ >= 0) ::close(fd_);
}

File::File(File&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

void File::fail(const char* call) const {
  fail(call, errno);
}

void File::fail(const char* call, int code) const {
  throw EnvironmentError(
      fmt::format("{} {}: {}", call, path_, std::generic_category().message(code)));
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
    if (errno == ENOLCK || errno == ENOTSUP) return true;  // a file system without locks
    if (errno != EINTR) fail("flock");
  }
}

void File::write(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write");
    if (n == 0) fail("write", ENOSPC);  // it would go on for ever
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

void File::rename_to(const std::string& path) {
  if (::rename(path_.c_str(), path.c_str()) != 0) fail("rename");
  path_ = path;
}

void File::sync_name() {
  sync_folder_of(path_);
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

bool blank(const std::string& path) {
  constexpr std::uint64_t most = std::uint64_t{1} << 28U;
  const File file(path, File::Mode::read);
  if (file.size() > most) return false;
  std::array<char, std::size_t{1} << 16U> piece{};
  for (std::uint64_t at = 0;;) {
    const std::size_t got = file.read(at, piece);
    if (got == 0) return true;
    const auto end = piece.begin() + static_cast<std::ptrdiff_t>(got);
    if (std::any_of(piece.begin(), end, [](char byte) { return byte != 0; })) return false;
    at += got;
  }
}

}  // namespace ldfi::journal
