// Replaces cryptominisat.cpp in programs that are linked without shared libraries. CryptoMiniSat is
// only available as a shared library.
#include "common/solve/sat/cryptominisat.hpp"

#include "common/base/contract.hpp"

namespace ldfi::sat {

bool has_cryptominisat() {
  return false;
}

std::unique_ptr<Solver> make_cryptominisat(std::uint64_t /*seed*/) {
  LDFI_REQUIRE(has_cryptominisat(), "this build has CryptoMiniSat");
  return nullptr;
}

}  // namespace ldfi::sat
