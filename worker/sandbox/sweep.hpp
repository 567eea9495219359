// Empties folders of untrusted processes. Never follows a symbolic link out of a folder. Also
// removes files that cannot be read, have unusual names, or are nested so deeply that no path can
// name them.
#pragma once

#include <string>
#include <vector>

namespace ldfi::sandbox {

/// Removes everything in this open folder, except entries with the names in `kept`. Returns 0 on
/// success, otherwise the errno of the first entry that could not be removed.
int empty_folder(int folder, const std::vector<std::string>& kept = {});
/// Removes the folder with everything in it. Returns 0 on success or if the folder does not exist,
/// otherwise the errno.
int remove_folder(const std::string& path);

}  // namespace ldfi::sandbox
