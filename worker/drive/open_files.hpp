// Computes how much memory the kernel may hold for open files of processes. Private to worker/drive.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <set>
#include <string_view>

namespace ldfi::drive {

class OpenFiles {
 public:
  /// With `sockets_too`, sockets are included, and count as if their buffers were full.
  explicit OpenFiles(bool sockets_too) : sockets_too_(sockets_too) {}

  /// Adds the files that this process has open, as far as the system reports them.
  void add(pid_t process);
  /// Returns an upper bound on the memory in bytes. Pipes count as if their buffers were full.
  [[nodiscard]] std::uint64_t memory() const;

 private:
  /// Adds one open file by its link in /proc, such as `pipe:[17]`.
  void add(std::string_view target);

  bool sockets_too_;
  std::uint64_t descriptors_ = 0;
  std::uint64_t pollers_ = 0;  ///< number of epoll sets, each of which may watch every descriptor
  std::set<std::uint64_t> pipes_;    ///< inodes of pipes
  std::set<std::uint64_t> sockets_;  ///< inodes of sockets
};

}  // namespace ldfi::drive
