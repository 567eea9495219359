// Makes a counterexample of a Dedalus program smaller, stage by stage (docs/explanation/minimising.md):
// which external facts, which deliveries, which nodes and ticks it takes. Every stage ends with an
// execution by the plain evaluator. That nothing smaller violates is claimed only where searches
// or exhaustion prove it; delta debugging finds the smaller ones, and is all there is with
// MinimiseBy::ddmin.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/campaign/host.hpp"
#include "common/dedalus/eval/model.hpp"
#include "common/minimise/programs/fewest.hpp"
#include "common/record/falsifier.hpp"
#include "common/record/job.hpp"
#include "common/record/minimisation.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::minimise {

struct MinimiseSettings {
  std::vector<std::string> relations;  ///< whose facts are external events
  MinimiseBy by = MinimiseBy::search;
  /// How many executions the proof of one minimum may take; a search counts for twenty.
  std::uint64_t proof_runs = 20'000;
  std::uint64_t max_runs = 0;  ///< executions and searches of all stages together; 0: no limit
};

/// The process that a minimisation runs in, and its limits.
struct MinimiseMeans {
  campaign::Host host;
  campaign::HostLimits limits;
  eval::EvalLimits executions{};  ///< of one execution
  PossibleWorld world{};
  /// How Fspecs are searched.
  SearchSettings search{};
  /// Runs a strategy to its end, whose jobs are SearchJobs of the program. Throws what ends the run.
  std::function<void(search::Strategy&)> run{};
};

/// The program and the Fspec of the search that found `first`, its first falsifier: the least one, unless the
/// search was random.
/// Requires that no node restarts, and that the program has no specifications. A budget that runs
/// out ends it, and the result says so. Throws what `host.alive` and `run` throw.
Minimisation minimise(const dedalus::Program& program, const Fspec& fspec, const Falsifier& first,
                      const MinimiseSettings& settings, const MinimiseMeans& means);

}  // namespace ldfi::minimise
