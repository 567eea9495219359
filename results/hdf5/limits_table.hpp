// Writes and reads the table with the limits on faults in a cell's Fspec. Private to this folder.
#pragma once

#include <string>

#include "common/faults/fspec.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Returns true if the limits say which nodes restart and when, or if they name sets of nodes.
/// Files with these limits need a newer version of the layout.
[[nodiscard]] bool has_choices(const FaultLimits& limits);
void write_limits(hid_t group, const FspecParameters& fspec);

/// Reads the table in `group` into `fspec`. Throws DamagedFile for an unknown name, an invalid number, or
/// lists that are not in order.
void read_limits(Reader& reader, const std::string& group, FspecParameters& fspec);

}  // namespace ldfi::results
