// Searches one Fspec, from the failure-free run to confirmed falsifiers, which are counterexamples
// [LDFI15 §4.3]. The failure-free run is judged first. If it is broken, there is no search. The
// subject itself executes each falsifier of the search again. A falsifier that the subject does not
// confirm is not reported.
//
//   Cell cell = campaign::run(subject, {.clock = clock, .search = search});
#pragma once

#include <functional>
#include <string>

#include "common/campaign/subject.hpp"
#include "common/record/cell.hpp"

namespace ldfi::campaign {

/// The functions that a campaign needs from its caller. A member may be empty if its comment does
/// not say otherwise.
struct CampaignCallbacks {
  std::function<double()> clock;  ///< returns the time in seconds, monotonic; must not be empty
  /// Searches for falsifiers, on a farm of ranks or in this process. Must not be empty.
  std::function<SearchResult()> search;
  BudgetCheck searching{};  ///< throws BudgetExceeded if the search must end; may be empty
  /// Throws BudgetExceeded if the replays of falsifiers must end. May allow a little more time than
  /// `searching`. May be empty.
  BudgetCheck replaying{};
  std::function<void(const char* doing)> doing{};
  std::function<void(const std::string& note)> note{};
};

/// Runs the campaign. With `probe`, only judges the failure-free run: the verdict is then `broken`,
/// `vacuous`, or `certified` if the run promises something and violates nothing. If a budget runs
/// out, the cell says so. Throws what the subject and the search throw otherwise, and InternalError
/// if the subject does not confirm a falsifier. The cell has no sizes of the fault space, no traces
/// and no graphs.
[[nodiscard]] Cell run(Subject& subject, const CampaignCallbacks& around, bool probe = false);

/// Records an execution and adds the recording to the cell.
void record(Subject& subject, const FaultSet& faults, Cell& cell, const BudgetCheck& check);

/// Executes a falsifier again and returns the subject's judgement. Throws InternalError if this
/// execution does not violate exactly the tuples that the falsifier lists.
Judgement replay(Subject& subject, const Falsifier& found, const BudgetCheck& check);

}  // namespace ldfi::campaign
