// The fault of a disk that returns damaged data. Only under CrashModel::stop. Written
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

/// Data of `relation` is damaged that the disk at `node` holds from the tick `at` to the next tick.
/// From the next tick on, its data column holds "?". If nodes detect damage, the data is dropped
/// instead, and the fact `corrupt` holds at the next tick. Data that is written at `at` is not
/// damaged. The fault has no effect if the node does not run or the disk is dead.
struct Corruption {
  static constexpr char letter = 'X';
  static constexpr const char* form = "X(node,relation,time)";
  static constexpr Place place = Place::disk;
  static constexpr Span span = Span::point;
  /// Option that limits the number of corruptions.
  static constexpr std::string_view option = "disk-corrupt";
  static constexpr std::size_t axis = 5;  ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "corrupt";
  /// A search tries corruptions at the earliest possible tick, because damage lasts until the next
  /// write.
  static constexpr OfferedAt offered_at = OfferedAt::earliest;
  /// True, because the fault can also damage given data that no rule ever writes.
  static constexpr bool hits_given = true;
  using Number = int;  ///< type of the number of corruptions
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
  static constexpr const char* objects = "damaged disks";  ///< words for what the faults hit
  static constexpr LimitCodes codes{"fault-corruption", "fault-corruptions", "corruptions"};
  /// The relation through which generated rules read these faults.
  static constexpr FaultRelation generated = FaultRelation::corrupted;
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::certificates;
  /// Returns the member of FspecParameters that limits the number of corruptions.
  static auto& most(auto& fspec) { return fspec.disk.corrupt; }

  NodeId node;
  NamedId relation;
  Time at;
  auto operator<=>(const Corruption&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.relation), action(self.at);
  }
  /// Returns the reason why no fault set may contain this corruption, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    return at < Time(1) || at.tick() == std::numeric_limits<int>::max()
               ? "a corruption has a tick of 1 or more"
               : nullptr;
  }
  /// Returns true if `fact` tells the rules about this corruption, one tick later. Only if nodes
  /// detect damage.
  [[nodiscard]] bool reports(const FaultFact& fact) const {
    return fact.kind == FaultFact::Kind::corrupt && fact.node == node &&
           fact.relation == relation && fact.at == at.next();
  }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::corrupted, node, at, relation};
  }
  /// Adds the effects of the corruption at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if the relation may be damaged at the node, and 1 ≤ at ≤ EFF. With
/// EffMode::exclusive, EFF itself is not allowed.
[[nodiscard]] bool admits(const Fspec& fspec, const Corruption& damage);
/// Returns a sentence such as `what log at d1 holds at 3 is read back damaged`.
[[nodiscard]] std::string in_words(const Corruption& damage, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `what log at d1 held at 3 was read
/// back damaged`.
[[nodiscard]] std::string as_cause(const Corruption& damage, const Fspec& fspec);
/// Returns true if the corruption has no effect because the node is down.
[[nodiscard]] bool redundant(const Corruption& damage, const Outage& outage);
/// Returns true if the corruption has no effect because the node is paused.
[[nodiscard]] bool redundant(const Corruption& damage, const Pause& pause);
/// Returns true if the corruption has no effect because the disk is dead.
[[nodiscard]] bool redundant(const Corruption& damage, const DeadDisk& dead);

/// Reads a corruption after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, Corruption*);

}  // namespace ldfi
