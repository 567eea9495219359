// Minimises a counterexample of a Dedalus program, stage by stage (docs/explanation/minimising.md).
// The stages find the external facts, deliveries, nodes and ticks that the violation needs. Every
// stage ends with an execution by the plain evaluator. A minimum is claimed only if it is proved
// that nothing smaller violates the invariant, by searches or by testing everything smaller. Delta
// debugging finds smaller counterexamples without such a proof; MinimiseBy::ddmin uses nothing
// else.
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
  std::vector<std::string> relations;  ///< relations whose facts are external events
  MinimiseBy by = MinimiseBy::search;
  /// Largest number of executions for the proof of one minimum. A search counts as twenty
  /// executions.
  std::uint64_t proof_runs = 20'000;
  /// Largest number of executions and searches in all stages; 0 if there is no limit.
  std::uint64_t max_runs = 0;
};

/// The process in which a minimisation runs, its limits, and its access to searches.
struct MinimiseMeans {
  campaign::Host host;
  campaign::HostLimits limits;
  eval::EvalLimits executions{};  ///< limits of one execution
  PossibleWorld world{};
  /// Settings of searches in smaller Fspecs.
  SearchSettings search{};
  /// Runs a strategy to its end. The jobs of the strategy are SearchJobs of the program. Throws
  /// errors that end the run.
  std::function<void(search::Strategy&)> run{};
};

/// Minimises a counterexample. A search of `program` and `fspec` found `first`, its first
/// counterexample. This is the least counterexample, unless the search was random. Requires that no
/// node restarts, and that the program has no specifications. If a budget runs out, the
/// minimisation ends early and the result says so. Throws what `host.alive` and `run` throw.
Minimisation minimise(const dedalus::Program& program, const Fspec& fspec, const Falsifier& first,
                      const MinimiseSettings& settings, const MinimiseMeans& means);

}  // namespace ldfi::minimise
