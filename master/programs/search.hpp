// Searches one Fspec, from the failure-free run to the replayed counterexamples. The result is a Cell.
#pragma once

#include "common/search/strategy.hpp"
#include "master/programs/program_farm.hpp"
#include "results/sink.hpp"

namespace ldfi::app {

/// The derivation graphs of this many counterexamples are stored. Further counterexamples are stored without
/// a graph.
inline constexpr std::size_t max_recorded = 16;

/// Searches the Fspec of `task` for fault sets that violate the promise. Judges the failure-free
/// run first, and does not search if this run violates the promise. Executes every counterexample
/// again on the plain evaluator, and throws InternalError if the evaluator does not confirm the
/// violation. If a budget ends, the verdict is `inconclusive`, or the list of counterexamples is
/// unfinished. An arithmetic error in an execution ends the search with its diagnostics
/// (RemoteFailure, status 65). Takes answers from the session's journal if it has them, and adds
/// new answers to it. Does not repeat a search that is finished according to the journal. Requires
/// that the session has a journal.
Cell run_search(const Task& task, const Session& session, ProgramFarm& farm);

}  // namespace ldfi::app
