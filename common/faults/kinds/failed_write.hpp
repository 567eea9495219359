// The fault of a disk whose writes fail for some ticks. Only under CrashModel::stop. Written
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

/// Every write of `relation` at `node` fails from the tick `at` to the tick `until`, so that the
/// data on the disk does not change. The node runs at all of these ticks. There is at least one
/// tick between two failed writes of one relation at one node.
struct FailedWrite {
  static constexpr char letter = 'W';
  static constexpr const char* form = "W(node,relation,time), W(node,relation,time,last)";
  static constexpr Place place = Place::disk;
  static constexpr Span span = Span::interval;
  /// Option that limits the number of failed writes.
  static constexpr std::string_view option = "disk-write";
  static constexpr std::size_t axis = 3;  ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "failed";
  using Number = int;  ///< type of the number of failed writes
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
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::every_eot | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of failed writes.
  static auto& most(auto& fspec) { return fspec.disk.write; }

  NodeId node;
  NamedId relation;
  Time at;
  Time until;
  auto operator<=>(const FailedWrite&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.node), action(self.relation), action(self.at), action(self.until);
  }
  /// Returns the reason why no fault set may contain this failed write, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    if (at < Time(1)) return "a failed write has a tick of 1 or more";
    return until < at || until.tick() == std::numeric_limits<int>::max()
               ? "failed writes end at their first tick or later"
               : nullptr;
  }
  [[nodiscard]] bool fails(Time t) const { return at <= t && t <= until; }
  [[nodiscard]] bool concerns(const Channel& c) const {
    return c.from == node && c.relation == relation && fails(c.sent);
  }
  [[nodiscard]] bool loses(const Channel& c) const {
    return c.kind == ChannelKind::write && concerns(c);
  }
  /// Returns true if, because of the fault, the old data on the disk stay. Requires a channel of
  /// the kind ChannelKind::keep, which carries such data.
  [[nodiscard]] bool opens(const Channel& c) const {
    return c.kind == ChannelKind::keep && concerns(c);
  }
  /// Returns true if the fact is an `ioerror` that this failed write causes.
  [[nodiscard]] bool reports(const FaultFact& fact) const {
    return fact.kind == FaultFact::Kind::ioerror && fact.node == node &&
           fact.relation == relation && fails(Time(fact.at.tick() - 1));
  }
  /// Adds the effects of the failed write at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if writes of the relation may fail at the node, and 1 ≤ at ≤ until ≤ EFF. With
/// EffMode::exclusive, EFF itself is not allowed.
[[nodiscard]] bool admits(const Fspec& fspec, const FailedWrite& failed);
/// Returns a sentence such as `writes of log at d1 fail at 3…5`.
[[nodiscard]] std::string in_words(const FailedWrite& failed, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `writes of log at d1 failed at 3…5`.
[[nodiscard]] std::string as_cause(const FailedWrite& failed, const Fspec& fspec);
/// Returns the text between the parentheses, such as `d1,log,3,5`.
[[nodiscard]] std::string arguments(const FailedWrite& failed, const Names& names);
/// Returns why no fault set may contain both faults, or nullptr if a fault set may. Requires that
/// the first argument is less than the second one.
[[nodiscard]] const char* excludes(const FailedWrite& one, const FailedWrite& other);
/// Returns a reason if the node is down at some but not all ticks of the failed write. Returns
/// nullptr otherwise.
[[nodiscard]] const char* excludes(const Outage& outage, const FailedWrite& failed);
/// Returns true if the failed write has no effect because the node is down at all of its ticks.
[[nodiscard]] bool redundant(const FailedWrite& failed, const Outage& outage);

/// Reads a failed write after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, FailedWrite*);

}  // namespace ldfi
