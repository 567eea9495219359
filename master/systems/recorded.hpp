// What recordings of a real system prove together, whoever made them.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "common/record/verdict.hpp"
#include "common/solve/recorded/recorded_search.hpp"
#include "common/systems/recording.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// Recordings, which stay where they are, and what follows from each.
struct Recorded {
  std::deque<systems::Recording> recordings;
  std::vector<recorded::Outcome> outcomes;
};

/// An execution that failed, and no other one of them with fewer of its faults.
struct RecordedFalsifier {
  std::size_t which = 0;  ///< of the recordings
  systems::FaultSet faults;
  bool minimal = false;  ///< every smaller set is known to pass
};

struct Known {
  std::array<std::uint64_t, 4> results{};  ///< by systems::Result
  bool exhausted = false;                  ///< nothing is left to try
  std::vector<RecordedFalsifier> falsifiers;
  bool deterministic = true;  ///< if not, nothing follows from executions that passed
};

/// Without what only a search can tell: whether falsifiers are minimal, and whether anything is left.
[[nodiscard]] Known known_so_far(const Recorded& all);
/// `search` knows these recordings.
[[nodiscard]] Known known_of(const Recorded& all, recorded::RecordedSearch& search);
[[nodiscard]] Verdict verdict_of(const Known& known);
/// `{"pass": 3, …}`
[[nodiscard]] results::Json results_json(const Known& known);
/// What a certificate rests on, in words, up to how determinism was looked at.
[[nodiscard]] std::string certificate_text(const std::string& seed, const std::string& compared,
                                           ProofLevel level);

}  // namespace ldfi::app
