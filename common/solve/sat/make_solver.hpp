// Creates a solver by its name.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/settings.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

/// Returns a new, empty solver. For SolverName::cryptominisat, requires that has_cryptominisat() is
/// true.
std::unique_ptr<Solver> make_solver(SolverName kind, std::uint64_t seed);

}  // namespace ldfi::sat
