// The failure specification ⟨EOT, EFF, Crashes⟩ with its nodes [LDFI15 §2.1.1], the size of its
// fault space, and the written form of fault sets within it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/big_int.hpp"
#include "common/base/diagnostic.hpp"
#include "common/base/meter.hpp"
#include "common/faults/delays.hpp"
#include "common/faults/disk_faults.hpp"
#include "common/faults/fault_limits.hpp"
#include "common/faults/fault_set.hpp"

namespace ldfi {

/// Whether a message sent at EFF may still be lost: inclusive, yes (the paper's definition);
/// exclusive, no (as the implementation behind the paper's tables).
enum class EffMode : std::uint8_t { inclusive, exclusive };
/// silent: a crashed node sends nothing. halt: its `@next` transitions stop as well. stop: it does
/// nothing, forgets what it has in memory, and may restart with what is on its disk.
enum class CrashModel : std::uint8_t { silent, halt, stop };

struct FspecParameters;

/// What stands behind the number of crashes: ", 2 restarts, only of a b, 1 partition". Empty for an
/// Fspec of the paper in which every node may crash.
[[nodiscard]] std::string limits_in_words(const FspecParameters& fspec);
/// True if the paper says how many fault sets there are: no restarts, and no limits.
[[nodiscard]] bool has_combinations(const FspecParameters& fspec);

/// The names in the interface.
[[nodiscard]] const std::string& name_of(EffMode mode);
[[nodiscard]] std::optional<EffMode> eff_mode_named(std::string_view name);
[[nodiscard]] const std::string& name_of(CrashModel model);
[[nodiscard]] std::optional<CrashModel> crash_model_named(std::string_view name);

struct FspecParameters {
  int eot = 0;
  int eff = 0;
  int crashes = 0;
  std::vector<std::string> nodes;  ///< in any order
  EffMode eff_mode = EffMode::inclusive;
  CrashModel crash_model = CrashModel::silent;
  int restarts = 0;                      ///< how many crashes may end in a restart
  std::vector<std::string> crashable{};  ///< who may crash, in any order; empty: every node
  FaultLimits limits{};
  DiskFaults disk{};
  Delays delays{};
  bool operator==(const FspecParameters&) const = default;
};

/// True if the Fspec has another number of faults of the kind than one without limits, and such faults
/// may occur.
template <class Kind>
[[nodiscard]] bool limits_number_of(const FspecParameters& fspec) {
  if constexpr (Kind::span == Span::length) {
    if (Kind::latest(fspec.delays) == 0) return false;
  }
  return Kind::most(fspec) != typename Kind::Number();
}

class Fspec {
 public:
  static constexpr int max_eot = 1'000'000;
  static constexpr int max_nodes = 1'000;
  /// The largest n · (n-1) · EFF. The size of the fault space is a number of that many bits, and it
  /// is told exactly.
  static constexpr std::uint64_t max_omissions = std::uint64_t{1} << 22U;
  /// The largest number of partitions to choose from: sides, times first and last ticks.
  static constexpr std::uint64_t max_partitions = std::uint64_t{1} << 18U;
  /// By how many ticks a message may be late.
  static constexpr int max_late = 1'000;
  /// The largest number of delays and duplicates to choose from.
  static constexpr std::uint64_t max_delays = std::uint64_t{1} << 22U;

