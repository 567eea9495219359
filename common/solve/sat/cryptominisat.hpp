// CryptoMiniSat [SNC09] behind the solver port. Its default polarity is false, which keeps models,
// and so fault sets, small. It comes as a shared library only, so a program that loads none is
// linked with absent/ instead of cryptominisat/.
#pragma once

#include <memory>

#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

/// True if this program is linked with CryptoMiniSat.
[[nodiscard]] bool has_cryptominisat();

/// Requires has_cryptominisat().
std::unique_ptr<Solver> make_cryptominisat(std::uint64_t seed);

}  // namespace ldfi::sat
