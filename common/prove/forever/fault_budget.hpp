// Limits the number of faults of a kind in a whole execution. Private to common/prove/forever.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "common/prove/forever/aig.hpp"

namespace ldfi::forever {

/// Counts events of one kind, of which at most `most` may happen in a whole execution. Uses `most`
/// latches.
class FaultBudget {
 public:
  FaultBudget(Aig& aig, const std::string& name, std::size_t most) : aig_(aig), most_(most) {
    for (std::size_t i = 1; i <= most; ++i) {
      const std::string each = fmt::format("{} {}", i, name);
      std::string key = fmt::format("{}[{}]", name, i);
      std::ranges::replace(key, ' ', '-');
      latches_.push_back(aig.latch(each, false, LatchKind::fault, key));
    }
    used_ = latches_;
  }
  /// Returns the wire that is true if `more` further events are allowed.
  [[nodiscard]] Wire open(std::size_t more) {
    return most_ < more ? never : aig_.counts(used_, most_ - more).back() ^ 1U;
  }
  void spend(Wire event, std::size_t times) { used_.insert(used_.end(), times, event); }
  void finish() {
    if (latches_.empty()) return;
    const std::vector<Wire> counts = aig_.counts(used_, most_);
    for (std::size_t i = 1; i <= most_; ++i)
      aig_.set_next(latches_[i - 1], aig_.any(std::span(counts).subspan(i)));
  }

 private:
  Aig& aig_;
  const std::size_t most_;
  std::vector<Wire>
      latches_;             ///< element i is true if more than i events happened at earlier ticks
  std::vector<Wire> used_;  ///< the latches and the events of this tick
};

}  // namespace ldfi::forever
