#include "common/systems/pending.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "common/systems/fault_text.hpp"

namespace ldfi::systems {
namespace {

/// By node: whether what it does as its k-th activation is to take in a message that is pending now.
using Activations = std::map<std::string, std::vector<bool>>;

Activations activations_of(const Recording& recording, const std::set<MessageId>& pending) {
  Activations out;
  std::set<std::string> down;
  for (const Event& event : recording.events) {
    switch (event.kind) {
      case EventKind::recv:
        out[event.node].push_back(pending.contains(event.message));
        break;
      case EventKind::timer:
      case EventKind::hear:
        out[event.node].push_back(false);
        break;
      case EventKind::invoke:  // a client may ask a node that is down
        if (!down.contains(event.node) && !event.waits) out[event.node].push_back(false);
        break;
      case EventKind::crash:  // what it prevents is counted, if the node comes back
        if (event.back && !event.said_before) out[event.node].push_back(false);
        down.insert(event.node);
        break;
      case EventKind::exit:
        down.insert(event.node);
        break;
      case EventKind::restart:
        down.erase(event.node);
        break;
      case EventKind::send:
      case EventKind::answer:
      case EventKind::pause:
      case EventKind::hold:
        break;
    }
  }
  return out;
}

/// Nothing: the activation in the middle of which it is does not happen.
std::optional<Moment> moved(const std::vector<bool>& activations, Moment moment) {
  const std::size_t before = std::min<std::size_t>(moment.activation - 1, activations.size());
  const bool in_it = moment.said && before < activations.size() && activations[before];
  if (in_it) return std::nullopt;
  const auto end = activations.begin() + static_cast<std::ptrdiff_t>(before);
  moment.activation -= static_cast<std::uint64_t>(std::count(activations.begin(), end, true));
  return moment;
}

/// What a receiver does while a message is held.
struct Overtaking {
  std::uint64_t all = 0;
  std::uint64_t pending = 0;  ///< of these: it takes in what is pending now
};

std::map<MessageId, Overtaking> overtaking(const Recording& recording,
                                           const std::set<MessageId>& pending) {
  std::map<MessageId, Overtaking> out;
  std::map<std::string, std::set<MessageId>> held;
  const auto count = [&](const std::string& node, bool is_pending = false) {
    for (const MessageId& id : held[node]) {
      ++out[id].all;
      out[id].pending += is_pending ? 1U : 0U;
    }
  };
  std::set<std::string> down;
  for (const Event& event : recording.events) {
    switch (event.kind) {
      case EventKind::hold:
        held[event.node].insert(event.message);
        break;
      case EventKind::recv:
        held[event.node].erase(event.message);
        count(event.node, pending.contains(event.message));
        break;
      case EventKind::timer:
      case EventKind::hear:
        count(event.node);
        break;
      case EventKind::invoke:
        if (!down.contains(event.node) && !event.waits) count(event.node);
        break;
      case EventKind::crash:
      case EventKind::exit:
        down.insert(event.node);
        break;
      case EventKind::restart:
        down.erase(event.node);
        break;
      case EventKind::send:
      case EventKind::answer:
      case EventKind::pause:
        break;
    }
  }
  return out;
}

}  // namespace

std::string wrongly_pending(const Recording& recording, const Event& sent) {
  const bool pending = is_pending(recording, sent.message);
  if (pending == (sent.fate == Fate::pending)) return "";
  return fmt::format("{} is {}among the deliveries", to_text(sent.message), pending ? "not " : "");
}

std::vector<MessageId> deliveries_of(const Recording& recording) {
  std::vector<MessageId> out;
  std::set<MessageId> seen;
  for (const Event& event : recording.events) {
    if (event.kind != EventKind::recv || !may_be_pending(recording, event.message)) continue;
    if (seen.insert(event.message).second) out.push_back(event.message);
  }
  for (const Event& event : recording.events) {
    const bool dead = event.kind == EventKind::send && event.fate == Fate::dead;
    if (!dead || !may_be_pending(recording, event.message)) continue;
    if (seen.insert(event.message).second) out.push_back(event.message);
  }
  return out;
}

FaultSet faults_without(const Recording& recording, const FaultSet& faults,
                        const std::set<MessageId>& pending) {
  Activations activations = activations_of(recording, pending);
  FaultSet out = faults;
  const auto is_pending = [&pending](const auto& one) { return pending.contains(one.first); };
  std::erase_if(out.losses, [&pending](const MessageId& one) { return pending.contains(one); });
  std::erase_if(out.delays, is_pending);
  std::erase_if(out.duplicates, is_pending);
  for (const auto& [id, over] : overtaking(recording, pending)) {
    const auto late = out.delays.find(id);
    if (late == out.delays.end() || !is_behind(late->second)) continue;
    const std::uint64_t before = activations_before(late->second);
    if (over.all < before) continue;  // its time was over first
    late->second = over.pending < before ? behind(before - over.pending) : 0;
  }
  std::erase_if(out.delays, [](const auto& one) { return one.second == 0; });
  out.crashes.clear();
  out.restarts.clear();
  out.pauses.clear();
  for (const auto& [node, moment] : faults.crashes) {
    if (const auto now = moved(activations[node], moment)) out.crashes.emplace(node, *now);
  }
  for (const auto& [when, down] : faults.restarts) {
    const auto now = moved(activations[when.first], when.second);
    if (now) out.restarts.emplace(FaultSet::NodeMoment(when.first, *now), down);
  }
  for (const auto& [before, standing] : faults.pauses) {
    const auto now = moved(activations[before.first], {before.second});
    out.pauses.emplace(Activation(before.first, now->activation), standing);
  }
  return out;
}

}  // namespace ldfi::systems
