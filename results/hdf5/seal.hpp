// A checksum over a whole results file. HDF5's own checksums do not cover strings, so a changed
// byte could become a wrong row. The seal stands behind HDF5's data, where HDF5 does not look: the
// 8 bytes `LDFIseal`, then the CRC-32 (that of zlib and PNG) of everything before, little-endian.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ldfi::results {

/// Appends the seal to the bytes of a file.
void seal(std::vector<std::byte>& image);

/// True if the last 12 bytes are the seal of everything before them; false if a byte was changed,
/// cut off or appended. Throws EnvironmentError if the file cannot be read.
bool seal_holds(const std::string& path);

/// True if the file begins with HDF5's signature. HDF5 also finds one behind a user block, which no
/// file of ours has. Throws EnvironmentError if the file cannot be read.
bool begins_as_hdf5(const std::string& path);

}  // namespace ldfi::results
