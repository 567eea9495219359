// The fault of a node that stops, under CrashModel::stop. The node stops for good, or restarts with
// the data on its disk. Written C(node,at), C(node,at+), C(node,at,back) or C(node,at+,back).
#pragma once

#include <compare>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

class Candidates;
class FaultDraw;
class FaultReader;
class Fspec;
struct FaultTick;
struct Crash;

/// `node` is down from the tick `down` on, which is `at` or the next tick. If it is the next tick,
/// the node still works and writes at `at`, but sends nothing. The node restarts at the tick
/// `back`, or never. Its memory is lost, and messages that arrive while the node is down are lost,
/// too. There is at least one tick between two outages of a node.
struct Outage {
  static constexpr char letter = 'C';
  static constexpr const char* form = "C(node,time), C(node,time+,restart)";
  static constexpr Place place = Place::node;
  static constexpr Span span = Span::interval;
  /// Option that limits the number of outages.
  static constexpr std::string_view option = "restarts";
  static constexpr std::size_t axis = 0;  ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "restart";
  using Number = int;  ///< type of the number of outages
  static constexpr NumberWords number{
      "restart",
      "restarts",
      "fspec.restarts",
      1000,
      true,
      "how many more crashes may happen whose node restarts, at tick EFF+1 at the latest; crashes "
      "of --crashes are permanent"};
  static constexpr StopWords needs_stop{"fspec-restarts", "no node restarts"};
  /// Removes all limits of outages from the parameters, except their number.
  static void forget(auto& fspec) { fspec.limits.remove_restart_limits(); }
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::count | Support::every_eot | Support::schedules |
                                     Support::late_messages | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of outages.
  static auto& most(auto& fspec) { return fspec.restarts; }
  static constexpr Time never{};

  NodeId node;
  Time at;
  Time down;
  Time back = never;
  auto operator<=>(const Outage&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.at), action(self.down), action(self.back);
  }
  /// Returns true if the node still works and writes at the tick `at`.
  [[nodiscard]] bool after() const { return down != at; }
  [[nodiscard]] bool restarts() const { return back != never; }
  /// Returns the first tick at which the node runs again, or the largest tick if it never does.
  [[nodiscard]] Time up() const {
    return restarts() ? back : Time(std::numeric_limits<int>::max());
  }
  [[nodiscard]] Time last() const { return Time(up().tick() - 1); }
  /// Returns the reason why no fault set may contain this outage, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    if (at < Time(1) || at.tick() == std::numeric_limits<int>::max())
      return "a crash has a tick of 1 or more";
    if (down != at && down != at.next()) return "a node is down from the tick of its crash on";
    return up() <= down ? "a node restarts after it crashed" : nullptr;
  }
  [[nodiscard]] bool is_down(Time t) const { return down <= t && t < up(); }
  [[nodiscard]] bool loses(const Channel& channel) const;
  [[nodiscard]] Losses losses() const {
    return {node, std::nullopt, Time(down.tick() - 1), last(), true};
  }
  [[nodiscard]] NodeState state_of(NodeId who, Time t) const {
    return who == node && is_down(t) ? NodeState::down : NodeState::up;
  }
  /// Returns true if the node works at the tick `t` but sends nothing.
  [[nodiscard]] bool mutes(NodeId who, Time t) const { return who == node && t == at; }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    if (restarts()) return FaultFact{FaultFact::Kind::restart, node, back};
    return FaultFact{FaultFact::Kind::crash, node, at};
  }
  /// Returns the outage of the node that is down from the tick `first` to the tick `last`.
  [[nodiscard]] static Outage at_place(NodeId node, Time first, Time last) {
    return {node, first, first, last.next()};
  }
  /// Returns true if the outage ends by the tick `last`. Also true if the node does not restart,
  /// because EFF does not limit such outages.
  [[nodiscard]] bool ends_by(int last) const {
    return !restarts() || (at.tick() <= last && back.tick() <= last + 1);
  }
  /// Adds the effects of the outage at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if the model is `stop`, the node may crash, and 1 ≤ at ≤ EOT. If the node restarts,
/// at ≤ EFF and back ≤ EFF + 1 must hold. With EffMode::exclusive, EFF − 1 replaces EFF.
[[nodiscard]] bool admits(const Fspec& fspec, const Outage& outage);
/// Returns a sentence such as `a crashes at 3 before it sends, restarts at 6`.
[[nodiscard]] std::string in_words(const Outage& outage, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `a crashed at 3 before it sent,
/// restarted at 6`.
[[nodiscard]] std::string as_cause(const Outage& outage, const Fspec& fspec);
/// Returns the text between the parentheses, such as `a,3+,6`. `nodes` has the names of the nodes.
[[nodiscard]] std::string arguments(const Outage& outage, const std::vector<std::string>& nodes);

/// Returns why no fault set may contain both faults, or nullptr if a fault set may. Requires that
/// the first argument is less than the second one.
[[nodiscard]] const char* excludes(const Outage& one, const Outage& other);
[[nodiscard]] const char* excludes(const Crash& crash, const Outage& outage);

/// Adds all outages that the Fspec admits, in the order of fault sets.
void add_candidates(const Fspec& fspec, Candidates& out, Outage*);
/// Returns the number of possible outages, or an upper bound.
[[nodiscard]] std::uint64_t choices(const Fspec& fspec, Outage*);
/// Returns how many outages a fault set may contain, at most the limit of the Fspec.
[[nodiscard]] std::size_t most_at_once(const Fspec& fspec, Outage*);
/// Draws a random number of outages with a restart. The distribution is described in
/// docs/explanation/strategies.md#how-random-fault-sets-are-drawn.
void draw(FaultDraw& draw, Outage*);
/// Returns true if C(…) stands for outages, which is so under CrashModel::stop.
[[nodiscard]] bool in_use(const Fspec& fspec, Outage*);
/// Reads an outage after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, Outage*);
/// Called after all faults have been read. Reports the first outage beyond the limit of the Fspec.
void check_count(FaultReader& reader, Outage*);

}  // namespace ldfi
