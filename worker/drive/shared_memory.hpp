// Computes the size of shared memory that page tables may not show: pages of a shared mapping stay even
// if the process that wrote them unmaps them or ends. Private to worker/drive.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string_view>

namespace ldfi::drive {

class SharedMemory {
 public:
  /// Adds the mappings of this process that are shared and have no file, as far as the system reports
  /// them.
  void add(pid_t process);
  /// Adds one line of /proc/PID/maps.
  void add(std::string_view line);
  /// Returns the bytes of all mappings, each counted once, whether they are used or not.
  [[nodiscard]] std::uint64_t size() const;

 private:
  std::map<std::uint64_t, std::uint64_t> sizes_;  ///< by inode: bytes of the mapping
};

}  // namespace ldfi::drive
