// Reads the files of a certificate, which may come from untrusted sources. Defines the version of
// the certificate format.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "common/prove/certificate/rejected.hpp"

namespace ldfi::certificate {

/// The first word and the number at the beginning of claim.txt. A proof fits the clauses of only
/// one version of the checker. So the version must increase whenever clauses or the numbers of
/// their literals change.
inline constexpr std::string_view format = "ldfi-certificate";
inline constexpr int format_version = 4;

/// Returns the first line of a file: of claim.txt or, with another `word`, of a list of cells.
std::string first_line(std::string_view word = format);
/// Throws Rejected unless `line` is the first line of a file of this version. The message tells the
/// user in one line what to do.
void require_version(const std::string& file, const std::string& line,
                     std::string_view word = format);

/// Opens a file of the folder. Throws Rejected for a link, which may lead out of the folder, and
/// for everything else that is not a regular file.
std::ifstream open_file(const std::string& folder, const std::string& name);

/// Returns the content of a file of the folder. Throws as open_file() does.
std::string read_file(const std::string& folder, const std::string& name);

/// Returns the path of a program text in the folder. Throws Rejected for a name that leads out of
/// the folder.
std::string program_path(const std::string& name);

}  // namespace ldfi::certificate
