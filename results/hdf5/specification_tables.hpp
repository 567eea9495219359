// Writes and reads the tables of a cell's specifications. Private to this folder.
#pragma once

#include <string>

#include "common/record/cell.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

void write_specifications(hid_t group, const Cell& cell);

/// Reads the specifications in `group` into the cell. The cell's counterexamples must have been
/// read before. `fail_on` says which severities affect the verdict. Throws DamagedFile.
void read_specifications(Reader& reader, const std::string& group, FailOn fail_on, Cell& cell);

}  // namespace ldfi::results
