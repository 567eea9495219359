// Searches single Fspecs before a proof for every EOT. These searches find a promise that is broken at an
// early EOT, even if a proof takes long or does not cover the program (docs/explanation/forever-searches.md).
//
//   EarlySearches early(task, specification, fspec, run);
//   { const WorkBound bound(10'000); if (const auto eot = early.broken_at(1, 1)) … }
#pragma once

#include <limits>
#include <optional>

#include "common/record/cell.hpp"
#include "master/proofs/forever_claim.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// The largest EFF (last tick with message loss) of the early searches. With one calm tick, the
/// largest EOT is one more.
inline constexpr int last_early_loss = 23;
/// The share of a claim's time limit that its early searches may use.
inline constexpr double early_share = 0.1;

class EarlySearches {
 public:
  /// All references must outlive the searches. EOT and EFF of `fspec` are ignored.
  EarlySearches(const Task& task, std::optional<std::size_t> specification,
                const FspecParameters& fspec, const ForeverRun& run);

  /// Returns the least EOT, from `least` on, at which the promise is broken with `calm` calm ticks
  /// (last ticks without message loss). Returns nullopt if the promise is not broken at an early
  /// EOT, or if the searches do not find out. Requires that the promise is not broken at an EOT
  /// before `least`. Throws BudgetExceeded("work", …). The next call then continues.
  std::optional<int> broken_at(int calm, int least);
  /// Returns true if further calls with the same number of calm ticks (last ticks without message
  /// loss) would find nothing.
  [[nodiscard]] bool ended() const { return ended_; }
  /// Returns the largest EOT up to which the last call of broken_at() found the promise kept, or 0.
  [[nodiscard]] int kept_up_to() const { return kept_up_to_; }

 private:
  /// Returns true if the promise is broken in this Fspec, false if not, or nullopt if the search did not find
  /// out.
  std::optional<bool> is_broken(int eot, int calm);
  const Cell& search(int eot, int eff);

  const Task& task_;
  const std::optional<std::size_t> specification_;
  const FspecParameters fspec_;
  const bool has_calm_;
  const ForeverRun& run_;
  double seconds_left_ = std::numeric_limits<double>::infinity();
  bool ended_ = false;
  int kept_up_to_ = 0;
  Cell unfinished_;
};

}  // namespace ldfi::app
