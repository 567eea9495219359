// What executions have covered, counted in failure ids: which they exercised, which they offered and
// nobody took, and which two of them have met.
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

/// An id in one execution.
struct Met {
  FailureId id;
  /// Its place among the failures: 1, and one more for each fault that has an effect before.
  std::uint32_t place = 1;
};

/// What one execution does for coverage.
struct CoveredRun {
  std::uint64_t execution = 0;  ///< its id
  std::uint64_t faults = 0;
  std::uint64_t idle = 0;      ///< faults that hit nothing
  std::vector<Met> exercised;  ///< of its faults
  std::vector<Met> offered;    ///< of the faults that might be added
};

/// `points_of` gives the points of the execution under a fault set: of `faults`, and of it without
/// each one of its faults. Throws what that throws.
[[nodiscard]] CoveredRun covered_by(
    std::uint64_t execution, const FaultSet& faults,
    const std::function<const FailurePoints&(const FaultSet&)>& points_of);

struct CoveredId {
  FailureId id;
  std::uint64_t exercised = 0;  ///< executions
  std::uint64_t offered = 0;    ///< executions, with another outcome if it had happened there
  std::uint32_t place = 0;      ///< the first place at which an execution met it
  std::uint64_t witness = 0;    ///< the first execution that met it there
};

/// Of the C(ids, 2) pairs. The three numbers below add up to `all`.
struct Pairs {
  std::uint64_t all = 0;
  std::uint64_t exercised = 0;  ///< both, by one execution
  std::uint64_t offered =
      0;  ///< one exercised and the other offered, by one execution; never both exercised
  std::uint64_t never_met = 0;  ///< neither: no execution shows that they can happen together
};

class Coverage {
 public:
  void add(CoveredRun run) { runs_.push_back(std::move(run)); }
  [[nodiscard]] const std::vector<CoveredRun>& runs() const { return runs_; }
  [[nodiscard]] std::uint64_t faults() const;
  [[nodiscard]] std::uint64_t idle() const;
  /// Each id that was met, in their order.
  [[nodiscard]] std::vector<CoveredId> ids() const;
  [[nodiscard]] Pairs pairs() const;

 private:
  std::vector<CoveredRun> runs_;
};

}  // namespace ldfi::failures
