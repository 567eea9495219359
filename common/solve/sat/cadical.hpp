// The adapter for the solver CaDiCaL [BFFH20]. Variables are false by default, which keeps models,
// and so fault sets, small.
#pragma once

#include <memory>

#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

std::unique_ptr<Solver> make_cadical(std::uint64_t seed);

}  // namespace ldfi::sat
