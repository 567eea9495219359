// Where results go: stdout, or a file that is whole when it has its name.
#pragma once

#include <string>
#include <vector>

#include "results/export/files.hpp"

namespace ldfi::results {

/// To stdout if `path` is empty, else as write_file(). Throws EnvironmentError.
void write_output(const std::string& path, const std::string& text);

/// Writes `path` under a temporary name and renames it; an older one of other content is kept, as
/// `x.prev.html`. Throws EnvironmentError; also where a results file, a journal, or no regular file
/// stands.
void write_file(const std::string& path, const std::string& text);

/// Writes all of them into a folder, which is made if it is not there; files of other names stay.
void write_folder(const std::string& folder, const std::vector<ExportFile>& files);

}  // namespace ldfi::results
