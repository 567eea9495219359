// Files for programs that must not lose data. A new file has a temporary name until its contents
// are complete. If an older file has the final name then, the older file is kept under another
// name. Every error is an EnvironmentError with the failed call, the final path and the reason.
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
    /// Opens an existing file for reading, and for writing at its end. Refuses a symbolic link.
    append,
    /// Creates a locked file in the folder of `path`. Its name is `path`.tmp-<16 hexadecimal
    /// digits>. The destructor removes the file unless it was renamed.
    fresh,
  };
  /// Opens or creates the file. Throws if `path` is not a regular file, such as a FIFO or a device,
  /// and does not block on it.
  File(std::string path, Mode mode);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const;
  /// Tries to lock the file. Returns false if another process holds the lock. The lock ends when
  /// this object is destroyed or the process ends. On a file system without locks, always returns
  /// true.
  [[nodiscard]] bool lock();
  /// Returns true if `path` is a name of this open file. Returns false if the name is gone, or if
  /// another process has given it to another file.
  [[nodiscard]] bool has_path(const std::string& path) const;

  /// Writes all bytes, or throws. After an exception, a part of them may have been written, which
  /// truncate() can remove.
  void write(std::span<const char> bytes);
  /// Reads from byte `offset` on, until `into` is full or the file ends. Returns the number of
  /// bytes read.
  std::size_t read(std::uint64_t offset, std::span<char> into) const;
  /// Shortens the file to its first `bytes` bytes.
  void truncate(std::uint64_t bytes);
  /// Waits until the contents of the file are on the disk.
  void sync();
  /// Closes the file, and reports disk errors that no earlier call reported. Afterwards, the file
  /// cannot be read or written.
  void close();

  /// Renames this file to `path` if no other file has that name. Returns false if the name is
  /// taken. Also returns false if another process has removed this file because it looked unused.
  [[nodiscard]] bool take_name(const std::string& path);
  /// Renames this file to `path` and replaces a file with that name.
  void replace(const std::string& path);
  /// Exchanges the names of this file and of the file at `path`. Returns false if there is no file
  /// at `path`, or if the file system cannot exchange names.
  [[nodiscard]] bool exchange(const std::string& path);
  /// Renames this file to a new temporary name in the folder of `path`. The name has the form of
  /// Mode::fresh.
  void take_temporary_name(const std::string& path);
  /// Waits until the name of the file is on the disk, if the file system supports this.
  void sync_name();

 private:
  void create();
  void get_name(const std::string& path);
  [[noreturn]] void fail(const char* call) const;
  [[noreturn]] void fail(const char* call, int code) const;

  std::string path_;
  int fd_ = -1;
  bool temporary_ = false;  ///< true until the file gets its final name
};

/// Returns true if a file, folder or symbolic link has this name. A link counts even if it leads
/// nowhere.
bool exists(const std::string& path);

/// Returns true if both names refer to the same file; follows symbolic links.
bool is_same_file(const std::string& one, const std::string& other);

/// Returns the name under which older file number `number`, counted from 1, is kept. For `a/x.h5`,
/// the names are `a/x.prev.h5`, `a/x.prev-2.h5`, …. For `x`, they are `x.prev`, `x.prev-2`, ….
std::string kept_name(const std::string& path, int number);

/// Gives the file at `path` a second name, which is the first free kept_name(), and returns that
/// name. On a file system without hard links, makes a copy with that name instead.
std::string keep(const std::string& path);

/// Keeps the file at `path` under a kept_name(), so that the name `path` becomes free. Does nothing
/// if no file has this name. Throws EnvironmentError if `path` is not a regular file.
void set_aside(const std::string& path);

/// Throws EnvironmentError unless `path` is free or names a regular file. Renaming anything else
/// could do harm: a link may lead anywhere, and many programs need /dev/null.
void check_place(const std::string& path);

/// Renames `file` to `path`. An older file at `path` is kept under a kept_name(). At every moment,
/// there is a file at `path`, and the older file has a name. Throws EnvironmentError if something
/// at `path` is not a regular file.
void replace_and_keep(File& file, const std::string& path);

/// Removes temporary files that belong to `paths` and that no process has locked. They remain if a
/// process was killed while it wrote. `paths` must not be empty, and all paths must be in one
/// folder. Ignores errors, because such files are harmless.
void remove_leftovers(const std::vector<std::string>& paths);

}  // namespace ldfi::files
