// The fault of a node that crashes for good [LDFI15 §2.1.1], under CrashModel::silent and halt.
// Written C(node,at).
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

class FaultDraw;
class FaultReader;
class Fspec;

/// `node` sends nothing from the tick `at` on. A fault set has at most one crash for each node.
struct Crash {
  static constexpr char letter = 'C';
  static constexpr const char* form = "C(node,time)";
  static constexpr Place place = Place::node;
  static constexpr Span span = Span::permanent;
  /// Option that limits the number of crashes.
  static constexpr std::string_view option = "crashes";
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "crash";
  using Number = int;  ///< type of the number of crashes
  static constexpr NumberWords number{"crash", "crashes", "fspec.crashes",
                                      1000,    true,      "how many nodes may crash"};
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::count | Support::every_eot | Support::schedules |
                                     Support::late_messages | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of crashes.
  static auto& most(auto& fspec) { return fspec.crashes; }

  NodeId node;
  Time at;
  auto operator<=>(const Crash&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.at);
  }
  /// Returns nullptr, because every crash may be in a fault set.
  [[nodiscard]] static const char* malformed() { return nullptr; }
  [[nodiscard]] bool loses(const Channel& c) const {
    return c.kind != ChannelKind::itself && c.from == node && at <= c.sent;
  }
  [[nodiscard]] NodeState state_of(NodeId who, Time t) const {
    return who == node && at <= t ? NodeState::crashed : NodeState::up;
  }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::crash, node, at};
  }
};

/// Returns true if the model is not `stop`, the node may crash, and 1 ≤ at ≤ EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const Crash& crash);
/// Returns a sentence such as `a crashes at 3`.
[[nodiscard]] std::string in_words(const Crash& crash, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `a crashed at 3`.
[[nodiscard]] std::string as_cause(const Crash& crash, const Fspec& fspec);

/// Returns the reason why no fault set may contain both faults, or nullptr if a fault set may.
/// Requires that the first argument is less than the second one.
[[nodiscard]] const char* excludes(const Crash& one, const Crash& other);

/// Draws a random number of permanent crashes. The distribution is described in
/// docs/explanation/strategies.md#how-random-fault-sets-are-drawn.
void draw(FaultDraw& draw, Crash*);
/// Returns true if C(…) stands for crashes of this kind. Under CrashModel::stop, C(…) stands for an
/// Outage.
[[nodiscard]] bool in_use(const Fspec& fspec, Crash*);
/// Reads a crash after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, Crash*);
/// Called after all faults have been read. Reports the first crash beyond the limit of the Fspec.
void check_count(FaultReader& reader, Crash*);

}  // namespace ldfi
