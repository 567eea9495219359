// The solvers that there are.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/settings.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

std::unique_ptr<Solver> make_solver(SolverName kind, std::uint64_t seed);

}  // namespace ldfi::sat
