// The adapter for CryptoMiniSat [SNC09]. Its default polarity is false, which keeps models, and so
// fault sets, small. CryptoMiniSat is available as a shared library only. A program that loads no
// shared library is linked with absent/ instead of cryptominisat/.
#pragma once

#include <memory>

#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

/// Returns true if this program is linked with CryptoMiniSat.
[[nodiscard]] bool has_cryptominisat();

/// Makes a new, empty solver. Requires has_cryptominisat().
std::unique_ptr<Solver> make_cryptominisat(std::uint64_t seed);

}  // namespace ldfi::sat
