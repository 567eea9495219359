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

/// False if there is a seal and it does not match: a byte has changed. A file without one (from
/// before there were seals, or edited by HDF5, which cuts it off) is not judged. Throws
/// EnvironmentError if it cannot be read.
bool seal_holds(const std::string& path);

}  // namespace ldfi::results
