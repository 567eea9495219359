#include "results/views/lineage/matter.hpp"

#include <string>
#include <tuple>

#include "common/base/text.hpp"

namespace ldfi::results {

std::optional<std::set<SentMessage>> messages_behind(const Lineage& why, const Trace& trace) {
  if (!why.whole) return std::nullopt;
  using Named = std::tuple<int, std::string, std::string, std::string>;
  std::set<Named> named;
  for (const auto& [from, to] : why.edges) {
    const LineageNode& message = why.nodes[from];
    if (message.kind != LineageNode::Kind::message) continue;
    named.emplace(message.first, message.from, message.to, why.nodes[to].tuple);
  }
  const auto name = [&](NodeId node) { return word_or_quoted(trace.name(node)); };
  std::set<SentMessage> out;
  for (const Tick& tick : trace.ticks) {
    for (const Message& m : tick.arrived) {
      // A late message appears in the explanation as a fault, because its receiver did not get it in time.
      if (m.late > 0 || named.contains({tick.tick, name(m.from), name(m.to), m.head})) {
        out.insert({Time(tick.tick), m});
      }
    }
  }
  return out;
}

void follow(const Lineage& why, Trace& trace) {
  if (trace.holds()) return;
  auto found = messages_behind(why, trace);
  if (found) trace.matter = std::move(*found);
}

}  // namespace ldfi::results
