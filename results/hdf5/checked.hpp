// Functions that return a value from a results file, or call Reader::damaged() with the value's
// place if the value is invalid. Private to this folder.
#pragma once

#include <cstdint>
#include <string>

#include "common/faults/fspec.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Returns `row` if it is a row of a table with `size` rows.
std::uint32_t checked_row(const Reader& reader, const std::string& where, std::uint64_t row,
                          std::size_t size);

/// Returns the fault set whose written form is `text`.
FaultSet checked_fault_set(const Reader& reader, const std::string& where, const Fspec& fspec,
                           const std::string& text);

}  // namespace ldfi::results
