// Empties folders of untrusted processes. Never follows a link out of a folder. Also removes files that
// cannot be read, are nested deeper than a path may be long, or have unusual names.
#pragma once

#include <string>
#include <vector>

namespace ldfi::sandbox {

/// Removes everything in this open folder, except entries with the names in `kept`. Returns 0, or the errno
/// of the first entry that could not be removed.
int empty_folder(int folder, const std::vector<std::string>& kept = {});
/// Removes the folder with everything in it. Returns 0, also if the folder does not exist, or the errno.
int remove_folder(const std::string& path);

}  // namespace ldfi::sandbox
