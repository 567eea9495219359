#include "common/systems/missed.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/pending.hpp"

namespace ldfi::systems {
namespace {

/// Returns the messages that were really sent on the channel, such as `n0 sends n1 gossip#0 to
/// gossip#2 and ack#0`.
std::string sent_instead(const Recording& recording, const MessageId& id) {
  std::map<std::string, std::uint64_t> last;
  for (const Event& event : recording.events) {
    const MessageId& sent = event.message;
    if (event.kind != EventKind::send || sent.from != id.from || sent.to != id.to) continue;
    std::uint64_t& number = last[sent.type];
    number = std::max(number, sent.number);
  }
  if (last.contains(id.type) && id.number <= last[id.type]) return "";
  std::vector<std::string> types;
  for (const auto& [type, number] : last) {
    types.push_back(number == 0 ? type + "#0" : fmt::format("{0}#0 to {0}#{1}", type, number));
  }
  const std::string channel = fmt::format("{} sends {}", id.from, id.to);
  return types.empty() ? fmt::format("{} no message", channel)
                       : fmt::format("{} {}", channel, first_items_text(types, ", "));
}

std::string done_instead(const Course& course, const std::string& node) {
  const auto found = course.activations.find(node);
  const std::uint64_t count = found == course.activations.end() ? 0 : found->second;
  return fmt::format("{} has {}", node, counted(count, "activation"));
}

std::string instead(const Fault& fault, const Recording& recording, const Course& course) {
  return std::visit(
      [&](const auto& one) -> std::string {
        if constexpr (requires { one.message; }) {
          return sent_instead(recording, one.message);
        } else if constexpr (requires { one.node; }) {
          return done_instead(course, one.node);
        } else if constexpr (requires { one.at.first; }) {
          return done_instead(course, one.at.first);
        } else if constexpr (requires { one.before.first; }) {
          return done_instead(course, one.before.first);
        } else {
          return "no message crosses it while it lasts";
        }
      },
      fault);
}

std::string line(const std::string& what, const std::string& why) {
  return why.empty() ? what : what + ": " + why;
}

}  // namespace

std::vector<std::string> missed(const FaultSet& requested, const Recording& recording,
                                const Course& course) {
  std::vector<std::string> out;
  for (const Fault& fault : requested) {
    if (course.struck.contains(fault)) continue;
    out.push_back(line(to_text(fault) + " hits nothing", instead(fault, recording, course)));
  }
  const std::vector<MessageId> arrived = deliveries_of(recording);
  for (const MessageId& one : recording.deliveries.value_or(std::set<MessageId>())) {
    if (std::ranges::find(arrived, one) != arrived.end()) continue;
    out.push_back(line(to_text(one) + " does not arrive", sent_instead(recording, one)));
  }
  return out;
}

}  // namespace ldfi::systems
