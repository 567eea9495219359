// The fault of a buffer that the operating system writes to the disk before the program requests it
// (sync). Only under CrashModel::stop. Written F(node,relation,at).
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

/// At the tick `at`, the buffered data of `relation` is written to the disk of `node`, as by a sync
/// of the program. The fault has no effect if the node does not run or cannot write.
struct WriteBack {
  static constexpr char letter = 'F';
  static constexpr const char* form = "F(node,relation,time)";
  static constexpr Place place = Place::disk;
  static constexpr Span span = Span::point;
  /// Option that limits the number of write-backs.
  static constexpr std::string_view option = "disk-writeback";
  static constexpr std::size_t axis = 6;  ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "writeback";
  /// A search tries write-backs before the tick of a sync, because a sync leaves nothing to write
  /// back.
  static constexpr OfferedAt offered_at = OfferedAt::before_event;
  using Number = int;  ///< type of the number of write-backs
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
  static constexpr const char* objects =
      "relations that the system writes back";  ///< words for what the faults hit
  static constexpr LimitCodes codes{"fault-write-back", "fault-write-backs", "write-backs"};
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::certificates;
  /// Returns the member of FspecParameters that limits the number of write-backs.
  static auto& most(auto& fspec) { return fspec.disk.writeback; }

  NodeId node;
  NamedId relation;
  Time at;
  auto operator<=>(const WriteBack&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.relation), action(self.at);
  }
  /// Returns the reason why no fault set may contain this write-back, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    return at < Time(1) || at.tick() == std::numeric_limits<int>::max()
               ? "a write-back has a tick of 1 or more"
               : nullptr;
  }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::writeback, node, at, relation};
  }
  /// Adds the effects of the write-back at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if the system may write the relation's buffer at the node, and 1 ≤ at ≤ EFF. With
/// EffMode::exclusive, EFF itself is not allowed.
[[nodiscard]] bool admits(const Fspec& fspec, const WriteBack& back);
/// Returns a sentence such as `log at d1 is written back at 3`.
[[nodiscard]] std::string in_words(const WriteBack& back, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `log at d1 was written back at 3`.
[[nodiscard]] std::string as_cause(const WriteBack& back, const Fspec& fspec);
/// Returns true if the write-back has no effect because the node is down.
[[nodiscard]] bool redundant(const WriteBack& back, const Outage& outage);
/// Returns true if the write-back has no effect because the node is paused.
[[nodiscard]] bool redundant(const WriteBack& back, const Pause& pause);
/// Returns true if the write-back has no effect because writes fail.
[[nodiscard]] bool redundant(const WriteBack& back, const FailedWrite& failed);
/// Returns true if the write-back has no effect because the disk is dead.
[[nodiscard]] bool redundant(const WriteBack& back, const DeadDisk& dead);

/// Reads a write-back after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, WriteBack*);

}  // namespace ldfi
