#include "results/hdf5/hdf5_sink.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "common/core/contract.hpp"
#include "common/core/errors.hpp"
#include "results/hdf5/layout.hpp"
#include "results/hdf5/seal.hpp"

namespace ldfi::results {
namespace {

[[noreturn]] void failed(const char* call, const std::string& path, int code) {
  throw EnvironmentError(
      fmt::format("{} {}: {}", call, path, std::generic_category().message(code)));
}

/// A new file that vanishes again unless it is kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {
    // What a crashed process of the same number left behind may go.
    if (::unlink(path_.c_str()) != 0 && errno != ENOENT) failed("unlink", path_, errno);
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd_ < 0) failed("open", path_, errno);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (fd_ >= 0) ::close(fd_);
    if (!kept_) ::unlink(path_.c_str());
  }

  void write(const std::vector<std::byte>& bytes) const {
    constexpr std::size_t most_at_once = std::size_t{1} << 28U;
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t n =
          ::write(fd_, bytes.data() + done, std::min(most_at_once, bytes.size() - done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) failed("write", path_, errno);
      done += static_cast<std::size_t>(n);
    }
  }

  /// Everything is on the disk when this returns.
  void finish() {
    if (::fsync(fd_) != 0) failed("fsync", path_, errno);
    if (::close(std::exchange(fd_, -1)) != 0) failed("close", path_, errno);
  }

  void rename_to(const std::string& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) failed("rename", path, errno);
    kept_ = true;
  }

 private:
  std::string path_;
  int fd_ = -1;
  bool kept_ = false;
};

std::string temporary_name(const std::string& path) {
  return fmt::format("{}.tmp-{}", path, ::getpid());
}

/// True if a file stands there that may be replaced. A device or directory never may: renaming
/// /dev/null away would be the end of many other programs.
bool has_older_file(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return false;
    failed("lstat", path, errno);
  }
  if (S_ISDIR(status.st_mode)) failed("write", path, EISDIR);
  if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
    throw EnvironmentError(fmt::format("write {}: it is not a regular file", path));
  }
  return true;
}

void sync_folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) failed("open", folder, errno);
  const int status = ::fsync(fd);
  const int code = errno;
  ::close(fd);
  // Some file systems cannot sync a folder, and say so.
  if (status != 0 && code != EINVAL && code != ENOTSUP) failed("fsync", folder, code);
}

/// Renames the older file away for as long as this is not committed.
class OlderFile {
 public:
  explicit OlderFile(const std::string& path) : path_(path), previous_(previous_name(path)) {
    if (!has_older_file(path_)) return;
    if (::rename(path_.c_str(), previous_.c_str()) != 0) failed("rename", path_, errno);
    moved_ = true;
  }
  OlderFile(const OlderFile&) = delete;
  OlderFile& operator=(const OlderFile&) = delete;
  ~OlderFile() {
    if (moved_) std::rename(previous_.c_str(), path_.c_str());
  }
  void commit() { moved_ = false; }

 private:
  std::string path_;
  std::string previous_;
  bool moved_ = false;
};

}  // namespace

std::string previous_name(const std::string& path) {
  const auto slash = path.find_last_of('/');
  const auto dot = path.find_last_of('.');
  const bool has_extension =
      dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot != 0;
  return has_extension ? path.substr(0, dot) + ".prev" + path.substr(dot) : path + ".prev";
}

void Hdf5Sink::probe() const {
  has_older_file(path_);
  const TemporaryFile file(temporary_name(path_));
}

void Hdf5Sink::write(const RunRecord& run, const BudgetCheck& check) {
  LDFI_REQUIRE(!path_.empty(), "results need a file name");
  has_older_file(path_);
  std::vector<std::byte> image = file_image(run, check);
  seal(image);
  TemporaryFile file(temporary_name(path_));
  file.write(image);
  file.finish();
  OlderFile older(path_);
  file.rename_to(path_);
  older.commit();
  sync_folder_of(path_);
}

}  // namespace ldfi::results
