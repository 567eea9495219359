// The adapter for the solver CryptoMiniSat [SNC09]. Variables are false by default, which keeps
// models, and so fault sets, small. CryptoMiniSat is available only as a shared library. A program
// without shared libraries is linked with absent/ instead of cryptominisat/.
#pragma once

#include <memory>

#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

/// Returns true if this program is linked with CryptoMiniSat.
[[nodiscard]] bool has_cryptominisat();

/// Returns a new, empty solver. Requires that has_cryptominisat() is true.
std::unique_ptr<Solver> make_cryptominisat(std::uint64_t seed);

}  // namespace ldfi::sat
