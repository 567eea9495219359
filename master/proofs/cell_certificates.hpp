// --certificate for a sweep: writes a certificate for each Fspec (cell) whose search has an answer,
// and a list of all cells.
#pragma once

#include <vector>

#include "common/record/cell.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Limits of a sweep's certificates: the number of cells that have a certificate, and the total
/// number of bytes of all certificates.
inline constexpr std::size_t most_certified_cells = 1'000;
inline constexpr std::uint64_t most_certificate_bytes = std::uint64_t{4} << 30U;

/// Writes the folder with a certificate for each cell (Fspec of a sweep), or reports why that is
/// impossible and writes nothing. Each cell has its own proofs, even if its result follows from
/// another cell. Throws what write_certificate() throws.
void write_certificates(const Task& task, const std::vector<Cell>& cells, const Log& log,
                        const BudgetCheck& check);

}  // namespace ldfi::app
