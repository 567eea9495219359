// The fault of a node that stands still for some ticks, and goes on as if nothing had been, under
// CrashModel::stop [FTS10 §2.1: delays]. Written S(node,from,back).
#pragma once

#include <compare>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"

namespace ldfi {

class Fspec;
class FaultReader;
struct FailedWrite;
struct Outage;

/// `node` is paused at the ticks from … back − 1: it sends and writes nothing. What it has in
/// memory and on its disk stands still; what arrives meanwhile waits. Between two pauses of a node,
/// and between a pause and an outage, there is at least one tick at which it runs.
struct Pause {
  static constexpr char letter = 'S';
  static constexpr const char* form = "S(node,time,back)";

  NodeId node;
  Time from;
  Time back;
  auto operator<=>(const Pause&) const = default;

  /// Members in the order of writing, for text, bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.from), action(self.back);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    if (from < Time(1)) return "a pause at no tick";
    return back <= from ? "a pause that ends before it begins" : nullptr;
  }
  [[nodiscard]] bool is_on(Time t) const { return from <= t && t < back; }
  /// The last tick at which the node is paused.
  [[nodiscard]] Time last() const { return Time(back.tick() - 1); }
  [[nodiscard]] bool loses(const Channel& c) const {
    const bool works = c.kind == ChannelKind::message || c.kind == ChannelKind::memory ||
                       c.kind == ChannelKind::write;
    return works && c.from == node && is_on(c.sent);
  }
  /// True if it opens a channel of ChannelKind::keep.
  [[nodiscard]] bool opens(const Channel& c) const {
    return c.kind == ChannelKind::keep && c.from == node && is_on(c.sent);
  }
  [[nodiscard]] Losses losses() const { return {node, std::nullopt, from, last()}; }
  [[nodiscard]] NodeState state_of(NodeId who, Time t) const {
    return who == node && is_on(t) ? NodeState::paused : NodeState::up;
  }
  [[nodiscard]] Time first() const { return from; }
  [[nodiscard]] static std::optional<FaultFact> makes() { return std::nullopt; }
};

/// True if the node may be paused, and 1 ≤ from < back ≤ EFF + 1, as the EffMode reads EFF.
[[nodiscard]] bool admits(const Fspec& fspec, const Pause& pause);
/// `a is paused from 3 to 5`
[[nodiscard]] std::string in_words(const Pause& pause, const Fspec& fspec);
/// `a was paused from 3 to 5`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Pause& pause, const Fspec& fspec);
/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Pause& one, const Pause& other);
/// As above: the node is down and paused at once, or without a tick in between.
[[nodiscard]] const char* excludes(const Outage& outage, const Pause& pause);
/// As above: the node is paused for a part of the ticks.
[[nodiscard]] const char* excludes(const Pause& pause, const FailedWrite& failed);
/// True if the node is paused at all of its ticks: nothing is written that could fail.
[[nodiscard]] bool redundant(const FailedWrite& failed, const Pause& pause);

/// True if nodes may be paused under this Fspec.
[[nodiscard]] bool in_use(const Fspec& fspec, Pause*);
/// Reads a pause from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Pause*);
/// Called once all faults are read: reports the first pause that the Fspec does not allow.
void check_count(FaultReader& reader, Pause*);

}  // namespace ldfi
