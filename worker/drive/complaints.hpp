// Collects what a process writes to stderr. When something is wrong with the process, an excerpt is shown:
// the first and the last lines that it wrote since it last waited. Ruby, Java and Go write the reason first,
// Python last.
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

/// Returns the text with each path of `paths` replaced by the path that the user wrote. Does not replace the
/// end of a longer path.
[[nodiscard]] std::string with_user_paths(std::string text, const std::vector<UserPath>& paths);

class Complaints {
 public:
  /// Forgets the text of an earlier process, because a new process starts.
  void clear(std::vector<UserPath> paths = {});
  /// Makes the excerpt begin with the next text of the process. Called when the process is about to
  /// run again after a wait.
  void begin_step();
  /// Returns true if the process has closed its stderr.
  [[nodiscard]] bool is_closed() const { return closed_; }
  /// Returns true if the process has written anything to stderr.
  [[nodiscard]] bool has_any() const { return !head_.empty() || !before_.empty(); }

  /// Reads all text that is available from the descriptor, which must be non-blocking.
  void read(int from);
  void add(std::string_view text);

  /// Returns the first and the last lines that the process wrote since it last waited. If it wrote
  /// none since then, returns the last lines before. Lines are printable and separated by line
  /// breaks.
  [[nodiscard]] std::string excerpt() const;

 private:
  std::vector<UserPath> paths_;
  std::string before_;  ///< end of what the process wrote before this step
  std::string head_;    ///< beginning of what the process wrote in this step
  std::string tail_;    ///< end of what the process wrote in this step, after `head_`
  /// Number of line breaks that were dropped between `head_` and `tail_`.
  std::uint64_t dropped_ = 0;
  bool cut_ = false;          ///< true if some text between `head_` and `tail_` was dropped
  bool cut_in_line_ = false;  ///< `tail_` begins in the middle of a line
  bool closed_ = false;
};

}  // namespace ldfi::drive
