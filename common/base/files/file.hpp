// Files for programs that must not lose anything. A new file has a name that nobody else uses until
// it is whole, and the file that had the final name before is kept under another name. Every error
// is an EnvironmentError with call, path and reason.
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
    append,  ///< for reading, too; the file must exist and its name be no symbolic link
    /// A new file beside `path`: `path`.tmp-<16 hexadecimal digits>, and locked. The destructor
    /// removes it unless it got another name.
    fresh,
  };
  /// Opens or creates the file. Refuses everything but regular files (a FIFO, a device), and never
  /// blocks on one.
  File(std::string path, Mode mode);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const;
  /// False if another process holds the lock. The lock ends with this object or with the process.
  /// On a file system without locks the answer is always true.
  [[nodiscard]] bool lock();
  /// True if `path` names this very file. It may not: another process may have given the name to a
  /// new one.
  [[nodiscard]] bool stands_at(const std::string& path) const;

  /// Writes all of `bytes` or throws. After an error a part may have been written; truncate() cuts
  /// it off.
  void write(std::span<const char> bytes);
  /// Reads at `offset` until `into` is full or the file ends; returns the number of bytes.
  std::size_t read(std::uint64_t offset, std::span<char> into) const;
  /// Cuts the file off after `bytes` bytes.
  void truncate(std::uint64_t bytes);
  /// Returns when the contents are on the disk.
  void sync();
  /// Closes the file, and reports an error of the disk that was not reported before. Nothing can be
  /// read or written afterwards.
  void close();

  /// Renames this file to `path`. False if the name is taken, or if this file's own name is gone: a
  /// run that holds the lock may have removed it as a leftover.
  [[nodiscard]] bool take_name(const std::string& path);
  /// Renames this file to `path`; a file with that name is replaced.
  void replace(const std::string& path);
  /// Exchanges the names of this file and of the file at `path`. False if there is none, or if the
  /// file system has no such call.
  [[nodiscard]] bool exchange(const std::string& path);
  /// Renames this file to a new temporary name beside `path`, as a fresh one has.
  void take_temporary_name(const std::string& path);
  /// Returns when the name is on the disk, if the file system can do that.
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

/// True if anything has this name, even a link that leads nowhere.
bool exists(const std::string& path);

/// True if both names lead to the same file; symbolic links are followed.
bool lead_to_one_file(const std::string& one, const std::string& other);

/// The name for the `number`-th older file, from 1 on: `a/x.h5` → `a/x.prev.h5`, then
/// `a/x.prev-2.h5`, …; `x` → `x.prev`.
std::string kept_name(const std::string& path, int number);

/// Gives the file at `path` a second name, the first free kept_name(), and returns that name. On a
/// file system without hard links, the second name belongs to a copy.
std::string keep(const std::string& path);

/// The same, and nothing has the first name any more. Nothing happens if nothing had it. Throws as
/// check_place() does.
void set_aside(const std::string& path);

/// Throws EnvironmentError unless `path` is free or a regular file has it: a link might lead
/// anywhere, and renaming /dev/null away would break many other programs.
void check_place(const std::string& path);

/// Renames `file` to `path` and keeps an older file of that name under a kept_name(). At every
/// moment there is a file at `path`, and the older one has a name. Calls check_place().
void replace_and_keep(File& file, const std::string& path);

/// Removes the temporary files of `paths` that nobody has locked: the processes that wrote them
/// were killed. `paths` is not empty, and all of it is in one folder. Errors are ignored, because
/// such files harm nobody.
void remove_leftovers(const std::vector<std::string>& paths);

}  // namespace ldfi::files
