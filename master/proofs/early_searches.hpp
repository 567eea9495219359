// Searches of single Fspecs that come before a proof for every EOT: they find what is broken at an early EOT, also where
// a proof takes long or is not covered (docs/explanation/forever.md).
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

/// The last tick at which the early searches lose messages. With one calm tick, the last EOT is one more.
inline constexpr int last_early_loss = 23;
/// The early searches of a claim get this share of the time that a time limit leaves for the claim.
inline constexpr double early_share = 0.1;

class EarlySearches {
 public:
  /// Everything that is passed by reference must outlive the searches. `fspec`: its EOT and EFF are ignored.
  EarlySearches(const Task& task, std::optional<std::size_t> specification,
                const FspecParameters& fspec, const ForeverRun& run);

  /// Returns the least EOT from `least` on at which the promise is broken with so many calm ticks. Returns nullopt if
  /// it is broken at no early EOT, or if the searches cannot tell. Requires that it is broken at no earlier EOT that
  /// the claim is about. Throws BudgetExceeded("work", …); the next call then continues.
  std::optional<int> broken_at(int calm, int least);
  /// True if more work finds nothing more for the claim that was asked last.
  [[nodiscard]] bool ended() const { return ended_; }
  /// The last EOT up to which nothing is broken with the calm ticks that were asked last; 0 if there is none.
  [[nodiscard]] int kept_up_to() const { return kept_up_to_; }

 private:
  /// Whether the promise is broken; nullopt if the search does not know.
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