  /// Requires 1 ≤ EOT ≤ max_eot, 0 ≤ EFF < EOT, 0 ≤ crashes ≤ nodes, 1 … max_nodes distinct,
  /// non-empty names, and n · (n-1) · EFF ≤ max_omissions; 0 ≤ restarts, with CrashModel::stop unless it is 0;
  /// and `crashable` to name nodes. The limits name nodes, too; their numbers are 0 or more, with
  /// partitions there are at most NodeSet::max_nodes nodes, and at most max_partitions of them to
  /// choose from. A node that restarts is down for 1 ≤ least_down ≤ most_down ticks, and both are
  /// said only where there are restarts. Otherwise throws InputError (codes fspec-eot, fspec-eff, fspec-crashes,
  /// fspec-nodes, fspec-size, fspec-restarts, fspec-crashable, fspec-omissions, fspec-reliable,
  /// fspec-partitions, fspec-faults). With disk.write > 0, CrashModel::stop and relations are needed,
  /// and disk.nodes must name nodes (fspec-disk); with 0, the rest of `disk` is dropped. The numbers
  /// of `delays` are 0 or more, those of ticks up to max_late, and crashes are not those of
  /// CrashModel::stop (fspec-delays).
  explicit Fspec(FspecParameters parameters, SourceRange where = {FileId(~0U), 0, 0, 0});

  [[nodiscard]] int eot() const { return p_.eot; }
  [[nodiscard]] int eff() const { return p_.eff; }
  [[nodiscard]] int crashes() const { return p_.crashes; }
  [[nodiscard]] EffMode eff_mode() const { return p_.eff_mode; }
  [[nodiscard]] CrashModel crash_model() const { return p_.crash_model; }
  [[nodiscard]] int restarts() const { return p_.restarts; }
  /// True if the node exists and is among those that may crash.
  /// Where the restarts have nodes of their own, they are those that may crash for good.
  [[nodiscard]] bool crashable(NodeId node) const {
    return node.index() < crashable_.size() && crashable_[node.index()];
  }
  /// True if the node exists and is among those that may restart.
  [[nodiscard]] bool restartable(NodeId node) const {
    return node.index() < restartable_.size() && restartable_[node.index()];
  }
  [[nodiscard]] const FaultLimits& limits() const { return p_.limits; }
  /// True if a message from one node to the other may be omitted, at some tick up to EFF.
  [[nodiscard]] bool omissible(NodeId from, NodeId to) const;
  /// The number of (sender, receiver) pairs whose messages may be omitted.
  [[nodiscard]] std::uint64_t omissible_pairs() const;
  /// What partitions may cut, as they are written, sorted.
  [[nodiscard]] const std::vector<Cut>& cuts() const { return cuts_; }
  /// The nodes of the set that has that name; nothing if none has.
  [[nodiscard]] std::optional<NodeSet> find_set(std::string_view name) const;
  /// The name of that set of nodes; empty if it has none.
  [[nodiscard]] std::string name_of_set(NodeSet nodes) const;
  /// That side of a partition which does not hold the first node. Requires at most
  /// NodeSet::max_nodes nodes.
  [[nodiscard]] NodeSet written_side(NodeSet side) const;
  /// True if some partition may cut the messages from one node to another.
  [[nodiscard]] bool may_cut(NodeId from, NodeId to) const;
  /// True if the node may be paused at that tick.
  [[nodiscard]] bool may_pause(NodeId node, Time at) const;
  [[nodiscard]] const Delays& delays() const { return p_.delays; }
  /// The last tick whose messages may arrive late or twice; 0 if there is none.
  [[nodiscard]] int last_late() const;
  /// True if messages between these nodes may arrive late or twice: they are two, unless `self` says
  /// otherwise, and the channel is not reliable.
  [[nodiscard]] bool may_be_late(NodeId from, NodeId to) const;
  /// True if messages between these nodes, sent at that tick, may be so many ticks late, and arrive
  /// by EOT.
  [[nodiscard]] bool may_delay(NodeId from, NodeId to, Time sent, int late) const {
    return late <= p_.delays.most && may_arrive(from, to, sent, late);
  }
  /// True if they may arrive a second time, so many ticks late.
  [[nodiscard]] bool may_duplicate(NodeId from, NodeId to, Time sent, int late) const {
    return late <= p_.delays.most_between() && may_arrive(from, to, sent, late);
  }
  [[nodiscard]] const DiskFaults& disk() const { return p_.disk; }
  /// The relations that faults name, sorted by bytes: those whose disks may have faults, or those
  /// whose messages are late by themselves. No Fspec has both.
  [[nodiscard]] const std::vector<std::string>& named() const {
    return p_.delays.by_relation ? p_.delays.relations : p_.disk.relations;
  }
  [[nodiscard]] const std::string& name(NamedId relation) const {
    return named().at(relation.index());
  }
  [[nodiscard]] std::optional<NamedId> find_named(std::string_view name) const;
  /// The relations whose disks may have faults, sorted by bytes.
  [[nodiscard]] const std::vector<std::string>& stored() const { return p_.disk.relations; }
  /// One of these.
  [[nodiscard]] std::optional<NamedId> find_stored(std::string_view name) const {
    return p_.disk.none() ? std::nullopt : find_named(name);
  }
  /// True if all messages of that relation between two nodes at one tick are late together, and
  /// apart from others; with no_relation: all messages are.
  [[nodiscard]] bool late_together(NamedId relation) const {
    return p_.delays.by_relation ? relation.index() < named().size() : relation == no_relation;
  }
  /// Each of these, or no_relation alone.
  [[nodiscard]] const std::vector<NamedId>& late_units() const { return late_units_; }
  /// The names, sorted by bytes.
  [[nodiscard]] const std::vector<std::string>& nodes() const { return p_.nodes; }
  [[nodiscard]] std::size_t node_count() const { return p_.nodes.size(); }
  /// Throws std::out_of_range if there is no such node.
  [[nodiscard]] const std::string& name(NodeId node) const { return p_.nodes.at(node.index()); }
  [[nodiscard]] std::optional<NodeId> find(std::string_view name) const;
  [[nodiscard]] const FspecParameters& parameters() const { return p_; }

