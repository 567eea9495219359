#include "common/failures/any_offer.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "common/failures/failure_points.hpp"

namespace ldfi::failures {

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
