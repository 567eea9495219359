// The conclusions that follow from all recordings of a real system.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "common/record/verdict.hpp"
#include "common/solve/recorded/recorded_search.hpp"
#include "common/systems/recording.hpp"

namespace ldfi::search {

/// All recordings of a search, and the outcome that follows from each.
struct Recorded {
  std::deque<systems::Recording> recordings;  ///< a deque, because comparisons keep references to
                                              ///< recordings
  std::vector<recorded::Outcome> outcomes;
};

/// A fault set under which an execution failed. No other failing execution has a proper subset of
/// these faults.
struct RecordedFalsifier {
  std::size_t which = 0;  ///< index of the recording of the failed execution
  systems::FaultSet faults;
  bool minimal = false;  ///< true if every smaller set is known to pass
};

struct Known {
  std::array<std::uint64_t, 4> results{};  ///< number of recordings with each systems::Result
  bool exhausted = false;                  ///< true if no fault set is left to execute
  std::vector<RecordedFalsifier> falsifiers;
  bool deterministic = true;  ///< if false, nothing follows from executions that passed
};

/// Returns the conclusions that do not need the search. `minimal` and `exhausted` stay false.
[[nodiscard]] Known known_so_far(const Recorded& all);
/// Returns all conclusions. `search` must have learned the outcomes of `all`.
[[nodiscard]] Known known_of(const Recorded& all, recorded::RecordedSearch& search);
[[nodiscard]] Verdict verdict_of(const Known& known);
}  // namespace ldfi::search
