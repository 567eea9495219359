// The seal: a checksum over a whole results file. HDF5's own checksums do not cover strings, so a
// changed byte could become a wrong row. The seal is after HDF5's data, in a part of the file that
// HDF5 ignores. It consists of the 8 bytes `LDFIseal` and the CRC-32 (as in zlib and PNG) of all
// bytes before the seal, little-endian.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ldfi::results {

/// Appends the seal to the bytes of a file.
void seal(std::vector<std::byte>& image);

/// Returns true if the last 12 bytes are the seal of all bytes before them, and false if a byte was changed,
/// added or removed. Throws EnvironmentError if the file cannot be read.
bool seal_holds(const std::string& path);

/// Returns true if the file begins with HDF5's signature. HDF5 also accepts a signature after a
/// user block, but results files have no user block. Throws EnvironmentError if the file cannot be
/// read.
bool begins_as_hdf5(const std::string& path);

}  // namespace ldfi::results
