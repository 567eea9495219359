// What a process writes to stderr. An excerpt of it is shown when something is wrong with the process:
// the first and the last lines since it last waited. Ruby, Java and Go write the reason first, Python
// writes it last.
//
//   Complaints complaints;
//   complaints.begin_step();           // the process is about to run
//   complaints.read(fd);
//   with_stderr("n0 ended", complaints.excerpt())  // common/base/printable_lines.hpp
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/printable_lines.hpp"

namespace ldfi::drive {

/// A path inside a sandbox, and the same path as the user wrote it.
struct UserPath {
  std::string inside;
  std::string written;
};

/// Replaces each path of `paths`, in their order, by the path that the user wrote. A longer path that
/// only ends with one of them stays as it is.
[[nodiscard]] std::string with_user_paths(std::string text, const std::vector<UserPath>& paths);

class Complaints {
 public:
  /// Forgets everything, for a new process.
  void clear(std::vector<UserPath> paths = {});
  /// The process is about to run: an excerpt begins with what it writes from now on.
  void begin_step();
  /// True if the process has closed its stderr.
  [[nodiscard]] bool is_closed() const { return closed_; }
  /// True if it has written anything.
  [[nodiscard]] bool has_any() const { return !head_.empty() || !before_.empty(); }

  /// Reads what is there; `from` does not block.
  void read(int from);
  void add(std::string_view text);

  /// Returns the first and the last lines since the process last waited. Returns the last lines of all if
  /// it wrote nothing since. Line breaks separate the lines, which are printable.
  [[nodiscard]] std::string excerpt() const;

 private:
  std::vector<UserPath> paths_;
  std::string before_;         ///< the end of what it wrote before this step
  std::string head_;           ///< the beginning of what it wrote in this step
  std::string tail_;           ///< what follows `head_`, without its beginning if it is long
  std::uint64_t dropped_ = 0;  ///< line breaks between `head_` and `tail_` that were dropped
  bool cut_ = false;           ///< text between `head_` and `tail_` was dropped
  bool cut_in_line_ = false;   ///< `tail_` begins within a line
  bool closed_ = false;
};

}  // namespace ldfi::drive
