// Empties folders of untrusted processes. Never follows a link out of them. Also removes what cannot be
// read, is nested deeper than paths may be long, or has unusual names.
#pragma once

#include <string>
#include <vector>

namespace ldfi::sandbox {

/// Removes all that is in this open folder, except entries with these names; the folder itself stays.
/// Returns 0, or the errno of what could not be removed.
int empty_folder(int folder, const std::vector<std::string>& kept = {});
/// Removes the folder and all in it. Returns 0, also if it does not exist, or the errno.
int remove_folder(const std::string& path);

}  // namespace ldfi::sandbox
