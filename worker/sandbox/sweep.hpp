// Empties folders of strangers: never follows a link out of them, and gets rid of what cannot be
// read, is nested deeper than any path is long, or has odd names.
#pragma once

#include <string>
#include <vector>

namespace ldfi::sandbox {

/// Removes all that is in this open folder, except entries with these names; the folder itself stays.
/// Returns 0, or the errno of what could not be removed.
int empty_folder(int folder, const std::vector<std::string>& kept = {});
/// The folder and all in it. Returns 0, also if there is none, or errno.
int remove_folder(const std::string& path);

}  // namespace ldfi::sandbox
