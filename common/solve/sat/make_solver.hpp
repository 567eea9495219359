// Makes a solver by its name.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/settings.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

/// Makes a new, empty solver. Requires has_cryptominisat() for SolverName::cryptominisat.
std::unique_ptr<Solver> make_solver(SolverName kind, std::uint64_t seed);

}  // namespace ldfi::sat
