#include "common/solve/hazard/pause_variables.hpp"

#include <algorithm>

#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/intervals.hpp"

namespace ldfi::hazard {

using sat::Literal;

PauseVariables::PauseVariables(const Fspec& fspec, const OutageVariables& outages,
                               FaultTable& table, sat::Solver& solver)
    : fspec_(fspec), outages_(outages), table_(table), solver_(solver) {
  if (fspec.limits().most.of<Pause>() == 0) return;
  paused_.resize(fspec.node_count());
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    if (fspec.may_pause(NodeId(n), Time(1))) add(NodeId(n));
  }
  at_most(solver_, begins_, static_cast<std::size_t>(fspec.limits().most.of<Pause>()));
}

// A pause begins when the node has run for a tick, and is over a tick before it may be down.
void PauseVariables::add(NodeId node) {
  Intervals intervals = add_intervals(solver_, fspec_.last_omission());
  for (const auto& [first, last, variable] : intervals.all) {
    table_.add(Pause{node, Time(first), Time(last + 1)}, variable);
  }
  begins_.insert(begins_.end(), intervals.begins.begin(), intervals.begins.end());
  std::vector<Literal>& paused = paused_[node.index()];
  paused = std::move(intervals.on);
  for (std::size_t t = 1; t < paused.size(); ++t) {
    const int tick = static_cast<int>(t);
    for (const int near : {tick - 1, tick, tick + 1}) {
      if (const Literal down = outages_.down(node, near)) solver_.add({-paused[t], -down});
    }
  }
}

Literal PauseVariables::paused(NodeId node, int tick) const {
  if (node.index() >= paused_.size()) return 0;
  const auto t = static_cast<std::size_t>(std::max(tick, 0));
  return t < paused_[node.index()].size() ? paused_[node.index()][t] : 0;
}

}  // namespace ldfi::hazard
