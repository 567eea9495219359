// Files for programs that must not lose data. A new file has a unique temporary name until it is
// complete. A file that had the final name before is kept under another name. Every error is an
// EnvironmentError with call, path and reason.
//
//   File file("flux.h5", File::Mode::fresh);
//   file.write(bytes);  file.sync();
//   replace_and_keep(file, "flux.h5");   // an older one is now flux.prev.h5
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ldfi::files {

class File {
 public:
  enum class Mode : std::uint8_t {
    read,
    append,  ///< also for reading; the file must exist and its name must not be a symbolic link
    /// A new, locked file next to `path`, named `path`.tmp-<16 hexadecimal digits>. The destructor
    /// removes it unless it was renamed.
    fresh,
  };
  /// Opens or creates the file. Refuses everything that is not a regular file, such as a FIFO or a
  /// device, without blocking on it.
  File(std::string path, Mode mode);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const;
  /// Returns false if another process holds the lock. The lock ends with this object or with the
  /// process. Always returns true on a file system without locks.
  [[nodiscard]] bool lock();
  /// Returns true if `path` names this very file. Another process may have given the name to a new
  /// file.
  [[nodiscard]] bool stands_at(const std::string& path) const;

  /// Writes all of `bytes` or throws. After an error, a part may have been written; truncate()
  /// removes it.
  void write(std::span<const char> bytes);
  /// Reads at `offset` until `into` is full or the file ends; returns the number of bytes.
  std::size_t read(std::uint64_t offset, std::span<char> into) const;
  /// Shortens the file to `bytes` bytes.
  void truncate(std::uint64_t bytes);
  /// Returns when the contents are on the disk.
  void sync();
  /// Closes the file and reports disk errors that were not reported before. Afterwards, the file
  /// cannot be read or written.
  void close();

  /// Renames this file to `path`. Returns false if the name is taken, or if this file was removed:
  /// a run that holds the lock may have removed it as a leftover.
  [[nodiscard]] bool take_name(const std::string& path);
  /// Renames this file to `path` and replaces a file with that name.
  void replace(const std::string& path);
  /// Exchanges the names of this file and of the file at `path`. Returns false if there is no such
  /// file, or if the file system does not support this.
  [[nodiscard]] bool exchange(const std::string& path);
  /// Renames this file to a new temporary name next to `path`, like that of a fresh file.
  void take_temporary_name(const std::string& path);
  /// Returns when the name is on the disk, if the file system supports this.
  void sync_name();

 private:
  void create();
  void get_name(const std::string& path);
  [[noreturn]] void fail(const char* call) const;
  [[noreturn]] void fail(const char* call, int code) const;

  std::string path_;
  int fd_ = -1;
  bool temporary_ = false;  ///< it has a temporary name
};

/// Returns true if anything has this name, even a link to a missing file.
bool exists(const std::string& path);

/// Returns true if both names refer to the same file; follows symbolic links.
bool lead_to_one_file(const std::string& one, const std::string& other);

/// Returns the name of the `number`-th older file, from 1: `a/x.prev.h5` for `a/x.h5`, then
/// `a/x.prev-2.h5`, …; `x.prev` for `x`.
std::string kept_name(const std::string& path, int number);

/// Gives the file at `path` a second name, the first free kept_name(), and returns that name. On a
/// file system without hard links, makes a copy with the second name.
std::string keep(const std::string& path);

/// Keeps the file as keep() does, and removes its first name. Does nothing if no file has this name.
/// Throws what check_place() throws.
void set_aside(const std::string& path);

/// Throws EnvironmentError unless `path` is free or names a regular file. A link may lead anywhere,
/// and renaming /dev/null would break many other programs.
void check_place(const std::string& path);

/// Renames `file` to `path` and keeps an older file of that name under a kept_name(). There is a
/// file at `path` at every moment, and the older file always has a name. Calls check_place().
void replace_and_keep(File& file, const std::string& path);

/// Removes the temporary files of `paths` that are not locked: the processes that wrote them were
/// killed. Requires that `paths` is not empty and all of it is in one folder. Ignores errors,
/// because such files are harmless.
void remove_leftovers(const std::vector<std::string>& paths);

}  // namespace ldfi::files
