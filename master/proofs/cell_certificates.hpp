// --certificate for a sweep: a certificate for each decided cell, and a list of the cells.
#pragma once

#include <vector>

#include "common/record/cell.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// The largest number of cells with certificates, and the largest number of bytes of all certificates
/// together.
inline constexpr std::size_t most_certified_cells = 1'000;
inline constexpr std::uint64_t most_certificate_bytes = std::uint64_t{4} << 30U;

/// Writes the whole folder, or reports why not and writes nothing. Each cell has its own proofs, even if
/// it follows from another cell. Throws what write_certificate() throws.
void write_certificates(const Task& task, const std::vector<Cell>& cells, const Log& log,
                        const BudgetCheck& check);

}  // namespace ldfi::app
