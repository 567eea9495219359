// The fault of a network that is split into two sides for some ticks. Written P(b c,first,last),
// with the nodes of the side that does not contain the first node. If messages are lost in one
// direction only: P(b c>a d,first,last), with the sending side before the other.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/channel.hpp"
#include "common/faults/cut.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

class FaultReader;
class Fspec;
struct FaultTick;

/// Messages that cross the cut are lost if they are sent from the tick `from` to the tick `until`.
/// There is at least one tick without a partition between two partitions of a fault set.
struct Partition {
  static constexpr char letter = 'P';
  static constexpr const char* form = "P(nodes,time,time)";
  static constexpr Place place = Place::cut;
  static constexpr Span span = Span::interval;
  /// Option that limits the number of partitions.
  static constexpr std::string_view option = "partitions";
  static constexpr std::size_t axis = 1;  ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "partition";
  using Number = int;  ///< type of the number of partitions
  static constexpr NumberWords number{
      "partition",
      "partitions",
      "fspec.partitions",
      1000,
      true,
      "how many network partitions may happen; each ends at EFF at the latest"};
  static constexpr LimitCodes codes{"fault-partition", "fault-partitions", "partitions"};
  static constexpr Shading shading{"partition", "cut-off", "cut off by a partition"};
  /// Removes all limits of partitions from the parameters, except their number.
  static void forget(auto& fspec) {
    fspec.limits.partition_sets.clear();
    fspec.limits.named_sets.clear();
    fspec.limits.one_way = false;
  }
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::every_eot | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of partitions.
  static auto& most(auto& fspec) { return fspec.limits.partitions; }

  Cut cut;
  Time from;
  Time until;
  auto operator<=>(const Partition&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.cut), action(self.from), action(self.until);
  }
  /// Returns the reason why no fault set may contain this partition, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    if (cut.side.empty()) return "a partition cuts off at least one node";
    if (cut.side.contains(NodeId(0))) return "a partition lists the nodes of one side only";
    return from < Time(1) || until < from ? "a partition ends at its first tick or later" : nullptr;
  }
  [[nodiscard]] bool is_on(Time t) const { return from <= t && t <= until; }
  [[nodiscard]] bool loses(const Channel& c) const {
    return is_on(c.sent) && c.kind == ChannelKind::message && cut.loses(c.from, c.to);
  }
  /// Adds the effects of the partition at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if the cut is one of the cuts of the Fspec, and 1 ≤ from ≤ until ≤ EFF. With
/// EffMode::exclusive, EFF itself is not allowed.
[[nodiscard]] bool admits(const Fspec& fspec, const Partition& partition);
/// Returns a sentence such as `b and c are cut off from the others from 3 to 5`.
[[nodiscard]] std::string in_words(const Partition& partition, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `b and c were cut off from the others
/// from 3 to 5`.
[[nodiscard]] std::string as_cause(const Partition& partition, const Fspec& fspec);
/// Returns the text between the parentheses, such as `b c,3,5` or `b c>a,3,5`. `nodes` has the
/// names of the nodes.
[[nodiscard]] std::string arguments(const Partition& partition,
                                    const std::vector<std::string>& nodes);

/// Returns why no fault set may contain both faults, or nullptr if a fault set may. Requires that
/// the first argument is less than the second one.
[[nodiscard]] const char* excludes(const Partition& one, const Partition& other);

/// Reads a partition after its opening parenthesis, and reports every problem to `reader`. The text
/// may name either of the two sides.
void read(FaultReader& reader, Partition*);

}  // namespace ldfi
