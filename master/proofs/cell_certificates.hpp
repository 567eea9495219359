// --certificate of a sweep: a certificate for each cell that was decided, and a list of the cells.
#pragma once

#include <vector>

#include "common/record/cell.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// So many cells of a sweep have certificates, and these so many bytes together.
inline constexpr std::size_t most_certified_cells = 1'000;
inline constexpr std::uint64_t most_certificate_bytes = std::uint64_t{4} << 30U;

/// Writes the folder, whole or not at all, or says why not. Each cell has proofs of its own, also what
/// follows from another one. Throws as write_certificate().
void write_certificates(const Task& task, const std::vector<Cell>& cells, const Log& log,
                        const BudgetCheck& check);

}  // namespace ldfi::app
