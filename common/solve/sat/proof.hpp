// Refutations that others can check.
#pragma once

#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

/// Asks CaDiCaL whether the clauses contradict each other, and writes its proof to `file`, which is new:
/// lemmas that follow by unit propagation, and clauses that are no longer needed, as text (DRUP). False
/// if they do not; the file then holds no proof. Throws what `check` throws, and EnvironmentError if the
/// file cannot be written.
bool refute(const std::vector<std::vector<Literal>>& clauses, const std::string& file,
            const BudgetCheck& check);

}  // namespace ldfi::sat
