// Counts which failures a search has covered. A failure id names a fault without its time, such as
// "the second ack is lost". An execution has the ids of its faults, and offers the ids of faults
// that could be added. Pairs of ids that occurred together are counted, too.
//
//   Coverage all;
//   for (…) all.add(covered_by(id, faults, points_of));
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/failures/failure_points.hpp"

namespace ldfi::failures {

/// A failure id that an execution has or offers, and its position in the execution.
struct Met {
  FailureId id;
  /// Position of the failure among the faults of the execution. It is 1 plus the number of faults
  /// that take effect before the failure.
  std::uint32_t place = 1;
};

/// The failure ids that one execution adds to the coverage.
struct CoveredRun {
  std::uint64_t execution = 0;  ///< id of the execution
  std::uint64_t faults = 0;
  std::uint64_t idle = 0;      ///< number of faults that had no effect
  std::vector<Met> exercised;  ///< ids of the faults that the execution had
  std::vector<Met> offered;    ///< ids of the faults that could be added to the execution
};

/// Returns what the execution under `faults` adds to the coverage. `points_of` must return the
/// FailurePoints of the execution under a fault set. covered_by() calls it with `faults`, and once
/// for each fault with all other faults. Exceptions of `points_of` are passed on.
[[nodiscard]] CoveredRun covered_by(
    std::uint64_t execution, const FaultSet& faults,
    const std::function<const FailurePoints&(const FaultSet&)>& points_of);

struct CoveredId {
  FailureId id;
  std::uint64_t exercised = 0;  ///< number of executions that had the failure
  std::uint64_t offered = 0;    ///< number of executions to which the failure could have been added
  std::uint32_t place = 0;      ///< lowest position of the failure in any execution, see Met::place
  std::uint64_t witness = 0;    ///< first execution in which the failure had this position
};

/// Numbers of pairs of different failure ids. Each pair is counted in `all` and in one of the other
/// members.
struct Pairs {
  std::uint64_t all = 0;
  std::uint64_t exercised = 0;  ///< pairs whose failures both occurred in one execution
  /// Pairs that no execution had, although an execution had one failure and offered the other.
  std::uint64_t offered = 0;
  /// Pairs for which no execution shows that both failures can happen together.
  std::uint64_t never_met = 0;
};

class Coverage {
 public:
  void add(CoveredRun run) { runs_.push_back(std::move(run)); }
  [[nodiscard]] const std::vector<CoveredRun>& runs() const { return runs_; }
  [[nodiscard]] std::uint64_t faults() const;
  [[nodiscard]] std::uint64_t idle() const;
  /// Returns every failure id that an execution had or offered, sorted.
  [[nodiscard]] std::vector<CoveredId> ids() const;
  [[nodiscard]] Pairs pairs() const;

 private:
  std::vector<CoveredRun> runs_;
};

}  // namespace ldfi::failures
