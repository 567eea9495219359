// The files of a certificate, which may come from strangers, and the version of the format.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "common/prove/certificate/rejected.hpp"

namespace ldfi::certificate {

/// A claim begins with this word and this number. A proof refutes the clauses of one build of the checker:
/// whoever changes which clauses some claim has, or how they are numbered, takes the next number.
inline constexpr std::string_view format = "ldfi-certificate";
inline constexpr int format_version = 4;

/// The first line of a claim; of a list of cells with another word.
std::string first_line(std::string_view word = format);
/// Throws Rejected, in one line that says what to do, if `line` is no such first line of this version.
void require_version(const std::string& file, const std::string& line,
                     std::string_view word = format);

/// A file of the folder itself. Throws Rejected for a link, which may lead anywhere, and for what is no
/// regular file.
std::ifstream open_file(const std::string& folder, const std::string& name);

/// The same, as a text.
std::string read_file(const std::string& folder, const std::string& name);

/// Where a text of the program lies in the folder. Throws Rejected for a name that leads out of it.
std::string program_path(const std::string& name);

}  // namespace ldfi::certificate
