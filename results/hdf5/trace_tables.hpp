// The tables of a cell's traces. Private to this folder.
#pragma once

#include <string>

#include "common/record/cell.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Ticks that the traces of a cell may have in all: each takes memory, whatever happens at it.
inline constexpr std::size_t max_trace_ticks = 1'000'000;

/// Writes nothing for a cell without traces. `budget` is asked about once a megabyte.
void write_traces(hid_t group, const Cell& cell, const BudgetCheck& budget);

/// Reads the traces in `group`, if there are any; the cell's Fspec must be complete. Throws
/// DamagedFile.
void read_traces(Reader& reader, const std::string& group, Cell& cell);

}  // namespace ldfi::results
