// One Fspec from the failure-free run to confirmed falsifiers [LDFI15 §4.3]. The failure-free run
// is judged first: if it is broken, there is nothing to search. What the search then finds is
// executed again by the subject itself, and nothing is reported that the subject does not confirm.
//
//   Cell cell = campaign::run(subject, {.clock = clock, .search = search});
#pragma once

#include <functional>
#include <string>

#include "common/campaign/subject.hpp"
#include "common/record/cell.hpp"

namespace ldfi::campaign {

/// What a campaign needs of its surroundings. Members may be empty unless they say otherwise.
struct Surroundings {
  std::function<double()> clock;  ///< seconds, monotonic; not empty
  /// Searches for falsifiers: on a farm of ranks, or in this process. Not empty.
  std::function<SearchResult()> search;
  BudgetCheck searching{};  ///< throws BudgetExceeded once the search may not go on
  BudgetCheck replaying{};  ///< the same for replays, which may go on a little longer
  std::function<void(const char* doing)> doing{};
  std::function<void(const std::string& note)> note{};
};

/// `probe`: only judge the failure-free run; the verdict is then `broken`, `vacuous`, or
/// `certified` for a run that holds and promises something. Of a budget that runs out, the cell
/// says so. Throws what the subject and the search throw otherwise, and InternalError if the
/// subject does not confirm a falsifier. The cell has no sizes of the fault
/// space, no traces and no graphs.
[[nodiscard]] Cell run(Subject& subject, const Surroundings& around, bool probe = false);

/// Adds to the cell what is kept of an execution.
void record(Subject& subject, const FaultSet& faults, Cell& cell, const BudgetCheck& check);

/// Executes a falsifier again. Throws InternalError if the subject does not violate its invariant
/// under it, or violates it otherwise.
Judgement replay(Subject& subject, const Falsifier& found, const BudgetCheck& check);

}  // namespace ldfi::campaign
