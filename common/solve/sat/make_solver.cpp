#include "common/solve/sat/make_solver.hpp"

#include "common/solve/sat/cadical.hpp"
#include "common/solve/sat/cryptominisat.hpp"

namespace ldfi::sat {

std::unique_ptr<Solver> make_solver(SolverName kind, std::uint64_t seed) {
  return kind == SolverName::cadical ? make_cadical(seed) : make_cryptominisat(seed);
}

}  // namespace ldfi::sat
