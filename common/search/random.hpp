// Random fault injection, the paper's baseline [LDFI15 §5.2]. The strategy draws fault sets (see
// FaultSampler) and executes them until one violates the invariant. It proves nothing: a search
// that finds nothing ends `inconclusive`.
//
// The sets are numbered, and the violating set with the lowest number is the answer. So the answer
// depends on the seed, not on the number of workers. The counterexample is reported as drawn, and
// is `minimal` only if it has a single fault. Removing faults one by one would not prove that no
// smaller part violates, because a larger set may pass although a part of it violates.
#pragma once

#include <cstdint>
#include <memory>

#include "common/faults/fault_weights.hpp"
#include "common/faults/fspec.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

struct RandomOptions {
  std::uint64_t seed = 1;
  /// Largest number of executions, including the failure-free run; at least 1.
  std::uint64_t max_runs = 1'000'000;
  std::uint64_t max_per_job = 8192;  ///< largest number of executions in one job; at least 1
  std::vector<FaultSet> known{};     ///< fault sets that contain one of these are not executed
  FaultWeights weights{};            ///< weights of the kinds of faults in a draw
};

std::unique_ptr<Strategy> make_random(const Fspec& fspec, RandomOptions options);

}  // namespace ldfi::search
