// The fault of a disk that dies: the data of one relation is lost, and later writes fail. Only
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

/// From the tick `at` on, `node` cannot write `relation` to its disk, and data that the disk held
/// is lost at the next tick. A disk dies at most once.
struct DeadDisk {
  static constexpr char letter = 'E';
  static constexpr const char* form = "E(node,relation,time)";
  static constexpr Place place = Place::disk;
  static constexpr Span span = Span::permanent;
  /// Option that limits the number of dead disks.
  static constexpr std::string_view option = "disk-dead";
  static constexpr std::size_t axis = 4;  ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "dead";
  using Number = int;  ///< type of the number of dead disks
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
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::every_eot | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of dead disks.
  static auto& most(auto& fspec) { return fspec.disk.dead; }

  NodeId node;
  NamedId relation;
  Time at;
  auto operator<=>(const DeadDisk&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.relation), action(self.at);
  }
  /// Returns the reason why no fault set may contain this dead disk, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    return at < Time(1) || at.tick() == std::numeric_limits<int>::max()
               ? "a disk dies at a tick of 1 or more"
               : nullptr;
  }
  [[nodiscard]] bool is_dead(Time t) const { return at <= t; }
  [[nodiscard]] bool loses(const Channel& c) const {
    const bool of_disk =
        c.kind == ChannelKind::write || c.kind == ChannelKind::keep || c.kind == ChannelKind::copy;
    return of_disk && c.from == node && c.relation == relation && is_dead(c.sent);
  }
  /// Returns true if the fact is an `ioerror` that this dead disk causes.
  [[nodiscard]] bool reports(const FaultFact& fact) const {
    return fact.kind == FaultFact::Kind::ioerror && fact.node == node &&
           fact.relation == relation && at < fact.at;
  }
  /// Adds the effects of the dead disk at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if the disk may die, and 1 ≤ at ≤ EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const DeadDisk& dead);
/// Returns a sentence such as `the disk of log at d1 dies at 3`.
[[nodiscard]] std::string in_words(const DeadDisk& dead, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `the disk of log at d1 died at 3`.
[[nodiscard]] std::string as_cause(const DeadDisk& dead, const Fspec& fspec);
/// Returns why no fault set may contain both faults, or nullptr if a fault set may. Requires that
/// the first argument is less than the second one.
[[nodiscard]] const char* excludes(const DeadDisk& one, const DeadDisk& other);
/// Returns a reason if the disk is dead at some but not all ticks of the failed write. Returns
/// nullptr otherwise.
[[nodiscard]] const char* excludes(const FailedWrite& failed, const DeadDisk& dead);
/// Returns true if the failed write has no effect because the disk is dead at all of its ticks.
[[nodiscard]] bool redundant(const FailedWrite& failed, const DeadDisk& dead);

/// Reads a dead disk after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, DeadDisk*);

}  // namespace ldfi
