// Cgroups (version 2) that limit the memory of nodes, including memory that the kernel holds for
// them. They are made only if the system has delegated the farm's cgroup to this user.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// One cgroup, which limits the memory of all processes of one node.
struct MemoryGroup {
  std::string folder;
  Descriptor entrance;  ///< a process that writes "0" to it moves into the group
};

/// Returns the folder of the cgroup (version 2) of this process, or an empty text if it has no such cgroup.
/// `groups` is the text of /proc/self/cgroup, `mounts` the text of /proc/self/mountinfo.
std::string own_cgroup(std::string_view groups, std::string_view mounts);

/// Makes and removes cgroups. Tests override it to use ordinary folders.
class CgroupCalls {
 public:
  virtual ~CgroupCalls() = default;
  /// Makes a cgroup. Returns false and sets errno if the kernel refuses.
  virtual bool make(const std::string& folder);
  /// Removes a cgroup that has no processes and contains no other cgroups.
  virtual bool remove(const std::string& folder);
};

class MemoryGroups {
 public:
  /// Makes a folder for new cgroups inside `cgroup`, and removes such folders of farms that were
  /// killed. Returns null and changes nothing if no process can be moved into a cgroup with a
  /// limit. `farm` is the process that may be moved within `cgroup`, with its descendants.
  static std::unique_ptr<MemoryGroups> begin(const std::string& cgroup, pid_t farm,
                                             CgroupCalls& calls = kernel());
  /// Removes the cgroups. The processes in them must have ended.
  ~MemoryGroups();
  MemoryGroups(const MemoryGroups&) = delete;
  MemoryGroups& operator=(const MemoryGroups&) = delete;

  /// Makes a cgroup whose processes may use at most this number of bytes, and no swap. Returns
  /// nullopt if the kernel refuses.
  std::optional<MemoryGroup> make(std::uint64_t most_bytes);
  /// Removes this cgroup. Fails without an error if a process in it is still ending.
  void remove(const std::string& folder) { calls_.remove(folder); }

 private:
  MemoryGroups(std::string cgroup, CgroupCalls& calls)
      : cgroup_(std::move(cgroup)), calls_(calls) {}
  static CgroupCalls& kernel();
  /// Prepares `cgroup_` for cgroups inside it. Returns true if a process can be moved into such a
  /// cgroup.
  bool prepare(pid_t farm);
  bool make_folder();
  /// Moves all processes of `cgroup_` into a cgroup of their own, because a cgroup with processes
  /// cannot limit the memory of cgroups in it. Returns false if one of the processes does not
  /// belong to the farm.
  bool move_farm(pid_t farm);
  bool can_enter();

  std::string cgroup_;
  CgroupCalls& calls_;
  std::string folder_;  ///< folder that contains the cgroups; empty until it is made
  /// Open descriptor of `folder_`. It is locked, so that other farms do not remove the folder.
  Descriptor held_;
  /// True if this object has switched on the memory controller in `cgroup_`.
  bool enabled_ = false;
  unsigned made_ = 0;  ///< number of cgroups that were made
};

/// Returns how many processes of this cgroup the kernel has ended because the cgroup was full.
std::uint64_t ended_when_full(const std::string& folder);

}  // namespace ldfi::drive
