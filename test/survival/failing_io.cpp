// LD_PRELOAD: the n-th call that writes to a file of the run fails. The run's files are those
// opened for writing under a name that begins with $LDFI_FAIL_PREFIX.
//   LDFI_FAIL_AT=n   the call, counted from 1: open, write, fsync, fdatasync, ftruncate, rename,
//                    renameat2, link
//   LDFI_FAIL_KIND   ENOSPC or EIO: it fails, and all that follow; short: a write takes only half,
//                    and all goes on as usual; torn: a write takes half, then the disk is full
//   LDFI_FAIL_LOG    gets the name of the call that failed
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

enum class Outcome { as_usual, fails, takes_half };

std::array<bool, 1024> ours{};
long calls = 0;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

bool is_ours(const char* path) {
  const auto prefix = variable("LDFI_FAIL_PREFIX");
  return !prefix.empty() && std::string_view(path).starts_with(prefix);
}

bool is_ours(int fd) {
  return fd >= 0 && static_cast<std::size_t>(fd) < ours.size() &&
         ours[static_cast<std::size_t>(fd)];
}

void note(std::string_view call) {
  const auto log = variable("LDFI_FAIL_LOG");
  if (log.empty()) return;
  const long fd = syscall(SYS_openat, AT_FDCWD, log.data(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd < 0) return;
  syscall(SYS_write, fd, call.data(), call.size());
  syscall(SYS_close, fd);
}

Outcome outcome(std::string_view call) {
  const auto at = variable("LDFI_FAIL_AT");
  const long n = at.empty() ? 0 : std::atol(at.data());
  if (n <= 0 || ++calls < n) return Outcome::as_usual;
  if (calls == n) note(call);
  const auto kind = variable("LDFI_FAIL_KIND");
  const bool half = calls == n && call == "write";
  if (kind == "short") return half ? Outcome::takes_half : Outcome::as_usual;
  if (kind == "torn" && half) return Outcome::takes_half;
  errno = kind == "EIO" ? EIO : ENOSPC;
  return Outcome::fails;
}

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int open_it(const char* name, const char* path, int flags, mode_t mode) {
  const bool created = (flags & O_CREAT) != 0 && is_ours(path);
  if (created && outcome("open") == Outcome::fails) return -1;
  const int fd = real<int (*)(const char*, int, ...)>(name)(path, flags, mode);
  if (fd >= 0 && static_cast<std::size_t>(fd) < ours.size()) {
    ours[static_cast<std::size_t>(fd)] = (flags & O_ACCMODE) != O_RDONLY && is_ours(path);
  }
  return fd;
}

int on_file(const char* name, int fd) {
  if (is_ours(fd) && outcome(name) == Outcome::fails) return -1;
  return real<int (*)(int)>(name)(fd);
}

int truncate_it(const char* name, int fd, off_t size) {
  if (is_ours(fd) && outcome(name) == Outcome::fails) return -1;
  return real<int (*)(int, off_t)>(name)(fd, size);
}

mode_t mode_of(int flags, va_list more) {
  return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(more, unsigned)) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  return open_it("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  return open_it("open64", path, flags, mode);
}

ssize_t write(int fd, const void* data, size_t count) {
  const Outcome what = is_ours(fd) ? outcome("write") : Outcome::as_usual;
  if (what == Outcome::fails) return -1;
  const size_t most = what == Outcome::takes_half && count > 1 ? count / 2 : count;
  return real<ssize_t (*)(int, const void*, size_t)>("write")(fd, data, most);
}

int fsync(int fd) {
  return on_file("fsync", fd);
}

int fdatasync(int fd) {
  return on_file("fdatasync", fd);
}

int ftruncate(int fd, off_t size) noexcept {
  return truncate_it("ftruncate", fd, size);
}

int ftruncate64(int fd, off64_t size) noexcept {
  return truncate_it("ftruncate64", fd, size);
}

int rename(const char* from, const char* to) noexcept {
  if (is_ours(from) && outcome("rename") == Outcome::fails) return -1;
  return real<int (*)(const char*, const char*)>("rename")(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  if (is_ours(from) && outcome("renameat2") == Outcome::fails) return -1;
  return real<int (*)(int, const char*, int, const char*, unsigned)>("renameat2")(
      from_folder, from, to_folder, to, flags);
}

int link(const char* from, const char* to) noexcept {
  if (is_ours(from) && outcome("link") == Outcome::fails) return -1;
  return real<int (*)(const char*, const char*)>("link")(from, to);
}
}
