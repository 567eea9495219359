#include "common/search/minimal_sets.hpp"

#include <algorithm>
#include <map>

namespace ldfi::search {

std::vector<FaultSet> minimal_sets(const std::set<FaultSet>& sets) {
  if (sets.contains(FaultSet{})) return {FaultSet{}};
  std::map<Fault, std::size_t> frequency;
  for (const FaultSet& set : sets) {
    for (const Fault& fault : set) ++frequency[fault];
  }
  std::map<Fault, std::vector<const FaultSet*>> by_rarest;
  for (const FaultSet& set : sets) {
    std::pair<std::size_t, Fault> rarest{~std::size_t{0}, {}};
    for (const Fault& fault : set) rarest = std::min(rarest, {frequency[fault], fault});
    by_rarest[rarest.second].push_back(&set);
  }
  std::vector<FaultSet> out;
  for (const FaultSet& set : sets) {
    bool minimal = true;
    const std::size_t most = set.lateness() > 0 ? set.size() : set.size() - 1;
    const auto check = [&](const Fault& fault) {
      const auto it = by_rarest.find(fault);
      if (!minimal || it == by_rarest.end()) return;
      for (const FaultSet* other : it->second) {  // the smallest first
        if (other->size() > most) break;
        minimal = minimal && (other == &set || !other->subset_of(set));
      }
    };
    for (const Fault& fault : set) {
      check(fault);
      // The same set with a shorter delay counts as a subset, too.
      const auto* delay = std::get_if<Delay>(&fault);
      for (int late = 1; delay != nullptr && late < delay->late; ++late) {
        check(Delay{delay->from, delay->to, delay->sent, late, delay->relation});
      }
    }
    if (minimal) out.push_back(set);
  }
  return out;
}

bool contains_one(const FaultSet& faults, const std::vector<FaultSet>& some) {
  return std::any_of(some.begin(), some.end(),
                     [&](const FaultSet& one) { return one.subset_of(faults); });
}

}  // namespace ldfi::search
