#include "results/views/systems/waiters.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ldfi::results {

using systems::Event;
using systems::EventKind;

std::map<std::string, std::vector<Waiter>> waiters_of(const History& history) {
  std::map<std::string, std::vector<Waiter>> out;
  const std::size_t never = history.events().size();
  std::map<std::uint64_t, std::size_t> heard;
  for (std::size_t i = 0; i < never; ++i) {
    const auto& operation = history.words[i].operation;
    if (history.events()[i].kind == EventKind::hear && operation) heard.emplace(*operation, i);
  }
  for (std::size_t i = 0; i < never; ++i) {
    const Event& event = history.events()[i];
    if (event.waits) {
      const auto& operation = history.words[i].operation;
      const auto got = operation ? heard.find(*operation) : heard.end();
      out[event.node].push_back({event.time, got == heard.end() ? never : got->second,
                                 "the request of " + history.words[i].client});
    }
    const auto got = history.received[i];
    if (!got || !event.arrives || history.events()[*got].time <= *event.arrives) continue;
    const systems::MessageId& id = event.message;
    out[id.to].push_back(
        {*event.arrives, *got, fmt::format("{}#{} from {}", id.type, id.number, id.from)});
  }
  for (auto& [node, all] : out) std::ranges::stable_sort(all, {}, &Waiter::got);
  return out;
}

}  // namespace ldfi::results
