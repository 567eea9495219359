// The fault of a node that is paused for some ticks and then resumes with its memory, under
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

/// `node` is paused from the tick `from` to the tick before `back`: it sends and writes nothing.
/// Its memory and its disk do not change, and arriving messages wait. There is at least one tick at
/// which the node runs between two pauses of the node, or between a pause and an outage.
struct Pause {
  static constexpr char letter = 'S';
  static constexpr const char* form = "S(node,time,back)";
  static constexpr Place place = Place::node;
  static constexpr Span span = Span::interval;
  static constexpr std::string_view option = "pauses";  ///< option that limits the number of pauses
  static constexpr std::size_t axis = 2;                ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "pause";
  using Number = int;  ///< type of the number of pauses
  static constexpr NumberWords number{
      "pause", "pauses", "fspec.pauses",
      1000,    true,     "how many pauses of nodes may happen; each ends at EFF at the latest"};
  static constexpr StopWords needs_stop{"fspec-pauses", "no node is paused"};
  static constexpr LimitCodes codes{"fault-pause", "fault-pauses", "pauses"};
  static constexpr Shading shading{"pause", "paused", "paused"};
  /// The relation through which generated rules read these faults.
  static constexpr FaultRelation generated = FaultRelation::standing;
  /// Removes all limits of pauses from the parameters, except their number.
  static void forget(auto& fspec) { fspec.limits.pausable.clear(); }
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support =
      Support::every_eot | Support::late_messages | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of pauses.
  static auto& most(auto& fspec) { return fspec.limits.most.template of<Pause>(); }

  NodeId node;
  Time from;
  Time back;
  auto operator<=>(const Pause&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.from), action(self.back);
  }
  /// Returns the reason why no fault set may contain this pause, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    if (from < Time(1)) return "a pause has a tick of 1 or more";
    return back <= from ? "a pause ends at its first tick or later" : nullptr;
  }
  [[nodiscard]] bool is_on(Time t) const { return from <= t && t < back; }
  /// Returns the last tick at which the node is paused.
  [[nodiscard]] Time last() const { return Time(back.tick() - 1); }
  [[nodiscard]] bool loses(const Channel& c) const {
    const bool works = c.kind == ChannelKind::message || c.kind == ChannelKind::memory ||
                       c.kind == ChannelKind::write;
    return works && c.from == node && is_on(c.sent);
  }
  /// Returns true if, because of the pause, the old data on the disk stay. Requires a channel of
  /// the kind ChannelKind::keep, which carries such data.
  [[nodiscard]] bool opens(const Channel& c) const {
    return c.kind == ChannelKind::keep && c.from == node && is_on(c.sent);
  }
  [[nodiscard]] NodeState state_of(NodeId who, Time t) const {
    return who == node && is_on(t) ? NodeState::paused : NodeState::up;
  }
  /// Returns the pause of the node from the tick `first` to the tick `last`.
  [[nodiscard]] static Pause at_place(NodeId node, Time first, Time last) {
    return {node, first, last.next()};
  }
  /// Adds the effects of the pause at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if the node may be paused, and 1 ≤ from < back ≤ EFF + 1. With EffMode::exclusive,
/// EFF − 1 replaces EFF.
[[nodiscard]] bool admits(const Fspec& fspec, const Pause& pause);
/// Returns a sentence such as `a is paused from 3 to 5`.
[[nodiscard]] std::string in_words(const Pause& pause, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `a was paused from 3 to 5`.
[[nodiscard]] std::string as_cause(const Pause& pause, const Fspec& fspec);
/// Returns why no fault set may contain both faults, or nullptr if a fault set may. Requires that
/// the first argument is less than the second one.
[[nodiscard]] const char* excludes(const Pause& one, const Pause& other);
/// Returns a reason if the node is down and paused at the same tick, or if no tick is between the
/// two faults. Returns nullptr otherwise.
[[nodiscard]] const char* excludes(const Outage& outage, const Pause& pause);
/// Returns a reason if the node is paused at some but not all ticks of the failed write. Returns
/// nullptr otherwise.
[[nodiscard]] const char* excludes(const Pause& pause, const FailedWrite& failed);
/// Returns true if the failed write has no effect because the node is paused at all of its ticks.
[[nodiscard]] bool redundant(const FailedWrite& failed, const Pause& pause);

/// Reads a pause after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, Pause*);

}  // namespace ldfi
