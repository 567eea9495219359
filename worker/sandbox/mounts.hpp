// Lists the mount points of file systems, from /proc/self/mountinfo.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ldfi::sandbox {

/// Returns all paths at which this process sees a mounted file system.
std::vector<std::string> mount_points();
/// Returns the mount point in one line of mountinfo, in which each blank is written as `\040`.
/// Empty if the line is malformed.
std::string mount_point_of(std::string_view line);

}  // namespace ldfi::sandbox
