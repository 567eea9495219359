// The fault of a disk that gives back other data than was written, under CrashModel::stop. Written
// X(node,relation,at).
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
struct Outage;
struct Pause;

/// What passes from `at` to the next tick in `relation` at `node` without being written anew is
/// damaged: its data column says "?" from then on. Where damage is detected, it is gone instead,
/// and `corrupt` holds at the next tick. What is written at `at` is as it should be. It has no
/// effect where the node does not run, or the disk is dead.
struct Corruption {
  static constexpr char letter = 'X';
  static constexpr const char* form = "X(node,relation,time)";
  static constexpr Place place = Place::disk;
  static constexpr Span span = Span::point;
  static constexpr std::string_view option = "disk-corrupt";  ///< how many there may be
  static constexpr std::size_t axis = 5;                      ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "corrupt";      ///< its word in failure ids
  /// Damage lasts as long as nothing is written, so it is offered as early as can be.
  static constexpr OfferedAt offered_at = OfferedAt::earliest;
  static constexpr bool hits_given = true;  ///< data can be damaged that no rule ever writes
  using Number = int;                       ///< the type of their number
  static constexpr NumberWords number{
      "corruption",
      "corruptions",
      "fspec.disk.corrupt",
      1000,
      false,
      "how many times a disk may damage one stable or buffered relation, at EFF at the latest; its "
      "data column is \"?\" from then on"};
  static constexpr StopWords needs_stop{"fspec-disk", "nothing on disks is damaged"};
  static constexpr DiskWords words{"damaged", "{} at {} is damaged", "{} is damaged"};
  static constexpr LimitCodes codes{"fault-corruption", "fault-corruptions", "corruptions"};
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.disk.corrupt; }

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
  /// True if `fact` is what rules see of it a tick later, where damage is detected.
  [[nodiscard]] bool reports(const FaultFact& fact) const {
    return fact.kind == FaultFact::Kind::corrupt && fact.node == node &&
           fact.relation == relation && fact.at == at.next();
  }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::corrupted, node, at, relation};
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
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

/// Reads a corruption from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Corruption*);

}  // namespace ldfi
