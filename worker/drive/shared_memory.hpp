// Memory that processes share and that no page table may show: pages of a shared mapping stay, whoever
// wrote them ends or lets go of them. Private to worker/drive.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string_view>

namespace ldfi::drive {

class SharedMemory {
 public:
  /// Adds the mappings of this process that are shared and have no file, as far as the system tells.
  void add(pid_t process);
  /// Adds one line of /proc/PID/maps.
  void add(std::string_view line);
  /// The bytes of all of them, each counted once, whether they are used or not.
  [[nodiscard]] std::uint64_t size() const;

 private:
  std::map<std::uint64_t, std::uint64_t> sizes_;  ///< by inode
};

}  // namespace ldfi::drive
