// Files of those who must not lose anything. A new one has a name that nobody else uses until it is
// whole; what stood under its final name is kept under another. Every error is an EnvironmentError
// with call, path and reason.
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
    append,  ///< reads too; the file exists, and its name is no symbolic link
    fresh,  ///< a new file beside `path`, `path`.tmp-<16 hexadecimal digits>, and locked; gone with
            ///< this object if it gets no other name
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
  /// True if `path` names this very file: another process may have given the name to a new one.
  [[nodiscard]] bool stands_at(const std::string& path) const;

  /// All of `bytes`, or an error; what was written of them then stays, and may be cut off.
  void write(std::span<const char> bytes);
  /// Fills `into`, or fewer bytes at the end of the file; returns how many.
  std::size_t read(std::uint64_t offset, std::span<char> into) const;
  void truncate(std::uint64_t bytes);
  /// The contents are on the disk when this returns.
  void sync();
  /// Nothing can be written any more; an error of the disk that was not told yet is told now.
  void close();

  /// Gives this file the name `path`. False if something has it, or if this file's own name is gone
  /// (a run that holds the lock removes what others left behind).
  [[nodiscard]] bool take_name(const std::string& path);
  /// The same, and what has that name loses it.
  void replace(const std::string& path);
  /// The same, and what has that name gets this file's. False if nothing has it, or if the file
  /// system cannot do that.
  [[nodiscard]] bool exchange(const std::string& path);
  /// Back to a temporary name, as one that is fresh beside `path`.
  void take_temporary_name(const std::string& path);
  /// The name is on the disk when this returns, if the file system can do that.
  void sync_name();

 private:
  void create();
  void get_name(const std::string& path);
  [[noreturn]] void fail(const char* call) const;
  [[noreturn]] void fail(const char* call, int code) const;

  std::string path_;
  int fd_ = -1;
  bool temporary_ = false;  ///< its name is its own choice
};

/// True if there is anything under that name.
bool exists(const std::string& path);

/// True if both names lead to one file, over whatever links.
bool lead_to_one_file(const std::string& one, const std::string& other);

/// `a/x.h5` → `a/x.prev.h5`, then `a/x.prev-2.h5`, …; `x` → `x.prev`. `number` from 1 on.
std::string kept_name(const std::string& path, int number);

/// Gives the file under `path` one name more, the first kept_name() that is free, and returns it. A
/// file system without hard links gets a copy.
std::string keep(const std::string& path);

/// Gives `file` the name `path`, and what has it is kept. There is no moment without a file of that
/// name, nor one without a name for what was there.
void replace_and_keep(File& file, const std::string& path);

/// Removes files with temporary names of `paths`, which are in one folder, that nobody works at any
/// more: their processes were killed. Errors are ignored, as such files are in nobody's way.
void remove_leftovers(const std::vector<std::string>& paths);

}  // namespace ldfi::files
