// Files for programs that must not lose data. A new file has a unique temporary name until its
// contents are complete. A file that had the final name before is kept under another name. Every
// error is an EnvironmentError with call, path and reason.
//
//   File file("flux.h5", File::Mode::fresh);
//   file.write(bytes);  file.sync();
//   replace_and_keep(file, "flux.h5");   // a file that had this name before is now flux.prev.h5
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
    append,  ///< opens an existing file for reading and appending; refuses a symbolic link
    /// Creates a locked file next to `path`, named `path`.tmp-<16 hexadecimal digits>. The
    /// destructor removes the file unless it was renamed.
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
  /// Tries to lock the file. Returns false if another process holds the lock. The lock ends with
  /// this object or with the process. Always returns true on a file system without locks.
  [[nodiscard]] bool lock();
  /// Returns true if `path` names the file that is open here. Returns false if another process has
  /// given that name to another file.
  [[nodiscard]] bool has_path(const std::string& path) const;

  /// Writes all of `bytes` or throws. After an error, a part may have been written; truncate()
  /// removes it.
  void write(std::span<const char> bytes);
  /// Reads at `offset` until `into` is full or the file ends; returns the number of bytes.
  std::size_t read(std::uint64_t offset, std::span<char> into) const;
  /// Shortens the file to its first `bytes` bytes.
  void truncate(std::uint64_t bytes);
  /// Returns when the contents of the file are on the disk.
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
  /// Renames this file to a new temporary name next to `path`. The name has the form of
  /// Mode::fresh.
  void take_temporary_name(const std::string& path);
  /// Returns when the name of the file is on the disk, if the file system supports this.
  void sync_name();

 private:
  void create();
  void get_name(const std::string& path);
  [[noreturn]] void fail(const char* call) const;
  [[noreturn]] void fail(const char* call, int code) const;

  std::string path_;
  int fd_ = -1;
  bool temporary_ = false;  ///< true if the file still has its temporary name
};

/// Returns true if a file, folder or link has this name. A link counts even if its target is
/// missing.
bool exists(const std::string& path);

/// Returns true if both names refer to the same file; follows symbolic links.
bool is_same_file(const std::string& one, const std::string& other);

/// Returns the name under which the `number`-th older file is kept, counted from 1: `a/x.prev.h5`
/// for `a/x.h5`, then `a/x.prev-2.h5`, …. For `x`, returns `x.prev`, ….
std::string kept_name(const std::string& path, int number);

/// Gives the file at `path` a second name, the first free kept_name(), and returns that name. On a
/// file system without hard links, makes a copy with the second name.
std::string keep(const std::string& path);

/// Keeps the file as keep() does, and removes its first name. Does nothing if no file has this name.
/// Throws what check_place() throws.
void set_aside(const std::string& path);

/// Throws EnvironmentError unless `path` is free or names a regular file. Other things must not be
/// renamed: a link may lead anywhere, and many programs need /dev/null.
void check_place(const std::string& path);

/// Renames `file` to `path`. If `path` names an older file, the older file is kept under a
/// kept_name(). A file is at `path` at every moment, and the older file always has a name. Throws
/// what check_place() throws.
void replace_and_keep(File& file, const std::string& path);

/// Removes the temporary files of `paths` that are not locked, because the processes that wrote
/// them were killed. Requires that `paths` is not empty and that all paths are in one folder.
/// Ignores errors, because such files are harmless.
void remove_leftovers(const std::vector<std::string>& paths);

}  // namespace ldfi::files
