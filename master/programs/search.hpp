// One search from the failure-free run to the replayed counterexamples: everything a Cell
// says.
#pragma once

#include "common/search/strategy.hpp"
#include "master/programs/program_farm.hpp"
#include "results/sink.hpp"

namespace ldfi::app {

/// Counterexamples whose derivation graph is kept; of more, only the fault sets.
inline constexpr std::size_t max_recorded = 16;

/// Searches the Fspec of `task` for fault sets that violate its invariant. The failure-free run is
/// judged first: if it is broken there is no search. Every counterexample is replayed on the plain
/// evaluator; InternalError if that disagrees. A budget that runs out makes the verdict
/// `inconclusive`, or the list of counterexamples unfinished; an execution that ends in an
/// arithmetic error ends the search with its diagnostics (RemoteFailure, status 65). Answers come
/// from the session's journal where it has them, and go into it; a search that it knows to be finished is not
/// run again.
/// Requires that the session has one.
Cell run_search(const Task& task, const Session& session, ProgramFarm& farm);

}  // namespace ldfi::app
