// The fault of a buffer that the system writes to the disk by itself, without a sync, under
// CrashModel::stop. Written F(node,relation,at).
#pragma once

#include <compare>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

class FaultReader;
class Fspec;
struct FaultTick;
struct DeadDisk;
struct FailedWrite;
struct Outage;
struct Pause;

/// At `at`, the buffered `relation` is written at `node` as if the program synced it. It has no
/// effect where the node does not run, or nothing can be written.
struct WriteBack {
  static constexpr char letter = 'F';
  static constexpr const char* form = "F(node,relation,time)";
  static constexpr Place place = Place::disk;
  static constexpr Span span = Span::point;
  static constexpr std::string_view option = "disk-writeback";  ///< how many there may be
  static constexpr std::size_t axis = 6;                        ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "writeback";      ///< its word in failure ids
  /// In the tick of a sync nothing is left to write back, so that tick is offered last.
  static constexpr OfferedAt offered_at = OfferedAt::before_event;
  using Number = int;  ///< the type of their number
  static constexpr NumberWords number{"write-back",
                                      "write-backs",
                                      "fspec.disk.writeback",
                                      1000,
                                      false,
                                      "how many times the operating system may write a buffered "
                                      "relation to disk by itself, at EFF at the latest"};
  static constexpr StopWords needs_stop{"fspec-disk", "nothing is written back"};
  static constexpr DiskWords words{"written back", "{} at {} is written back", "{} is written back",
                                   false};
  static constexpr LimitCodes codes{"fault-write-back", "fault-write-backs", "write-backs"};
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.disk.writeback; }

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
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::writeback, node, at, relation};
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
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

/// Reads a write-back from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, WriteBack*);

}  // namespace ldfi
