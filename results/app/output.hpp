// Where results go: to stdout, or to a file that gets its name when it is whole.
#pragma once

#include <string>
#include <vector>

#include "results/export/files.hpp"

namespace ldfi::results {

/// Writes to stdout, fit to be printed, if `path` is empty; else as write_file() does. Throws
/// EnvironmentError.
void write_output(const std::string& path, const std::string& text);

/// Writes to stdout what is fit to be printed already, and what moves the cursor. Throws
/// EnvironmentError.
void write_terminal(const std::string& text);

/// Writes a file under a temporary name and renames it to `path`. An older file of other content is
/// kept as `x.prev.html`. Throws EnvironmentError, also if `path` is a results file, a journal, or
/// no regular file.
void write_file(const std::string& path, const std::string& text);

/// Writes all files into a folder, which is made if it is missing. Files of other names stay.
void write_folder(const std::string& folder, const std::vector<ExportFile>& files);

}  // namespace ldfi::results
