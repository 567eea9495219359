// A file as the journal needs one: whole writes at the end, reads anywhere, and a lock that a
// second run of the same output bumps into. Every error is an EnvironmentError with call, path and
// reason.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ldfi::journal {

class File {
 public:
  enum class Mode : std::uint8_t {
    read,
    append,   ///< reads too; the file exists
    replace,  ///< a new file, whatever stood there
  };
  /// A file that is no regular one (a FIFO, a device) is refused, without waiting for it.
  File(std::string path, Mode mode);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const;
  /// False if another process holds the lock; it is released when this process ends, however.
  [[nodiscard]] bool lock();

  /// All of `bytes`, or an error; what was written of them then stays, and may be cut off.
  void write(std::span<const char> bytes);
  /// Fills `into`, or fewer bytes at the end of the file; returns how many.
  std::size_t read(std::uint64_t offset, std::span<char> into) const;
  void truncate(std::uint64_t bytes);
  /// The contents are on the disk when this returns.
  void sync();
  void rename_to(const std::string& path);
  /// The name is on the disk when this returns, if the file system can do that.
  void sync_name();

 private:
  [[noreturn]] void fail(const char* call) const;
  [[noreturn]] void fail(const char* call, int code) const;

  std::string path_;
  int fd_ = -1;
};

/// True if there is anything under that name.
bool exists(const std::string& path);

/// True if the regular file that stands there holds nothing, or up to 256 MiB of zeros only.
bool blank(const std::string& path);

}  // namespace ldfi::journal
