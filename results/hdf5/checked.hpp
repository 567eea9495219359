// Values of a results file that must mean something: each function returns the value, or calls
// Reader::damaged() with its place. Private to this folder.
#pragma once

#include <cstdint>
#include <string>

#include "common/faults/fspec.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// A row of a table with `size` rows.
std::uint32_t checked_row(const Reader& reader, const std::string& where, std::uint64_t row,
                          std::size_t size);

/// A fault set in its written form.
FaultSet checked_fault_set(const Reader& reader, const std::string& where, const Fspec& fspec,
                           const std::string& text);

}  // namespace ldfi::results
