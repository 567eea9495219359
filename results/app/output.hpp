// Writes results to stdout, or to a file that gets its name when it is complete.
#pragma once

#include <string>
#include <vector>

#include "results/export/files.hpp"

namespace ldfi::results {

/// Writes printable text to stdout if `path` is empty, else calls write_file(). Throws
/// EnvironmentError.
void write_output(const std::string& path, const std::string& text);

/// Writes text to stdout unchanged: it must be printable already, but may move the cursor. Throws
/// EnvironmentError.
void write_terminal(const std::string& text);

/// Writes a file under a temporary name and renames it to `path`. Keeps an older file with other
/// content as `x.prev.html`. Throws EnvironmentError, also if `path` is a results file, a journal,
/// or not a regular file.
void write_file(const std::string& path, const std::string& text);

/// Writes all files into a folder, which it creates if necessary. Keeps files with other names.
void write_folder(const std::string& folder, const std::vector<ExportFile>& files);

}  // namespace ldfi::results
