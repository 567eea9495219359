#include "common/solve/hazard/write_variables.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

void WriteVariables::mention(NodeId node, StoredId relation) {
  if (!fspec_.may_fail(node, relation, Time(1))) return;
  const auto [it, added] = disks_.try_emplace({node, relation});
  if (added) add(node, relation, it->second);
}

// Tick by tick: until when writes fail that fail now.
void WriteVariables::add(NodeId node, StoredId relation, Disk& disk) {
  const int last = fspec_.last_omission();
  const auto size = static_cast<std::size_t>(last) + 1;
  disk.fails.resize(size);
  std::vector<Literal> until(size);
  for (int t = 1; t <= last; ++t) {
    const auto now = static_cast<std::size_t>(t);
    std::vector<Literal> fails;
    Literal earlier = 0;  // one of those before it begins
    for (int u = t; u <= last; ++u) {
      const Literal one = solver_.new_variable();
      all_.emplace_back(FailedWrite{node, relation, Time(t), Time(u)}, one);
      if (earlier != 0) solver_.add({-one, -earlier});
      earlier = any(solver_, earlier != 0 ? std::vector{earlier, one} : std::vector{one});
      Literal& open = until[static_cast<std::size_t>(u)];
      open = any(solver_, open != 0 ? std::vector{open, one} : std::vector{one});
      fails.push_back(open);
    }
    begins_.push_back(earlier);
    if (t > 1) solver_.add({-earlier, -disk.fails[now - 1]});
    disk.fails[now] = any(solver_, fails);
    for (const Literal stopped : {outages_.down(node, t), pauses_.paused(node, t)}) {
      if (stopped != 0) solver_.add({-disk.fails[now], -stopped});
    }
  }
}

void WriteVariables::limit() {
  std::sort(all_.begin(), all_.end());
  const auto most = static_cast<std::size_t>(fspec_.disk().write);
  if (begins_.size() <= std::max(most, limited_)) return;
  limited_ = begins_.size();
  solver_.add({-Counter(solver_, begins_, most + 1).at_least(most + 1)});
}

Literal WriteVariables::fails(NodeId node, StoredId relation, int tick) const {
  const auto it = disks_.find({node, relation});
  const auto t = static_cast<std::size_t>(std::max(tick, 0));
  return it == disks_.end() || t >= it->second.fails.size() ? 0 : it->second.fails[t];
}

Literal WriteVariables::stands_still(NodeId node, StoredId relation, int tick) {
  const auto [it, added] = still_.try_emplace({node, relation, tick}, 0);
  if (!added) return it->second;
  std::vector<Literal> reasons{fails(node, relation, tick), outages_.down(node, tick),
                               pauses_.paused(node, tick)};
  std::erase(reasons, 0);
  return it->second = any(solver_, reasons);
}

Literal WriteVariables::literal(const FailedWrite& failed) const {
  const auto it = std::lower_bound(all_.begin(), all_.end(), failed,
                                   [](const auto& a, const FailedWrite& f) { return a.first < f; });
  LDFI_REQUIRE(it != all_.end() && it->first == failed, "a failed write that the universe knows");
  return it->second;
}

}  // namespace ldfi::hazard
