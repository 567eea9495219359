// The fault of a node that stops, under CrashModel::stop: for good, or until it restarts with what
// is on its disk. Written C(node,at), C(node,at+), C(node,at,back), C(node,at+,back).
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

/// `node` is down from `down` on, which is `at` or the tick after it. In the second case it still
/// works and writes at `at`, but sends nothing. It restarts at `back`, or never. What it has in
/// memory is lost, and so is what would arrive while it is down. Between two outages of a node
/// there is at least one tick at which it runs.
struct Outage {
  static constexpr char letter = 'C';
  static constexpr const char* form = "C(node,time), C(node,time+,restart)";
  static constexpr Place place = Place::node;
  static constexpr Span span = Span::interval;
  static constexpr std::string_view option = "restarts";  ///< how many there may be
  static constexpr std::size_t axis = 0;                  ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "restart";  ///< its word in failure ids
  using Number = int;                                     ///< the type of their number
  static constexpr NumberWords number{
      "restart",
      "restarts",
      "fspec.restarts",
      1000,
      true,
      "how many more crashes may happen whose node restarts, at tick EFF+1 at the latest; crashes "
      "of --crashes are permanent"};
  static constexpr StopWords needs_stop{"fspec-restarts", "no node restarts"};
  /// Removes what the parameters say of them, except their number.
  static void forget(auto& fspec) { fspec.limits.any_restarts(); }
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.restarts; }
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
  [[nodiscard]] Time last() const { return Time(up().tick() - 1); }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    if (at < Time(1) || at.tick() == std::numeric_limits<int>::max()) return "a crash at no tick";
    if (down != at && down != at.next()) return "a node that is down at another time";
    return up() <= down ? "a node that restarts before it is down" : nullptr;
  }
  [[nodiscard]] bool is_down(Time t) const { return down <= t && t < up(); }
  [[nodiscard]] bool loses(const Channel& channel) const;
  [[nodiscard]] Losses losses() const {
    return {node, std::nullopt, Time(down.tick() - 1), last(), true};
  }
  [[nodiscard]] NodeState state_of(NodeId who, Time t) const {
    return who == node && is_down(t) ? NodeState::down : NodeState::up;
  }
  /// True if the node works at that tick and sends nothing.
  [[nodiscard]] bool mutes(NodeId who, Time t) const { return who == node && t == at; }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    if (restarts()) return FaultFact{FaultFact::Kind::restart, node, back};
    return FaultFact{FaultFact::Kind::crash, node, at};
  }
  /// The fault of that place which lasts from the first tick to the last one.
  [[nodiscard]] static Outage at_place(NodeId node, Time first, Time last) {
    return {node, first, first, last.next()};
  }
  /// True if it ends by the last tick of faults, or EFF does not bound it.
  [[nodiscard]] bool ends_by(int last) const {
    return !restarts() || (at.tick() <= last && back.tick() <= last + 1);
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
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

/// Adds all that the Fspec admits, in the order of fault sets.
void add_candidates(const Fspec& fspec, Candidates& out, Outage*);
/// How many there are to choose from, or more.
[[nodiscard]] std::uint64_t choices(const Fspec& fspec, Outage*);
/// As many as fit into one fault set, and no more than the Fspec allows.
[[nodiscard]] std::size_t most_at_once(const Fspec& fspec, Outage*);
/// Draws as many as chance wants: see fault_sampler.hpp.
void draw(FaultDraw& draw, Outage*);
/// True if outages are what the Fspec means by C(…).
[[nodiscard]] bool in_use(const Fspec& fspec, Outage*);
/// Reads an outage from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Outage*);
/// Called once all faults are read: reports the first outage that the Fspec does not allow.
void check_count(FaultReader& reader, Outage*);

}  // namespace ldfi
