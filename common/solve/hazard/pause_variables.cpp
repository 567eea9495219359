#include "common/solve/hazard/pause_variables.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

PauseVariables::PauseVariables(const Fspec& fspec, const OutageVariables& outages,
                               sat::Solver& solver)
    : fspec_(fspec), outages_(outages), solver_(solver) {
  if (fspec.limits().pauses == 0) return;
  paused_.resize(fspec.node_count());
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    if (fspec.may_pause(NodeId(n), Time(1))) add(NodeId(n));
  }
  const auto most = static_cast<std::size_t>(fspec.limits().pauses);
  if (begins_.size() <= most) return;
  solver_.add({-Counter(solver_, begins_, most + 1).at_least(most + 1)});
}

// Tick by tick: until when a node is paused that is paused now. A pause begins when the node has
// run for a tick, and is over a tick before it may be down.
void PauseVariables::add(NodeId node) {
  const int last = fspec_.last_omission();
  const auto size = static_cast<std::size_t>(last) + 1;
  std::vector<Literal>& paused = paused_[node.index()];
  paused.resize(size);
  std::vector<Literal> until(size);  // paused now, and at that tick for the last time
  for (int t = 1; t <= last; ++t) {
    std::vector<Literal> now;
    std::vector<Literal> begin;
    for (int u = t; u <= last; ++u) {
      const Literal one = solver_.new_variable();
      all_.emplace_back(Pause{node, Time(t), Time(u + 1)}, one);
      Literal& open = until[static_cast<std::size_t>(u)];
      open = any(solver_, open != 0 ? std::vector{open, one} : std::vector{one});
      begin.push_back(one);
      now.push_back(open);
    }
    at_most_one(solver_, begin);
    const Literal begins = any(solver_, begin);
    begins_.push_back(begins);
    paused[static_cast<std::size_t>(t)] = any(solver_, now);
    if (t > 1) solver_.add({-begins, -paused[static_cast<std::size_t>(t) - 1]});
    for (const int near : {t - 1, t, t + 1}) {
      if (const Literal down = outages_.down(node, near)) {
        solver_.add({-paused[static_cast<std::size_t>(t)], -down});
      }
    }
  }
}

Literal PauseVariables::paused(NodeId node, int tick) const {
  if (node.index() >= paused_.size()) return 0;
  const auto t = static_cast<std::size_t>(std::max(tick, 0));
  return t < paused_[node.index()].size() ? paused_[node.index()][t] : 0;
}

Literal PauseVariables::literal(const Pause& pause) const {
  const auto it = std::lower_bound(all_.begin(), all_.end(), pause,
                                   [](const auto& a, const Pause& p) { return a.first < p; });
  LDFI_REQUIRE(it != all_.end() && it->first == pause, "a pause that the Fspec admits");
  return it->second;
}

}  // namespace ldfi::hazard
