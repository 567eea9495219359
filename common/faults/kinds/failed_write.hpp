// The fault of a disk whose writes fail for some ticks, under CrashModel::stop. Written
// W(node,relation,at) or W(node,relation,at,until).
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
struct Names;
struct Outage;

/// Every write of `relation` at `node` fails at the ticks at … until: at the next tick the node has
/// of it what it had. The node runs at each of these ticks. Between two of one relation at one node
/// there is at least one tick at which neither fails.
struct FailedWrite {
  static constexpr char letter = 'W';
  static constexpr const char* form = "W(node,relation,time), W(node,relation,time,last)";
  static constexpr Place place = Place::disk;
  static constexpr Span span = Span::interval;
  static constexpr std::string_view option = "disk-write";  ///< how many there may be
  static constexpr std::size_t axis = 3;                    ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "failed";     ///< its word in failure ids
  using Number = int;                                       ///< the type of their number
  static constexpr NumberWords number{"failed write",
                                      "failed writes",
                                      "fspec.disk.write",
                                      1000,
                                      false,
                                      "how many times a node may fail to write one stable relation "
                                      "for some ticks; each time ends at EFF at the latest"};
  static constexpr StopWords needs_stop{"fspec-disk", "no write fails"};
  static constexpr DiskWords words{"fails", "writes of {} at {} fail", "writes of {} fail"};
  static constexpr LimitCodes codes{"fault-write", "fault-writes", "failed writes"};
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.disk.write; }

  NodeId node;
  NamedId relation;
  Time at;
  Time until;
  auto operator<=>(const FailedWrite&) const = default;

  /// Members in the order of writing, for bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.relation), action(self.at), action(self.until);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    if (at < Time(1)) return "a write that fails at no tick";
    return until < at || until.tick() == std::numeric_limits<int>::max()
               ? "writes that fail until an earlier tick"
               : nullptr;
  }
  [[nodiscard]] bool fails(Time t) const { return at <= t && t <= until; }
  [[nodiscard]] bool concerns(const Channel& c) const {
    return c.from == node && c.relation == relation && fails(c.sent);
  }
  [[nodiscard]] bool loses(const Channel& c) const {
    return c.kind == ChannelKind::write && concerns(c);
  }
  /// True if it opens a channel of ChannelKind::keep.
  [[nodiscard]] bool opens(const Channel& c) const {
    return c.kind == ChannelKind::keep && concerns(c);
  }
  /// True if the fact is the `ioerror` of one of its ticks.
  [[nodiscard]] bool reports(const FaultFact& fact) const {
    return fact.kind == FaultFact::Kind::ioerror && fact.node == node &&
           fact.relation == relation && fails(Time(fact.at.tick() - 1));
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
};

/// True if writes of the relation may fail at the node, and 1 ≤ at ≤ until ≤ EFF, as the EffMode
/// reads EFF.
[[nodiscard]] bool admits(const Fspec& fspec, const FailedWrite& failed);
/// `writes of log at d1 fail at 3…5`
[[nodiscard]] std::string in_words(const FailedWrite& failed, const Fspec& fspec);
/// `writes of log at d1 failed at 3…5`, as a node of a lineage
[[nodiscard]] std::string as_cause(const FailedWrite& failed, const Fspec& fspec);
/// `d1,log,3,5`: what stands between the parentheses.
[[nodiscard]] std::string arguments(const FailedWrite& failed, const Names& names);
/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const FailedWrite& one, const FailedWrite& other);
/// As above: the node is down for a part of the ticks.
[[nodiscard]] const char* excludes(const Outage& outage, const FailedWrite& failed);
/// True if the node is down at all of its ticks: nothing is written that could fail.
[[nodiscard]] bool redundant(const FailedWrite& failed, const Outage& outage);

/// Reads a failed write from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, FailedWrite*);

}  // namespace ldfi
