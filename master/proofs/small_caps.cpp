#include "master/proofs/small_caps.hpp"

#include <fmt/core.h>

#include "common/base/contract.hpp"
#include "common/prove/forever/unroll.hpp"

namespace ldfi::app {
namespace {

/// The last tick of the failure-free execution that is examined.
constexpr int last_faultless_tick = 64;
/// The last tick of the executions with faults that the solver examines.
constexpr int last_faulty_tick = 12;

bool exceeds_without_faults(const forever::Circuit& circuit, const BudgetCheck& check) {
  forever::Tick now(circuit.aig);
  for (int tick = 1; tick <= last_faultless_tick; ++tick) {
    if (check) check();
    now.evaluate();
    if (now[circuit.escape]) return true;
    now.advance();
  }
  return false;
}

}  // namespace

bool soon_exceeds_cap(const forever::Circuit& circuit, const forever::MakeSolver& make_solver,
                      const BudgetCheck& check) {
  if (circuit.escape == forever::never) return false;
  if (exceeds_without_faults(circuit, check)) return true;
  forever::Unrolling unrolling(circuit.aig, circuit.escape, make_solver, check);
  while (!unrolling.possible()) {
    if (unrolling.tick() == last_faulty_tick) return false;
    unrolling.advance();
  }
  return true;
}

int SmallCaps::current() const {
  LDFI_REQUIRE(any_left(), "a cap is left to try");
  return small_caps[tried_];
}

std::string SmallCaps::hint() const {
  const char* const follows =
      "--cap N follows such numbers up to N beyond the constants that they meet";
  if (tried_ == 0 && !large_) return follows;
  if (!any_left())
    return fmt::format("{}; N up to {} was tried, but some execution exceeds it", follows,
                       small_caps.back());
  std::string told;
  if (tried_ > 0) told = fmt::format("some execution exceeds {}", small_caps[tried_ - 1]);
  if (large_)
    told += fmt::format("{}--cap {} takes more than is spent without a request",
                        told.empty() ? "" : ", and ", current());
  return fmt::format("{}; small N were tried: {}", follows, told);
}

}  // namespace ldfi::app
