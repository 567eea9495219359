#include "common/dedalus/language/text_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "common/base/errors.hpp"

namespace ldfi::dedalus {
namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

/// Returns the reason why a file of this mode, such as a directory, cannot be a program. Empty if
/// it can.
std::string reason_unfit_mode(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISDIR(mode)) return "is a directory";
  if (S_ISFIFO(mode)) return "is a FIFO";
  if (S_ISSOCK(mode)) return "is a socket";
  return "is a device";
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

TextFile failed(std::string problem) {
  return {std::nullopt, std::move(problem)};
}

/// Returns the result for a path after a system call has failed and set errno.
TextFile unreadable(const std::filesystem::path& path) {
  const int code = errno;
  if (!is_about_the_path(code)) {
    throw EnvironmentError(fmt::format("reading {}: {}", path.native(), reason(code)));
  }
  return failed("cannot be read: " + reason(code));
}

TextFile read_all(const std::filesystem::path& path, int fd, std::size_t max_bytes) {
  std::string text;
  std::array<char, 1U << 16> buffer;
  for (;;) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(path);
    if (got == 0) return {std::move(text), {}};
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() > max_bytes) {
      TextFile out = failed(fmt::format("is larger than the limit of {} bytes", max_bytes));
      out.too_large = true;
      return out;
    }
  }
}

}  // namespace

TextFile read_text_file(const std::filesystem::path& path, std::size_t max_bytes) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return unreadable(path);
  if (auto problem = reason_unfit_mode(status.st_mode); !problem.empty())
    return failed(std::move(problem));
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return unreadable(path);
  // The mode is checked again, because the path may have been given to another file in the
  // meantime.
  if (::fstat(file.get(), &status) != 0) return unreadable(path);
  if (auto problem = reason_unfit_mode(status.st_mode); !problem.empty())
    return failed(std::move(problem));
  return read_all(path, file.get(), max_bytes);
}

}  // namespace ldfi::dedalus
