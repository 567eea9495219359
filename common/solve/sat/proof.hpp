// Writes proofs of unsatisfiability that other programs can check.
#pragma once

#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

/// Decides with CaDiCaL whether the clauses are unsatisfiable, and writes the solver's proof to the
/// new file `file`. The proof is text in the format DRUP: lemmas that follow by unit propagation,
/// and clauses that are not needed any more. Returns false if the clauses are satisfiable; then the
/// file has no proof. Throws what `check` throws, and EnvironmentError if the file cannot be
/// written.
bool refute(const std::vector<std::vector<Literal>>& clauses, const std::string& file,
            const BudgetCheck& check);

}  // namespace ldfi::sat
