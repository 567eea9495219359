#include "common/faults/fault_schedule.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "common/base/contract.hpp"

namespace ldfi {

void FaultTick::begin(Time tick, std::size_t node_count) {
  now = tick;
  nodes.assign(node_count, {});
  some_stop = false;
  cut = {};
  late.clear();
  failing.clear();
  dead.clear();
  facts.clear();
}

void FaultSchedule::start(const FaultSet& faults) {
  constexpr Time never(std::numeric_limits<int>::max());
  crashed_at_.assign(nodes_, never);
  first_crash_ = never;
  omissions_.clear();
  others_.clear();
  of_nodes_ = false;
  for (const Fault& fault : faults) {
    LDFI_REQUIRE(std::visit([this](const auto& f) { return fits(f, nodes_); }, fault),
                 "a fault names nodes of the Fspec");
    if (const auto* omission = std::get_if<Omission>(&fault)) {
      omissions_.push_back(*omission);
    } else if (const auto* crash = std::get_if<Crash>(&fault)) {
      crashed_at_[crash->node.index()] = crash->at;
      first_crash_ = std::min(first_crash_, crash->at);
    } else {
      others_.push_back(fault);
      of_nodes_ |= kind_places[fault.index()] == Place::node;
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
  lost_begin_ = static_cast<std::size_t>(begin - omissions_.begin());
  lost_end_ = static_cast<std::size_t>(end - omissions_.begin());
  now_.begin(Time(tick), of_nodes_ ? nodes_ : 0);
  for (const Fault& fault : others_) {
    std::visit(
        [this](const auto& f) {
          if constexpr (requires { f.strike(now_); }) f.strike(now_);
        },
        fault);
  }
}

bool FaultSchedule::delayed(std::uint32_t from, std::uint32_t to, NamedId relation) const {
  return std::any_of(now_.late.begin(), now_.late.end(), [&](const Fault& fault) {
    return ldfi::loses(fault, {NodeId(from), NodeId(to), now_.now,
                               from == to ? ChannelKind::itself : ChannelKind::message, relation});
  });
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
