// Nodes that may crash are alike, so only their numbers in each state count. From one tick to the
// next, a state goes to others in so many ways, and each way leaves so many messages that may be
// omitted: a dynamic program over ticks.
#include "common/faults/count_outages.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace ldfi {
namespace {

/// The nodes that may crash, at one tick.
struct Nodes {
  int up = 0;
  int muted = 0;    ///< run, send nothing, and are down at the next tick: C(n,t+)
  int back = 0;     ///< down, and will restart
  int gone = 0;     ///< down for good
  int started = 0;  ///< restarts so far, with those of the nodes in `back`
  auto operator<=>(const Nodes&) const = default;
};

class Count {
 public:
  Count(const Fspec& fspec, const BudgetCheck& check)
      : check_(check),
        eot_(fspec.eot()),
        last_(fspec.last_omission()),
        crashes_(fspec.crashes()),
        restarts_(fspec.restarts()) {
    for (std::size_t n = 0; n < fspec.node_count(); ++n) {
      ++(fspec.crashable(NodeId(n)) ? crashable_ : safe_);
    }
  }

  BigInt run() {
    now_[{crashable_, 0, 0, 0, 0}] = 1;
    for (tick_ = 0; tick_ <= eot_; ++tick_) {
      next_.clear();
      for (const auto& [nodes, ways] : now_) step(nodes, ways);
      std::swap(now_, next_);
    }
    BigInt total = 0;
    for (const auto& [nodes, ways] : now_) total += ways;
    return total;
  }

 private:
  static BigInt choose(int n, int k) {
    BigInt out = 1;
    for (int i = 1; i <= k; ++i) out = out * (n - k + i) / i;
    return out;
  }

  // First the nodes that muted ones and sleeping ones become, then those of the running ones.
  void step(const Nodes& n, const BigInt& ways) {
    const bool may_return = tick_ + 1 <= last_;
    for (int returning = 0; returning <= (may_return ? n.muted : 0); ++returning) {
      if (n.started + returning > restarts_ || n.gone + n.muted - returning > crashes_) continue;
      for (int wakes = tick_ + 1 > last_ ? n.back : 0; wakes <= n.back; ++wakes) {
        Nodes to = n;
        to.started += returning;
        to.gone += n.muted - returning;
        to.back += returning - wakes;
        woken(n, to, wakes, ways * choose(n.muted, returning) * choose(n.back, wakes));
      }
    }
  }

  /// Of the nodes that wake up, some are muted at once.
  void woken(const Nodes& from, Nodes to, int wakes, const BigInt& ways) {
    for (int muted = 0; muted <= (tick_ < eot_ ? wakes : 0); ++muted) {
      to.muted = muted;
      running(from, to, wakes, ways * choose(wakes, muted));
    }
  }

  void running(const Nodes& from, const Nodes& base, int wakes, const BigInt& ways) {
    const bool more = tick_ < eot_;
    const int free = crashes_ - base.gone + restarts_ - base.started;
    for (int muted = 0; muted <= (more ? std::min(from.up, free - base.muted) : 0); ++muted) {
      for (int sleep = 0; sleep <= (tick_ + 1 <= last_ ? from.up - muted : 0); ++sleep) {
        if (base.started + sleep > restarts_) break;
        for (int gone = 0; gone <= (more ? from.up - muted - sleep : 0); ++gone) {
          if (base.gone + gone > crashes_) break;
          if (check_) check_();
          const int stay = from.up - muted - sleep - gone;
          const Nodes to{stay + wakes - base.muted, base.muted + muted, base.back + sleep,
                         base.gone + gone, base.started + sleep};
          BigInt here = ways * choose(from.up, muted) * choose(from.up - muted, sleep) *
                        choose(from.up - muted - sleep, gone);
          if (tick_ >= 1 && tick_ <= last_) here <<= omissions(from, stay + muted, wakes);
          next_[to] += here;
        }
      }
    }
  }

  /// The messages of this tick that only an omission would lose. `on` running nodes are still up at
  /// the next tick, to which `wakes` others come back.
  [[nodiscard]] unsigned omissions(const Nodes& from, int on, int wakes) const {
    const int receivers = on + wakes + safe_;
    return static_cast<unsigned>((from.up + safe_) * receivers - (on + safe_));
  }

  const BudgetCheck& check_;
  int eot_;
  int last_;
  int crashes_;
  int restarts_;
  int crashable_ = 0;
  int safe_ = 0;
  int tick_ = 0;
  std::map<Nodes, BigInt> now_;
  std::map<Nodes, BigInt> next_;
};

}  // namespace

BigInt count_outages(const Fspec& fspec, const BudgetCheck& check) {
  return Count(fspec, check).run();
}

}  // namespace ldfi
