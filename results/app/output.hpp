// Writes results to stdout, or to a file that gets its name when it is complete.
#pragma once

#include <string>
#include <vector>

#include "results/export/files.hpp"

namespace ldfi::results {

/// Writes to stdout after making the text printable if `path` is empty, otherwise calls write_file(). Throws
/// EnvironmentError.
void write_output(const std::string& path, const std::string& text);

/// Writes text unchanged to stdout, such as text that moves the cursor. Everything else in it must be
/// printable. Throws EnvironmentError.
void write_terminal(const std::string& text);

/// Writes a file under a temporary name and renames it to `path`. Keeps an older file with other
/// content as `x.prev.html`. Throws EnvironmentError, also if `path` is a results file, a journal,
/// or not a regular file.
void write_file(const std::string& path, const std::string& text);

/// Writes all files into a folder, which is made if it does not exist. Keeps other files in the folder.
void write_folder(const std::string& folder, const std::vector<ExportFile>& files);

}  // namespace ldfi::results
