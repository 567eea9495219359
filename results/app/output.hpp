// Writes results to stdout or to a file. A file gets its final name only when it is complete.
#pragma once

#include <string>
#include <vector>

#include "results/export/files.hpp"

namespace ldfi::results {

/// If `path` is empty, makes the text printable and writes it to stdout. Otherwise calls
/// write_file(). Throws EnvironmentError.
void write_output(const std::string& path, const std::string& text);

/// Writes to stdout without changes, for text with sequences that control the terminal. All other
/// parts of the text must be printable. Throws EnvironmentError.
void write_terminal(const std::string& text);

/// Writes a file under a temporary name, and then renames it to `path`. If `path` exists with other
/// content, keeps it under a name such as `x.prev.html`. Throws EnvironmentError. This includes the
/// case that `path` is a results file, a journal, or not a regular file.
void write_file(const std::string& path, const std::string& text);

/// Writes the files into a folder. Makes the folder if it does not exist. Keeps other files in the
/// folder.
void write_folder(const std::string& folder, const std::vector<ExportFile>& files);

}  // namespace ldfi::results
