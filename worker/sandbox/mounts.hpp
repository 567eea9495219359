// Where file systems are mounted, as /proc/self/mountinfo says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ldfi::sandbox {

/// The mount points that this process sees.
std::vector<std::string> mount_points();
/// The mount point of one line of mountinfo, in which blanks are written as `\040`. Empty if the line is
/// malformed.
std::string mount_point_of(std::string_view line);

}  // namespace ldfi::sandbox
