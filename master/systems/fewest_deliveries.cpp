#include "master/systems/fewest_deliveries.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "common/systems/pending.hpp"

namespace ldfi::app {

using minimise::Elements;
using systems::MessageId;

FewestDeliveries::FewestDeliveries(DeliveryProbes& probes, const Elements& few, std::uint64_t most)
    : probes_(probes), few_(few), sets_(few.size(), most) {}

std::optional<Job> FewestDeliveries::next_job() {
  if (finished()) return std::nullopt;
  if (auto again = probes_.repeated()) return again;
  auto some = sets_.next();
  if (!some) return std::nullopt;
  return probes_.job(*std::move(some));
}

void FewestDeliveries::accept(const Report& report) {
  const auto answer = probes_.answer(report);
  if (!answer) return;
  sets_.answer(answer->some, answer->fails, more_than(answer->some, answer->recording));
}

Elements FewestDeliveries::more_than(const Elements& some,
                                     const systems::Recording& recording) const {
  std::set<MessageId> sent;
  for (const systems::Event& event : recording.events) {
    if (event.kind == systems::EventKind::send) sent.insert(event.message);
  }
  // Where a node crashes or stands still depends on which messages it takes in, before or after: no order
  // of arrivals leads from one set to another, and all are executed.
  const bool counts = probes_.counts_activations();
  const std::vector<MessageId> arrived = systems::deliveries_of(recording);
  const auto arrives = [&](std::uint32_t one) {
    return std::ranges::find(arrived, probes_.all()[one]) != arrived.end();
  };
  Elements out;
  if (!counts && !std::ranges::all_of(some, arrives)) return out;
  for (std::uint32_t one = 0; one < probes_.all().size(); ++one) {
    const bool has = std::ranges::binary_search(some, one);
    if (!has && (counts || sent.contains(probes_.all()[one]))) out.push_back(one);
  }
  return out;
}

SearchResult FewestDeliveries::result() const {
  SearchResult out;
  out.reason = reason_;
  out.executed = executions();
  out.wasted = sets_.wasted();
  return out;
}

}  // namespace ldfi::app
