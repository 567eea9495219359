// A checksum over a whole results file. HDF5's own do not cover the strings, so a changed byte
// could be a wrong row. The seal stands behind HDF5's data, where its readers do not look: the 8
// bytes `LDFIseal` and the CRC-32 (that of zlib and PNG) of all before, little-endian.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ldfi::results {

/// Appends the seal to the bytes of a file.
void seal(std::vector<std::byte>& image);

/// False unless the last 12 bytes are the seal of everything before them: a byte has changed,
/// something was cut off or appended. Throws EnvironmentError if the file cannot be read.
bool seal_holds(const std::string& path);

}  // namespace ldfi::results
