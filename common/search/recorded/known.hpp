// The conclusions from all recordings of a real system.
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

/// Recordings, and the outcome that follows from each.
struct Recorded {
  std::deque<systems::Recording> recordings;  ///< a deque, because comparisons keep references to
                                              ///< recordings
  std::vector<recorded::Outcome> outcomes;
};

/// An execution that failed. No other failing execution has a proper subset of its faults.
struct RecordedFalsifier {
  std::size_t which = 0;  ///< index of its recording
  systems::FaultSet faults;
  bool minimal = false;  ///< every smaller set is known to pass
};

struct Known {
  std::array<std::uint64_t, 4> results{};  ///< numbers of recordings, by systems::Result
  bool exhausted = false;                  ///< no fault set is left to execute
  std::vector<RecordedFalsifier> falsifiers;
  bool deterministic = true;  ///< if false, nothing follows from executions that passed
};

/// Returns the conclusions that need no search: it leaves `minimal` and `exhausted` false.
[[nodiscard]] Known known_so_far(const Recorded& all);
/// Returns all conclusions. `search` must have learned the same outcomes.
[[nodiscard]] Known known_of(const Recorded& all, recorded::RecordedSearch& search);
[[nodiscard]] Verdict verdict_of(const Known& known);
}  // namespace ldfi::search
