// The fault of a disk that dies: what it held of a relation is gone, and nothing more is written,
// under CrashModel::stop. Written E(node,relation,at).
#pragma once

#include <compare>
#include <cstddef>
#include <limits>
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

/// From `at` on, nothing of `relation` is written at `node`, and what is there is not handed on to
/// the next tick. A disk dies once.
struct DeadDisk {
  static constexpr char letter = 'E';
  static constexpr const char* form = "E(node,relation,time)";
  static constexpr Place place = Place::disk;
  static constexpr Span span = Span::permanent;
  static constexpr std::string_view option = "disk-dead";  ///< how many there may be
  static constexpr std::size_t axis = 4;                   ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "dead";      ///< its word in failure ids
  using Number = int;                                      ///< the type of their number
  static constexpr NumberWords number{
      "dead disk",
      "dead disks",
      "fspec.disk.dead",
      1000,
      false,
      "how many disks may die; a disk holds one stable or buffered relation of one node"};
  static constexpr StopWords needs_stop{"fspec-disk", "no disk dies"};
  static constexpr DiskWords words{"dies", "the disk of {} at {} dies", "that of {} is dead"};
  static constexpr LimitCodes codes{"fault-dead", "fault-dead", "disks that die"};
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.disk.dead; }

  NodeId node;
  NamedId relation;
  Time at;
  auto operator<=>(const DeadDisk&) const = default;

  /// Members in the order of writing, for bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.relation), action(self.at);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    return at < Time(1) || at.tick() == std::numeric_limits<int>::max()
               ? "a disk that dies at no tick"
               : nullptr;
  }
  [[nodiscard]] bool is_dead(Time t) const { return at <= t; }
  [[nodiscard]] bool loses(const Channel& c) const {
    const bool of_disk =
        c.kind == ChannelKind::write || c.kind == ChannelKind::keep || c.kind == ChannelKind::copy;
    return of_disk && c.from == node && c.relation == relation && is_dead(c.sent);
  }
  /// True if the fact is an `ioerror` of it.
  [[nodiscard]] bool reports(const FaultFact& fact) const {
    return fact.kind == FaultFact::Kind::ioerror && fact.node == node &&
           fact.relation == relation && at < fact.at;
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
};

/// True if the disk may die, and 1 ≤ at ≤ EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const DeadDisk& dead);
/// `the disk of log at d1 dies at 3`
[[nodiscard]] std::string in_words(const DeadDisk& dead, const Fspec& fspec);
/// `the disk of log at d1 died at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const DeadDisk& dead, const Fspec& fspec);
/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const DeadDisk& one, const DeadDisk& other);
/// As above: writes fail beyond the death of the disk.
[[nodiscard]] const char* excludes(const FailedWrite& failed, const DeadDisk& dead);
/// True if the disk is dead at all of its ticks: nothing is written that could fail.
[[nodiscard]] bool redundant(const FailedWrite& failed, const DeadDisk& dead);

/// Reads a dead disk from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, DeadDisk*);

}  // namespace ldfi
