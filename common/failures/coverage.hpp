// The coverage of failure ids by executions: which ids they exercised, which they offered although
// no execution took them, and which pairs of ids have met.
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

/// A failure id in one execution.
struct Met {
  FailureId id;
  /// Its position among the failures: 1, plus one for each fault that takes effect before it.
  std::uint32_t place = 1;
};

/// The contribution of one execution to coverage.
struct CoveredRun {
  std::uint64_t execution = 0;  ///< id of the execution
  std::uint64_t faults = 0;
  std::uint64_t idle = 0;      ///< number of faults that hit nothing
  std::vector<Met> exercised;  ///< ids of its faults
  std::vector<Met> offered;    ///< ids of the faults that could be added
};

/// Computes the contribution of an execution. `points_of` returns the points of an execution under
/// a fault set. It is called with `faults`, and with `faults` without each one of them. Its
/// exceptions pass through.
[[nodiscard]] CoveredRun covered_by(
    std::uint64_t execution, const FaultSet& faults,
    const std::function<const FailurePoints&(const FaultSet&)>& points_of);

struct CoveredId {
  FailureId id;
  std::uint64_t exercised = 0;  ///< number of executions that exercised it
  std::uint64_t offered = 0;    ///< number of executions that offered it, but did not exercise it
  std::uint32_t place = 0;      ///< lowest position at which an execution met it
  std::uint64_t witness = 0;    ///< first execution that met it there
};

/// Numbers of pairs of ids. The last three add up to `all`.
struct Pairs {
  std::uint64_t all = 0;
  std::uint64_t exercised = 0;  ///< one execution exercised both
  std::uint64_t offered =
      0;  ///< one execution exercised one of them and offered the other, and none exercised both
  std::uint64_t never_met = 0;  ///< no execution shows that both can happen together
};

class Coverage {
 public:
  void add(CoveredRun run) { runs_.push_back(std::move(run)); }
  [[nodiscard]] const std::vector<CoveredRun>& runs() const { return runs_; }
  [[nodiscard]] std::uint64_t faults() const;
  [[nodiscard]] std::uint64_t idle() const;
  /// Returns each id that was met, in the order of ids.
  [[nodiscard]] std::vector<CoveredId> ids() const;
  [[nodiscard]] Pairs pairs() const;

 private:
  std::vector<CoveredRun> runs_;
};

}  // namespace ldfi::failures
