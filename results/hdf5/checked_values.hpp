// Functions that check a value from a results file and return it. If the value is invalid, they
// call Reader::damaged(), which names the place in the file. Private to this folder.
#pragma once

#include <cstdint>
#include <string>

#include "common/faults/fspec.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Returns `row`, which must be an index below `size`, the number of rows of a table.
std::uint32_t checked_row(const Reader& reader, const std::string& where, std::uint64_t row,
                          std::size_t size);

/// Parses the text of a fault set, which the Fspec must admit.
FaultSet checked_fault_set(const Reader& reader, const std::string& where, const Fspec& fspec,
                           const std::string& text);

}  // namespace ldfi::results
