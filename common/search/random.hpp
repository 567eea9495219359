// Random fault injection, the paper's baseline [LDFI15 §5.2]: draws fault sets (see FaultSampler)
// and runs them until one violates the invariant. It proves nothing: a search that finds nothing
// ends `inconclusive`.
//
// The sets are numbered, and the violating set with the lowest number wins. So the answer depends
// on the seed and not on the number of workers. The counterexample is reported as drawn. Its
// `minimal` flag is set only for a single fault. Removing faults one by one would not prove that no
// smaller part violates, because falsifiers are not monotone.
#pragma once

#include <cstdint>
#include <memory>

#include "common/faults/fault_weights.hpp"
#include "common/faults/fspec.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

struct RandomOptions {
  std::uint64_t seed = 1;
  std::uint64_t max_runs = 1'000'000;  ///< executions, the failure-free one included; ≥ 1
  std::uint64_t max_per_job = 8192;    ///< ≥ 1
  std::vector<FaultSet> known{};       ///< what contains one of these is passed over
  FaultWeights weights{};              ///< of what is drawn
};

std::unique_ptr<Strategy> make_random(const Fspec& fspec, RandomOptions options);

}  // namespace ldfi::search
