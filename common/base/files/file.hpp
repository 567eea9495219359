// Files that must not be lost. A new file has a name that nobody else uses until the file is whole.
// The file that stood under the final name is kept under another one. Every error is an
// EnvironmentError with call, path and reason.
//
//   File file("flux.h5", File::Mode::fresh);
//   file.write(bytes);  file.sync();
//   replace_and_keep(file, "flux.h5");   // an older one is flux.prev.h5 then
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
    append,  ///< also readable; the file exists, and its name is no symbolic link
    /// A new file beside `path`, named `path`.tmp-<16 hexadecimal digits>, and locked. The
    /// destructor removes it unless it got another name.
    fresh,
  };
  /// Opens the file. Refuses a FIFO, a device or anything else that is not regular, and never
  /// blocks on it.
  File(std::string path, Mode mode);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const;
  /// Takes the lock, until this object or its process ends. False if another process holds it.
  [[nodiscard]] bool lock();
  /// True if `path` names this very file. Another process may have given the name to another file.
  [[nodiscard]] bool stands_at(const std::string& path) const;

  /// Writes all of `bytes`, or throws; what was written before the error stays, and can be cut off.
  void write(std::span<const char> bytes);
  /// Reads until `into` is full or the file ends; returns the number of bytes.
  std::size_t read(std::uint64_t offset, std::span<char> into) const;
  /// Cuts the file off after `bytes` bytes.
  void truncate(std::uint64_t bytes);
  /// Returns when the contents are on the disk.
  void sync();
  /// Ends writing. Throws an error of the disk that was not reported before.
  void close();

  /// Renames this file to `path`. False if `path` exists, or if this file's own name is gone (the
  /// run that holds the output's lock removes what others left behind).
  [[nodiscard]] bool take_name(const std::string& path);
  /// Renames this file to `path`, and replaces the file that has this name.
  void replace(const std::string& path);
  /// Exchanges the names of this file and of the one at `path`. False if there is none, or if the
  /// file system cannot do that.
  [[nodiscard]] bool exchange(const std::string& path);
  /// Renames this file to a temporary name beside `path`, as a fresh one has.
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
  bool temporary_ = false;  ///< the file has a temporary name, and is removed with this object
};

/// True if anything has this name, even a link that leads nowhere.
bool exists(const std::string& path);

/// True if both names lead to the same file, through whatever links.
bool lead_to_one_file(const std::string& one, const std::string& other);

/// `a/x.h5` → `a/x.prev.h5`, then `a/x.prev-2.h5`, …; `x` → `x.prev`. `number` ≥ 1.
std::string kept_name(const std::string& path, int number);

/// Gives the file at `path` an additional name, the first kept_name() that is free, and returns it.
/// Where a file system has no hard links, a copy gets that name.
std::string keep(const std::string& path);

/// Renames `file` to `path`, and keeps the file that had this name. At no moment is there no file
/// of that name, or no name for the older file.
void replace_and_keep(File& file, const std::string& path);

/// Removes the temporary files of `paths`, which are in one folder, that nobody has locked: the
/// processes that made them were killed. Errors are ignored, since such files disturb nobody.
void remove_leftovers(const std::vector<std::string>& paths);

}  // namespace ldfi::files
