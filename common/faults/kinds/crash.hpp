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

/// `node` sends nothing from `at` on. A fault set has at most one for each node.
struct Crash {
  static constexpr char letter = 'C';
  static constexpr const char* form = "C(node,time)";
  static constexpr Place place = Place::node;
  static constexpr Span span = Span::permanent;
  static constexpr std::string_view option = "crashes";  ///< how many there may be
  static constexpr std::string_view failure = "crash";   ///< its word in failure ids
  using Number = int;                                    ///< the type of their number
  static constexpr NumberWords number{"crash", "crashes", "fspec.crashes",
                                      1000,    true,      "how many nodes may crash"};
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.crashes; }

  NodeId node;
  Time at;
  auto operator<=>(const Crash&) const = default;

  /// Members in the order of writing, for text, bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.at);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
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

/// True if the model is not `stop`, the node may crash, and 1 ≤ at ≤ EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const Crash& crash);
/// `a crashes at 3`
[[nodiscard]] std::string in_words(const Crash& crash, const Fspec& fspec);
/// `a crashed at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Crash& crash, const Fspec& fspec);

/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Crash& one, const Crash& other);

/// Draws as many as chance wants: see fault_sampler.hpp.
void draw(FaultDraw& draw, Crash*);
/// True if crashes of this kind are what the Fspec means by C(…).
[[nodiscard]] bool in_use(const Fspec& fspec, Crash*);
/// Reads a crash from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Crash*);
/// Called once all faults are read: reports the first crash that the Fspec does not allow.
void check_count(FaultReader& reader, Crash*);

}  // namespace ldfi