  /// The last tick at which a message may be omitted; 0 if there is none. A node that restarts
  /// does so one tick later at the latest.
  [[nodiscard]] int last_omission() const;
  /// True if every fault is admissible and no more nodes crash than allowed.
  [[nodiscard]] bool admits(const FaultSet& faults) const;
  [[nodiscard]] bool may_crash() const { return p_.crashes > 0; }
  /// True if the node may be down at that tick.
  [[nodiscard]] bool may_be_down(NodeId node, Time at) const;
  /// True if the node may send nothing at that tick: it may be gone or paused.
  [[nodiscard]] bool may_be_quiet(NodeId node, Time at) const {
    return may_be_gone(node, at) || may_pause(node, at);
  }
  /// True if the node may be down at that tick, or may have crashed by then.
  [[nodiscard]] bool may_be_gone(NodeId node, Time at) const;
  /// True if the node may restart at that tick.
  [[nodiscard]] bool may_restart(NodeId node, Time at) const;
  /// True if the relation is a buffered one.
  [[nodiscard]] bool buffered(NamedId relation) const {
    return relation.index() < buffered_.size() && buffered_[relation.index()];
  }
  /// True if faults may happen to the relation's disk at the node.
  [[nodiscard]] bool has_disk(NodeId node, NamedId relation) const {
    return relation.index() < stored().size() && node.index() < writing_.size() &&
           writing_[node.index()];
  }
  /// True if the relation's disk may be dead at the node and tick.
  [[nodiscard]] bool may_die(NodeId node, NamedId relation, Time at) const {
    return p_.disk.dead > 0 && has_disk(node, relation) && at.tick() >= 1 && at.tick() <= p_.eot;
  }
  /// True if what the relation holds may be damaged.
  [[nodiscard]] bool corruptible(NamedId relation) const {
    return relation.index() < corruptible_.size() && corruptible_[relation.index()];
  }
  /// True if what the relation holds may be damaged at the node and tick.
  [[nodiscard]] bool may_corrupt(NodeId node, NamedId relation, Time at) const {
    return p_.disk.corrupt > 0 && has_disk(node, relation) && corruptible(relation) &&
           at.tick() >= 1 && at.tick() <= last_omission();
  }
  /// True if `corrupt` may hold of the relation at the node and tick.
  [[nodiscard]] bool may_detect(NodeId node, NamedId relation, Time at) const {
    return p_.disk.detected && may_corrupt(node, relation, Time(at.tick() - 1));
  }
  /// True if the relation may be written back at the node and tick.
  [[nodiscard]] bool may_write_back(NodeId node, NamedId relation, Time at) const {
    return p_.disk.writeback > 0 && has_disk(node, relation) && buffered(relation) &&
           at.tick() >= 1 && at.tick() <= last_omission();
  }
  /// True if writes of the relation may fail at the node and tick.
  [[nodiscard]] bool may_fail(NodeId node, NamedId relation, Time at) const;
  /// True if `ioerror` may hold of the relation at the node and tick.
  [[nodiscard]] bool may_report(NodeId node, NamedId relation, Time at) const {
    const Time before(at.tick() - 1);
    return !p_.disk.silent && (may_fail(node, relation, before) || may_die(node, relation, before));
  }
  /// True if some admissible fault set loses the channel. Not for ChannelKind::keep, which is lost
  /// in the failure-free run.
  [[nodiscard]] bool may_lose(const Channel& channel) const;
  /// The number in LDFI15's Combinations column. It counts a fault set once for every choice of
  /// `crashes` nodes that may crash, so some are counted more than once. Requires
  /// has_combinations().
  [[nodiscard]] BigInt combinations() const;
  /// The exact number of distinct admissible fault sets. Calls `check` now and then. Throws
  /// BudgetExceeded, too, where counting them takes too many steps.
  [[nodiscard]] BigInt distinct_fault_sets(const BudgetCheck& check = {}) const;
  /// As many faults other than omissions the budgets admit; no fewer than any fault set has.
  [[nodiscard]] std::size_t max_given() const;
  /// The size of the largest admissible fault set.
  [[nodiscard]] std::size_t max_faults() const;
  /// The largest size such that all fault sets of at most that size can be run with `executions`
  /// executions; at least 1.
  [[nodiscard]] std::size_t affordable_size(std::uint64_t executions) const;

