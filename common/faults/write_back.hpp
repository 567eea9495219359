// The fault of a buffer that the system writes to the disk by itself, without a sync, under
// CrashModel::stop. Written F(node,relation,at).
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
struct FailedWrite;
struct Outage;
struct Pause;

/// At `at`, the buffered `relation` is written at `node` as if the program synced it. It has no
/// effect where the node does not run, or nothing can be written.
struct WriteBack {
  static constexpr char letter = 'F';
  static constexpr const char* form = "F(node,relation,time)";

  NodeId node;
  NamedId relation;
  Time at;
  auto operator<=>(const WriteBack&) const = default;

  /// Members in the order of writing, for bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.relation), action(self.at);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    return at < Time(1) || at.tick() == std::numeric_limits<int>::max()
               ? "a buffer that is written back at no tick"
               : nullptr;
  }
  [[nodiscard]] static bool loses(const Channel&) { return false; }
  [[nodiscard]] Losses losses() const { return {node, std::nullopt, Time(1), Time(0)}; }
  [[nodiscard]] static NodeState state_of(NodeId, Time) { return NodeState::up; }
  [[nodiscard]] Time first() const { return at; }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::writeback, node, at, relation};
  }
};

/// True if the relation may be written back at the node, and 1 ≤ at ≤ EFF, as the EffMode reads
/// EFF.
[[nodiscard]] bool admits(const Fspec& fspec, const WriteBack& back);
/// `log at d1 is written back at 3`
[[nodiscard]] std::string in_words(const WriteBack& back, const Fspec& fspec);
/// `log at d1 was written back at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const WriteBack& back, const Fspec& fspec);
/// True if it has no effect beside the other fault: the node is down.
[[nodiscard]] bool redundant(const WriteBack& back, const Outage& outage);
/// As above: the node is paused.
[[nodiscard]] bool redundant(const WriteBack& back, const Pause& pause);
/// As above: writes fail.
[[nodiscard]] bool redundant(const WriteBack& back, const FailedWrite& failed);
/// As above: the disk is dead.
[[nodiscard]] bool redundant(const WriteBack& back, const DeadDisk& dead);

/// True if buffers may be written back under this Fspec.
[[nodiscard]] bool in_use(const Fspec& fspec, WriteBack*);
/// Reads a write-back from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, WriteBack*);
/// Called once all faults are read: reports the first write-back that the Fspec does not allow.
void check_count(FaultReader& reader, WriteBack*);

}  // namespace ldfi
