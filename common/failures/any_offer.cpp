#include "common/failures/any_offer.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "common/failures/failure_points.hpp"

namespace ldfi::failures {

// An Fspec limits faults to times before some tick, and never to times after one. So if it admits no
// fault of a kind at tick 1, it admits none later. What does not hit the first event between two nodes,
// or of a disk, hits no later one.
bool allows_any_fault(const Fspec& fspec) {
  const Time first(1);
  const Time back(1 + std::max(1, fspec.limits().least_down));
  const auto admits = [&](const Fault& fault) { return fspec.admits(FaultSet({fault})); };
  const auto admits_of_disk = [&](NodeId node, NamedId of) {
    return admits(FailedWrite{node, of, first, first}) || admits(DeadDisk{node, of, first}) ||
           admits(Corruption{node, of, first}) || admits(WriteBack{node, of, first});
  };
  const auto admits_of_messages = [&](NodeId from, NodeId to) {
    if (from != to && admits(Omission{from, to, first})) return true;
    return std::ranges::any_of(fspec.late_units(), [&](NamedId of) {
      return admits(Delay{from, to, first, 1, of}) || admits(Duplicate{from, to, first, 1, of});
    });
  };
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    const NodeId node(n);
    if (admits(Crash{node, first}) || admits(Outage{node, first, first}) ||
        admits(Outage{node, first, first, back}) || admits(Pause{node, first, first.next()})) {
      return true;
    }
    for (std::size_t r = 0; r < fspec.stored().size(); ++r) {
      if (admits_of_disk(node, NamedId(r))) return true;
    }
    for (std::size_t to = 0; to < fspec.node_count(); ++to) {
      if (admits_of_messages(node, NodeId(to))) return true;
    }
  }
  return std::ranges::any_of(fspec.cuts(), [&](const Cut& cut) {
    return admits(Partition{cut, first, first});
  });
}

bool offers_any_fault(const Fspec& fspec, const std::vector<IoEvent>& events) {
  std::vector<IoEvent> first;
  std::set<std::tuple<IoEvent::Kind, std::string, NodeId, NodeId>> seen;
  for (const IoEvent& event : events) {
    if (seen.emplace(event.kind, event.relation, event.from, event.to).second) {
      first.push_back(event);
    }
  }
  return !FailurePoints(fspec, {}, std::move(first)).offers().empty();
}

}  // namespace ldfi::failures
