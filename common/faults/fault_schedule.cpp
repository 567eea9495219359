#include "common/faults/fault_schedule.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "common/base/contract.hpp"

namespace ldfi {

void FaultSchedule::start(const FaultSet& faults) {
  crashed_at_.assign(nodes_, std::numeric_limits<int>::max());
  first_crash_ = std::numeric_limits<int>::max();
  omissions_.clear();
  for (const Fault& fault : faults) {
    if (const auto* o = std::get_if<Omission>(&fault)) {
      LDFI_REQUIRE(o->from.index() < nodes_ && o->to.index() < nodes_,
                   "an omission at an unknown node");
      omissions_.push_back(*o);
    } else {
      const Crash& crash = std::get<Crash>(fault);
      LDFI_REQUIRE(crash.node.index() < nodes_, "a crash of an unknown node");
      crashed_at_[crash.node.index()] = crash.at.tick();
      first_crash_ = std::min(first_crash_, crash.at.tick());
    }
  }
  std::sort(omissions_.begin(), omissions_.end(), [](const Omission& a, const Omission& b) {
    return std::tie(a.sent, a.from, a.to) < std::tie(b.sent, b.from, b.to);
  });
  at(0);
}

void FaultSchedule::at(int tick) {
  const auto begin = std::partition_point(omissions_.begin(), omissions_.end(),
                                          [&](const Omission& o) { return o.sent.tick() < tick; });
  const auto end = std::partition_point(begin, omissions_.end(),
                                        [&](const Omission& o) { return o.sent.tick() == tick; });
  tick_ = tick;
  lost_begin_ = static_cast<std::size_t>(begin - omissions_.begin());
  lost_end_ = static_cast<std::size_t>(end - omissions_.begin());
}

bool FaultSchedule::omitted(std::uint32_t from, std::uint32_t to) const {
  const auto begin = omissions_.begin() + static_cast<std::ptrdiff_t>(lost_begin_);
  const auto end = omissions_.begin() + static_cast<std::ptrdiff_t>(lost_end_);
  const auto key = std::pair(NodeId(from), NodeId(to));
  const auto it = std::lower_bound(begin, end, key, [](const Omission& o, const auto& k) {
    return std::pair(o.from, o.to) < k;
  });
  return it != end && it->from == key.first && it->to == key.second;
}

}  // namespace ldfi
