// Functions that check a value from a results file and return it. If it is invalid, they call
// Reader::damaged() with its place. Private to this folder.
#pragma once

#include <cstdint>
#include <string>

#include "common/faults/fspec.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Returns `row`. It must be the index of a row in a table with `size` rows.
std::uint32_t checked_row(const Reader& reader, const std::string& where, std::uint64_t row,
                          std::size_t size);

/// Returns the fault set with the written form `text`, which the Fspec must admit.
FaultSet checked_fault_set(const Reader& reader, const std::string& where, const Fspec& fspec,
                           const std::string& text);

}  // namespace ldfi::results
