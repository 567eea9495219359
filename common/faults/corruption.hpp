// The fault of a disk that gives back other data than was written, under CrashModel::stop. Written
// X(node,relation,at).
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
struct DeadDisk;
struct Outage;
struct Pause;

/// What passes from `at` to the next tick in `relation` at `node` without being written anew is
/// damaged: its data column says "?" from then on. Where damage is detected, it is gone instead,
/// and `corrupt` holds at the next tick. What is written at `at` is as it should be. It has no
/// effect where the node does not run, or the disk is dead.
struct Corruption {
  static constexpr char letter = 'X';
  static constexpr const char* form = "X(node,relation,time)";

  NodeId node;
  NamedId relation;
  Time at;
  auto operator<=>(const Corruption&) const = default;

  /// Members in the order of writing, for bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.relation), action(self.at);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    return at < Time(1) || at.tick() == std::numeric_limits<int>::max() ? "a corruption at no tick"
                                                                        : nullptr;
  }
  [[nodiscard]] static bool loses(const Channel&) { return false; }
  [[nodiscard]] Losses losses() const { return {node, std::nullopt, Time(1), Time(0)}; }
  [[nodiscard]] static NodeState state_of(NodeId, Time) { return NodeState::up; }
  [[nodiscard]] Time first() const { return at; }
  /// True if `fact` is what rules see of it a tick later, where damage is detected.
  [[nodiscard]] bool reports(const FaultFact& fact) const {
    return fact.kind == FaultFact::Kind::corrupt && fact.node == node &&
           fact.relation == relation && fact.at == at.next();
  }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::corrupted, node, at, relation};
  }
};

/// True if the relation may be damaged at the node, and 1 ≤ at ≤ EFF, as the EffMode reads
/// EFF.
[[nodiscard]] bool admits(const Fspec& fspec, const Corruption& damage);
/// `what log at d1 holds at 3 is read back damaged`
[[nodiscard]] std::string in_words(const Corruption& damage, const Fspec& fspec);
/// `what log at d1 held at 3 was read back damaged`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Corruption& damage, const Fspec& fspec);
/// True if it has no effect beside the other fault: the node is down.
[[nodiscard]] bool redundant(const Corruption& damage, const Outage& outage);
/// As above: the node is paused.
[[nodiscard]] bool redundant(const Corruption& damage, const Pause& pause);
/// As above: the disk is dead.
[[nodiscard]] bool redundant(const Corruption& damage, const DeadDisk& dead);

/// True if what disks hold may be damaged under this Fspec.
[[nodiscard]] bool in_use(const Fspec& fspec, Corruption*);
/// Reads a corruption from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Corruption*);
/// Called once all faults are read: reports the first corruption that the Fspec does not allow.
void check_count(FaultReader& reader, Corruption*);

}  // namespace ldfi