 private:
  [[nodiscard]] bool may_arrive(NodeId from, NodeId to, Time sent, int late) const;
  void resolve_limits();
  void resolve_disk();
  void resolve_delays();
  void resolve_cuts(SourceRange where);
  void add_cuts(NodeSet side);
  [[nodiscard]] NodeSet set_of(const FaultLimits::Names& names, std::size_t first = 0) const;

  FspecParameters p_;
  std::vector<bool> crashable_;
  std::vector<bool> restartable_;
  std::vector<bool> pausable_;
  std::vector<bool> writing_;   ///< by node: its disks may have faults
  std::vector<bool> buffered_;  ///< by relation
  std::vector<bool> corruptible_;
  std::vector<NamedId> late_units_;
  std::vector<bool> loses_from_;  ///< by node: its messages may be omitted
  std::vector<bool> loses_to_;
  std::vector<std::pair<NodeId, NodeId>> reliable_;  ///< sorted
  std::vector<Cut> cuts_;
};

/// True if the faults respect EFF and the number of crashes for good; nodes, EOT and the number of
/// restarts are not looked at.
[[nodiscard]] bool within(const FaultSet& faults, int eff, EffMode mode, int crashes);

/// `O(a,b,1) C(a,2)`, or `none`. Names that are not plain words are quoted.
std::string to_text(const FaultSet& faults, const Names& names);

/// Reads the written form; `file` is the id of the text in a SourceSet. Throws InputError with
/// every problem: syntax, an unknown node (with a suggestion), an omission from a node to itself, a
/// time out of range, two crashes of a node, more crashes than allowed.
FaultSet parse_fault_set(std::string_view text, const Fspec& fspec, FileId file);

}  // namespace ldfi
