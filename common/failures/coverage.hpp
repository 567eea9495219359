// The coverage of failure ids by executions: which failure ids the faults of an execution had,
// which ids an execution offered but no execution had, and which pairs of ids occurred together.
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

/// A failure id that occurs in an execution, and its place there.
struct Met {
  FailureId id;
  /// Position of the failure in the execution: 1, plus one for each fault that takes effect before
  /// it.
  std::uint32_t place = 1;
};

/// The failure ids that one execution adds to the coverage.
struct CoveredRun {
  std::uint64_t execution = 0;  ///< id of the execution
  std::uint64_t faults = 0;
  std::uint64_t idle = 0;      ///< number of faults that hit nothing
  std::vector<Met> exercised;  ///< ids of the faults of the execution
  std::vector<Met> offered;    ///< ids of the faults that could be added to the execution
};

/// Returns the failure ids of an execution under `faults`. `points_of` returns the points of an
/// execution under a fault set. It is called with `faults`, and with `faults` without each single
/// fault. Its exceptions pass through.
[[nodiscard]] CoveredRun covered_by(
    std::uint64_t execution, const FaultSet& faults,
    const std::function<const FailurePoints&(const FaultSet&)>& points_of);

struct CoveredId {
  FailureId id;
  std::uint64_t exercised = 0;  ///< number of executions that had the failure
  std::uint64_t offered = 0;    ///< number of executions to which the failure could have been added
  std::uint32_t place = 0;      ///< lowest Met::place of the failure in all executions
  std::uint64_t witness = 0;    ///< first execution in which the failure had the place `place`
};

/// Numbers of pairs of failure ids. The last three add up to `all`.
struct Pairs {
  std::uint64_t all = 0;
  std::uint64_t exercised = 0;  ///< pairs of which one execution had both failures
  std::uint64_t offered =
      0;  ///< other pairs of which one execution had one failure and offered the other
  /// Pairs of which no execution shows that both failures can happen together.
  std::uint64_t never_met = 0;
};

class Coverage {
 public:
  void add(CoveredRun run) { runs_.push_back(std::move(run)); }
  [[nodiscard]] const std::vector<CoveredRun>& runs() const { return runs_; }
  [[nodiscard]] std::uint64_t faults() const;
  [[nodiscard]] std::uint64_t idle() const;
  /// Returns every failure id that an execution had or offered, in the order of ids.
  [[nodiscard]] std::vector<CoveredId> ids() const;
  [[nodiscard]] Pairs pairs() const;

 private:
  std::vector<CoveredRun> runs_;
};

}  // namespace ldfi::failures
