// The fault of a node that stops, under CrashModel::stop: for good, or until it restarts with what
// is on its disk. Written C(node,at), C(node,at+), C(node,at,back), C(node,at+,back).
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
struct Crash;

/// `node` is down from `down` on, which is `at` or the tick after it. In the second case it still
/// works and writes at `at`, but sends nothing. It restarts at `back`, or never. What it has in
/// memory is lost, and so is what would arrive while it is down. Between two outages of a node
/// there is at least one tick at which it runs.
struct Outage {
  static constexpr char letter = 'C';
  static constexpr const char* form = "C(node,time), C(node,time+,restart)";
  static constexpr Time never{};

  NodeId node;
  Time at;
  Time down;
  Time back = never;
  auto operator<=>(const Outage&) const = default;

  /// Members in the order of writing, for bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.at), action(self.down), action(self.back);
  }
  /// True if the node still works at `at`.
  [[nodiscard]] bool after() const { return down != at; }
  [[nodiscard]] bool restarts() const { return back != never; }
  /// The tick after the last one at which it is down.
  [[nodiscard]] Time up() const {
    return restarts() ? back : Time(std::numeric_limits<int>::max());
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    if (at < Time(1) || at.tick() == std::numeric_limits<int>::max()) return "a crash at no tick";
    if (down != at && down != at.next()) return "a node that is down at another time";
    return up() <= down ? "a node that restarts before it is down" : nullptr;
  }
  [[nodiscard]] bool is_down(Time t) const { return down <= t && t < up(); }
  [[nodiscard]] bool loses(const Channel& channel) const;
  [[nodiscard]] Losses losses() const {
    return {node, std::nullopt, Time(down.tick() - 1), Time(up().tick() - 1), true};
  }
  [[nodiscard]] NodeState state_of(NodeId who, Time t) const {
    return who == node && is_down(t) ? NodeState::down : NodeState::up;
  }
  [[nodiscard]] Time first() const { return at; }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    if (restarts()) return FaultFact{FaultFact::Kind::restart, node, back};
    return FaultFact{FaultFact::Kind::crash, node, at};
  }
};

/// True if the model is `stop`, the node may crash, and 1 ≤ at ≤ EOT; or, if it comes back, at ≤
/// EFF and back ≤ EFF + 1, as the EffMode reads EFF.
[[nodiscard]] bool admits(const Fspec& fspec, const Outage& outage);
/// `a crashes at 3 before it sends, restarts at 6`
[[nodiscard]] std::string in_words(const Outage& outage, const Fspec& fspec);
/// `a crashed at 3 before it sent, restarted at 6`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Outage& outage, const Fspec& fspec);
/// `a,3+,6`: what stands between the parentheses. `nodes` are the names, by NodeId.
[[nodiscard]] std::string arguments(const Outage& outage, const std::vector<std::string>& nodes);

/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Outage& one, const Outage& other);
[[nodiscard]] const char* excludes(const Crash& crash, const Outage& outage);

/// True if outages are what the Fspec means by C(…).
[[nodiscard]] bool in_use(const Fspec& fspec, Outage*);
/// Reads an outage from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Outage*);
/// Called once all faults are read: reports the first outage that the Fspec does not allow.
void check_count(FaultReader& reader, Outage*);

}  // namespace ldfi
