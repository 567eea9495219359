// The fault of a network that falls into two sides for some ticks. Written P(b c,first,last), with
// the side that does not hold the first node by name; where messages get lost in one direction only,
// P(b c>a d,first,last), with the side that sends them and the other one.
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

/// No message sent at the ticks from … until gets through the cut. Between two partitions of a fault
/// set, there is at least one tick without any.
struct Partition {
  static constexpr char letter = 'P';
  static constexpr const char* form = "P(nodes,time,time)";
  static constexpr Place place = Place::cut;
  static constexpr Span span = Span::interval;
  static constexpr std::string_view option = "partitions";  ///< how many there may be
  static constexpr std::size_t axis = 1;                    ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "partition";  ///< its word in failure ids
  using Number = int;                                       ///< the type of their number
  static constexpr NumberWords number{
      "partition",
      "partitions",
      "fspec.partitions",
      1000,
      true,
      "how many network partitions may happen; each ends at EFF at the latest"};
  static constexpr LimitCodes codes{"fault-partition", "fault-partitions", "partitions"};
  static constexpr Shading shading{"partition", "cut-off", "cut off by a partition"};
  /// Removes what the parameters say of them, except their number.
  static void forget(auto& fspec) {
    fspec.limits.partition_sets.clear();
    fspec.limits.named_sets.clear();
    fspec.limits.one_way = false;
  }
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.limits.partitions; }

  Cut cut;
  Time from;
  Time until;
  auto operator<=>(const Partition&) const = default;

  /// Members in the order of writing, for bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.cut), action(self.from), action(self.until);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    if (cut.side.empty()) return "a partition that cuts off no node";
    if (cut.side.contains(NodeId(0))) return "a partition with its other side";
    return from < Time(1) || until < from ? "a partition that ends before it begins" : nullptr;
  }
  [[nodiscard]] bool is_on(Time t) const { return from <= t && t <= until; }
  [[nodiscard]] bool loses(const Channel& c) const {
    return is_on(c.sent) && c.kind == ChannelKind::message && cut.loses(c.from, c.to);
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
};

/// True if the Fspec has partitions, 1 ≤ from ≤ until ≤ EFF, as the EffMode reads it, and the cut is
/// one of its cuts.
[[nodiscard]] bool admits(const Fspec& fspec, const Partition& partition);
/// `b and c are cut off from the others from 3 to 5`
[[nodiscard]] std::string in_words(const Partition& partition, const Fspec& fspec);
/// `b and c were cut off from the others from 3 to 5`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Partition& partition, const Fspec& fspec);
/// `b c,3,5`, or `b c>a,3,5`: what stands between the parentheses. `nodes` are the names, by NodeId.
[[nodiscard]] std::string arguments(const Partition& partition,
                                    const std::vector<std::string>& nodes);

/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Partition& one, const Partition& other);

/// Reads a partition from behind its opening parenthesis; reports what is wrong. Either side may be
/// written.
void read(FaultReader& reader, Partition*);

}  // namespace ldfi
