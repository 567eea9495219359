// The fault of a node that is paused for some ticks, and goes on as if nothing had been, under
// CrashModel::stop [FTS10 §2.1: delays]. Written S(node,from,back).
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

class FaultReader;
class Fspec;
struct FaultTick;
struct FailedWrite;
struct Outage;

/// `node` is paused at the ticks from … back − 1: it sends and writes nothing. What it has in
/// memory and on its disk stands still; what arrives meanwhile waits. Between two pauses of a node,
/// and between a pause and an outage, there is at least one tick at which it runs.
struct Pause {
  static constexpr char letter = 'S';
  static constexpr const char* form = "S(node,time,back)";
  static constexpr Place place = Place::node;
  static constexpr Span span = Span::interval;
  static constexpr std::string_view option = "pauses";  ///< how many there may be
  static constexpr std::size_t axis = 2;                ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "pause";  ///< its word in failure ids
  using Number = int;                                   ///< the type of their number
  static constexpr NumberWords number{
      "pause", "pauses", "fspec.pauses",
      1000,    true,     "how many pauses of nodes may happen; each ends at EFF at the latest"};
  static constexpr StopWords needs_stop{"fspec-pauses", "no node is paused"};
  static constexpr LimitCodes codes{"fault-pause", "fault-pauses", "pauses"};
  static constexpr Shading shading{"pause", "paused", "paused"};
  /// Removes what the parameters say of them, except their number.
  static void forget(auto& fspec) { fspec.limits.pausable.clear(); }
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.limits.most.template of<Pause>(); }

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
  [[nodiscard]] NodeState state_of(NodeId who, Time t) const {
    return who == node && is_on(t) ? NodeState::paused : NodeState::up;
  }
  /// The fault of that place which lasts from the first tick to the last one.
  [[nodiscard]] static Pause at_place(NodeId node, Time first, Time last) {
    return {node, first, last.next()};
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
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

/// Reads a pause from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Pause*);

}  // namespace ldfi
