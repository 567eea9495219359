// The solvers that there are.
#pragma once

#include <cstdint>
#include <memory>

#include "common/sat/solver.hpp"

namespace ldfi::sat {

enum class Kind : std::uint8_t { cadical, cryptominisat };

std::unique_ptr<Solver> make_solver(Kind kind, std::uint64_t seed);

}  // namespace ldfi::sat
