// Computes the size of shared memory, which the page tables of processes may not show. The pages of
// a shared mapping stay in memory even if the process that wrote them unmaps them or ends. Private
// to worker/drive.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string_view>

namespace ldfi::drive {

class SharedMemory {
 public:
  /// Adds the shared mappings of this process that have no file, as far as the system reports them.
  void add(pid_t process);
  /// Adds the mapping that one line of /proc/PID/maps describes.
  void add(std::string_view line);
  /// Returns the bytes of all mappings. Each mapping is counted once, even if its pages are not used.
  [[nodiscard]] std::uint64_t size() const;

 private:
  std::map<std::uint64_t, std::uint64_t> sizes_;  ///< bytes of a mapping, by inode
};

}  // namespace ldfi::drive
