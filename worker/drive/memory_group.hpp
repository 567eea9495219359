// Cgroups (version 2) that bound the memory of nodes, including what the kernel holds for them. They are made
// only inside a cgroup that is delegated to this user.
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

/// One cgroup, which bounds the memory of one place.
struct MemoryGroup {
  std::string folder;
  Descriptor entrance;  ///< a process that writes "0" to it moves into the group
};

/// Returns the folder of the cgroup (version 2) of this process, or an empty text if it has no such cgroup.
/// `groups` is the text of /proc/self/cgroup, `mounts` the text of /proc/self/mountinfo.
std::string own_cgroup(std::string_view groups, std::string_view mounts);

/// Makes and removes cgroups. A test puts other folders in their place.
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
  /// Makes a folder for groups in this cgroup, and removes such folders of farms that were killed. Returns
  /// null and changes nothing if no process can be moved into a group with a bound. `farm` is the process
  /// that, with its descendants, may be moved within the cgroup.
  static std::unique_ptr<MemoryGroups> begin(const std::string& cgroup, pid_t farm,
                                             CgroupCalls& calls = kernel());
  /// Removes the groups. Their processes must have ended.
  ~MemoryGroups();
  MemoryGroups(const MemoryGroups&) = delete;
  MemoryGroups& operator=(const MemoryGroups&) = delete;

  /// Makes a group that holds at most this number of bytes, none of them in swap. Returns nullopt if the
  /// kernel refuses.
  std::optional<MemoryGroup> make(std::uint64_t most_bytes);
  /// Removes this group, unless it still has a process that is ending.
  void remove(const std::string& folder) { calls_.remove(folder); }

 private:
  MemoryGroups(std::string cgroup, CgroupCalls& calls)
      : cgroup_(std::move(cgroup)), calls_(calls) {}
  static CgroupCalls& kernel();
  /// Prepares the cgroup for groups. Returns true if a process can be moved into a group.
  bool prepare(pid_t farm);
  bool make_folder();
  /// Moves all processes of the cgroup into a group of their own, because a cgroup with processes cannot
  /// bound the memory of groups in it. Returns false if one of the processes does not belong to the farm.
  bool move_farm(pid_t farm);
  bool can_enter();

  std::string cgroup_;
  CgroupCalls& calls_;
  std::string folder_;  ///< the folder of all groups; empty until it is made
  /// Open descriptor of that folder. Its lock keeps other farms from removing the folder.
  Descriptor held_;
  /// True if this object has switched on the memory controller in `cgroup_`.
  bool enabled_ = false;
  unsigned made_ = 0;  ///< number of groups that were made
};

/// Returns the number of processes that the kernel has ended because the group was full.
std::uint64_t ended_when_full(const std::string& folder);

}  // namespace ldfi::drive
