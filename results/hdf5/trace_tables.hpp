// Writes and reads the tables of a cell's traces. Private to this folder.
#pragma once

#include <string>

#include "common/record/cell.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Most ticks of all traces of a cell together. Each tick takes memory, even if it has no events.
inline constexpr std::size_t max_trace_ticks = 1'000'000;

/// Writes the group with the cell's traces. Writes nothing if the cell has no traces. Calls
/// `budget`, which may throw, about once per megabyte.
void write_traces(hid_t group, const Cell& cell, const BudgetCheck& budget);

/// Reads the traces in `group`, if it has traces. The cell's Fspec must have been read before.
/// Throws DamagedFile.
void read_traces(Reader& reader, const std::string& group, Cell& cell);

}  // namespace ldfi::results
