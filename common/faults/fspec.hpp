// The Fspec (failure specification) ⟨EOT, EFF, crashes⟩ with its nodes [LDFI15 §2.1.1]: which fault
// sets are admissible, and how many there are. Also reads and writes fault sets as text.
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

/// The meaning of EFF. `inclusive`: a message that is sent at EFF may be lost, as [LDFI15] defines
/// it. `exclusive`: only messages that are sent before EFF may be lost. The program that computed
/// the tables of [LDFI15] used this meaning.
enum class EffMode : std::uint8_t { inclusive, exclusive };
/// The behaviour of a crashed node. `silent`: The node sends nothing. `halt`: The node sends
/// nothing, and its `@next` transitions stop. `stop`: The node does nothing and loses its memory.
/// It may restart with the data on its disk.
enum class CrashModel : std::uint8_t { silent, halt, stop };

struct FspecParameters;

/// Returns the text that follows the number of crashes, such as ", 2 restarts, only of a b, 1
/// partition". Empty for an Fspec with the limits of [LDFI15] in which every node may crash.
[[nodiscard]] std::string limits_in_words(const FspecParameters& fspec);
/// Returns true if the formula of [LDFI15] for the number of fault sets applies. The Fspec must
/// have no restarts, and all other limits must have their default values.
[[nodiscard]] bool has_combinations(const FspecParameters& fspec);

/// name_of() returns the name that options, configs and reports use. The functions `…_named` return
/// the value with that name.
[[nodiscard]] const std::string& name_of(EffMode mode);
[[nodiscard]] std::optional<EffMode> eff_mode_named(std::string_view name);
[[nodiscard]] const std::string& name_of(CrashModel model);
[[nodiscard]] std::optional<CrashModel> crash_model_named(std::string_view name);

struct FspecParameters {
  int eot = 0;                     ///< EOT (end of time): last tick of an execution
  int eff = 0;                     ///< EFF (end of finite failures): last tick with message losses
  int crashes = 0;                 ///< largest number of crashes
  std::vector<std::string> nodes;  ///< names of the nodes, in any order
  EffMode eff_mode = EffMode::inclusive;
  CrashModel crash_model = CrashModel::silent;
  int restarts = 0;                      ///< largest number of crashes after which the node
                                         ///< restarts
  std::vector<std::string> crashable{};  ///< nodes that may crash, in any order; empty if all nodes
                                         ///< may crash
  FaultLimits limits{};
  DiskFaults disk{};
  Delays delays{};
  bool operator==(const FspecParameters&) const = default;
};

/// Returns true if faults of this kind may occur and the Fspec sets a limit for their number that
/// differs from the default.
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
  /// Largest value of n · (n-1) · EFF, where n is the number of nodes. This product is the number
  /// of possible omissions. It is limited because the size of the fault space is reported exactly,
  /// as a number with one bit for each possible omission.
  static constexpr std::uint64_t max_omissions = std::uint64_t{1} << 22U;
  /// Largest number of possible partitions: number of sides × first ticks × last ticks.
  static constexpr std::uint64_t max_partitions = std::uint64_t{1} << 18U;
  /// Largest number of ticks by which a message may be late.
  static constexpr int max_late = 1'000;
  /// Largest number of possible delays and duplicates.
  static constexpr std::uint64_t max_delays = std::uint64_t{1} << 22U;

  /// Checks and completes the parameters. Throws InputError if one of these conditions is violated:
  /// - 1 ≤ EOT ≤ max_eot and 0 ≤ EFF < EOT (codes fspec-eot, fspec-eff).
  /// - 0 ≤ crashes ≤ number of nodes (fspec-crashes).
  /// - There are 1 … max_nodes distinct, non-empty names of nodes (fspec-nodes), and n · (n-1) ·
  /// EFF ≤ max_omissions (fspec-size).
  /// - restarts ≥ 0, and restarts = 0 unless the model is CrashModel::stop. A node is down for 1
  /// ≤ least_down ≤ most_down ticks. Both may be set only if restarts > 0 (fspec-restarts).
  /// - `crashable` (fspec-crashable) and the limits name existing nodes. The numbers of the
  /// limits are 0 or more (fspec-omissions, fspec-reliable, fspec-partitions, fspec-pauses,
  /// fspec-faults).
  /// - With partitions there are at most NodeSet::max_nodes nodes, and at most max_partitions
  /// partitions to choose from (fspec-partitions). Pauses require CrashModel::stop
  /// (fspec-pauses).
  /// - Faults of disks require CrashModel::stop and relations, and disk.nodes names existing
  /// nodes (fspec-disk). Without faults of disks, the rest of `disk` is dropped.
  /// - The numbers of `delays` are 0 or more, ticks at most max_late. Delays and duplicates
  /// require CrashModel::silent or halt, and exclude partitions and faults of disks
  /// (fspec-delays).
  explicit Fspec(FspecParameters parameters, SourceRange where = {FileId(~0U), 0, 0, 0});

  [[nodiscard]] int eot() const { return p_.eot; }
  [[nodiscard]] int eff() const { return p_.eff; }
  [[nodiscard]] int crashes() const { return p_.crashes; }
  [[nodiscard]] EffMode eff_mode() const { return p_.eff_mode; }
  [[nodiscard]] CrashModel crash_model() const { return p_.crash_model; }
  [[nodiscard]] int restarts() const { return p_.restarts; }
  /// Returns true if the node exists and may crash. If the limits list the nodes that may restart,
  /// this is only about crashes without a restart.
  [[nodiscard]] bool crashable(NodeId node) const {
    return node.index() < crashable_.size() && crashable_[node.index()];
  }
  /// Returns true if the node exists and may restart.
  [[nodiscard]] bool restartable(NodeId node) const {
    return node.index() < restartable_.size() && restartable_[node.index()];
  }
  [[nodiscard]] const FaultLimits& limits() const { return p_.limits; }
  /// Returns true if a message from `from` to `to` may be omitted at some tick up to EFF.
  [[nodiscard]] bool omissible(NodeId from, NodeId to) const;
  /// Returns the number of pairs (sender, receiver) whose messages may be omitted.
  [[nodiscard]] std::uint64_t omissible_pairs() const;
  /// Returns the cuts that partitions may have, sorted. Each cut names only one of its two sides,
  /// the one without the first node.
  [[nodiscard]] const std::vector<Cut>& cuts() const { return cuts_; }
  /// Returns the set of nodes with this name. Returns nullopt if there is none.
  [[nodiscard]] std::optional<NodeSet> find_set(std::string_view name) const;
  /// Returns the name of the set of nodes. Empty if the set has no name.
  [[nodiscard]] std::string name_of_set(NodeSet nodes) const;
  /// Returns the side of a partition that its text names: `side` or its complement, whichever does
  /// not contain the first node. Requires at most NodeSet::max_nodes nodes.
  [[nodiscard]] NodeSet written_side(NodeSet side) const;
  /// Returns true if some partition may cut the messages from `from` to `to`.
  [[nodiscard]] bool may_cut(NodeId from, NodeId to) const;
  /// Returns true if the node may be paused at tick `at`.
  [[nodiscard]] bool may_pause(NodeId node, Time at) const;
  [[nodiscard]] const Delays& delays() const { return p_.delays; }
  /// Returns the last tick whose messages may arrive late or twice. Returns 0 if there is none.
  [[nodiscard]] int last_late() const;
  /// Returns true if messages from `from` to `to` may arrive late or twice. Their channel must not
  /// be reliable, and messages of a node to itself count only if Delays::self is set.
  [[nodiscard]] bool may_be_late(NodeId from, NodeId to) const;
  /// Returns true if messages sent at `sent` may be `late` ticks late and then arrive by EOT.
  [[nodiscard]] bool may_delay(NodeId from, NodeId to, Time sent, int late) const {
    return late <= p_.delays.most && may_arrive(from, to, sent, late);
  }
  /// Returns true if messages sent at `sent` may arrive a second time, `late` ticks later, by EOT.
  [[nodiscard]] bool may_duplicate(NodeId from, NodeId to, Time sent, int late) const {
    return late <= p_.delays.most_between() && may_arrive(from, to, sent, late);
  }
  [[nodiscard]] const DiskFaults& disk() const { return p_.disk; }
  /// Returns the relations that faults may name, sorted by bytes: relations whose disks may have
  /// faults, or relations whose messages are delayed separately. No Fspec allows both.
  [[nodiscard]] const std::vector<std::string>& named() const {
    return p_.delays.by_relation ? p_.delays.relations : p_.disk.relations;
  }
  [[nodiscard]] const std::string& name(NamedId relation) const {
    return named().at(relation.index());
  }
  [[nodiscard]] std::optional<NamedId> find_named(std::string_view name) const;
  /// Returns the relations whose disks may have faults, sorted by bytes.
  [[nodiscard]] const std::vector<std::string>& stored() const { return p_.disk.relations; }
  /// Returns the relation of stored() with this name. Returns nullopt if there is none.
  [[nodiscard]] std::optional<NamedId> find_stored(std::string_view name) const {
    return p_.disk.none() ? std::nullopt : find_named(name);
  }
  /// Returns true if the messages of this relation from one node to another at one tick form a unit
  /// that is delayed separately. With no_relation, returns true if all messages of all relations
  /// form one unit.
  [[nodiscard]] bool is_delayed_as_unit(NamedId relation) const {
    return p_.delays.by_relation ? relation.index() < named().size() : relation == no_relation;
  }
  /// Returns the relations whose messages are delayed separately, or only no_relation if all
  /// messages are delayed together.
  [[nodiscard]] const std::vector<NamedId>& late_units() const { return late_units_; }
  /// Returns the names of the nodes, sorted by bytes.
  [[nodiscard]] const std::vector<std::string>& nodes() const { return p_.nodes; }
  [[nodiscard]] std::size_t node_count() const { return p_.nodes.size(); }
  /// Returns the name of the node. Throws std::out_of_range if the node does not exist.
  [[nodiscard]] const std::string& name(NodeId node) const { return p_.nodes.at(node.index()); }
  [[nodiscard]] std::optional<NodeId> find(std::string_view name) const;
  [[nodiscard]] const FspecParameters& parameters() const { return p_; }

  /// Returns the last tick at which a message may be omitted. Returns 0 if no message may. Nodes
  /// restart at most one tick later.
  [[nodiscard]] int last_omission() const;
  /// Returns true if every fault is admissible and no limit is exceeded.
  [[nodiscard]] bool admits(const FaultSet& faults) const;
  [[nodiscard]] bool may_crash() const { return p_.crashes > 0; }
  /// Returns true if the node may be down at tick `at`.
  [[nodiscard]] bool may_be_down(NodeId node, Time at) const;
  /// Returns true if the node may send nothing at tick `at`: it may be paused, down or crashed.
  [[nodiscard]] bool may_be_quiet(NodeId node, Time at) const {
    return may_be_down_or_crashed(node, at) || may_pause(node, at);
  }
  /// Returns true if the node may be down at tick `at`, or may have crashed by that tick.
  [[nodiscard]] bool may_be_down_or_crashed(NodeId node, Time at) const;
  /// Returns true if the node may restart at tick `at`.
  [[nodiscard]] bool may_restart(NodeId node, Time at) const;
  /// Returns true if nodes buffer the relation before they write it to the disk.
  [[nodiscard]] bool buffered(NamedId relation) const {
    return relation.index() < buffered_.size() && buffered_[relation.index()];
  }
  /// Returns true if faults may happen to the relation's disk at the node.
  [[nodiscard]] bool has_disk(NodeId node, NamedId relation) const {
    return relation.index() < stored().size() && node.index() < writing_.size() &&
           writing_[node.index()];
  }
  /// Returns true if the relation's disk may be dead at the node and tick.
  [[nodiscard]] bool may_die(NodeId node, NamedId relation, Time at) const {
    return p_.disk.dead > 0 && has_disk(node, relation) && at.tick() >= 1 && at.tick() <= p_.eot;
  }
  /// Returns true if stored data of the relation may be damaged.
  [[nodiscard]] bool corruptible(NamedId relation) const {
    return relation.index() < corruptible_.size() && corruptible_[relation.index()];
  }
  /// Returns true if stored data of the relation may be damaged at the node and tick.
  [[nodiscard]] bool may_corrupt(NodeId node, NamedId relation, Time at) const {
    return p_.disk.corrupt > 0 && has_disk(node, relation) && corruptible(relation) &&
           at.tick() >= 1 && at.tick() <= last_omission();
  }
  /// Returns true if the fact `corrupt` about the relation may hold at the node and tick.
  [[nodiscard]] bool may_detect(NodeId node, NamedId relation, Time at) const {
    return p_.disk.detected && may_corrupt(node, relation, Time(at.tick() - 1));
  }
  /// Returns true if the system may write the relation's buffer to the disk at this node and tick.
  [[nodiscard]] bool may_write_back(NodeId node, NamedId relation, Time at) const {
    return p_.disk.writeback > 0 && has_disk(node, relation) && buffered(relation) &&
           at.tick() >= 1 && at.tick() <= last_omission();
  }
  /// Returns true if writes of the relation may fail at the node and tick.
  [[nodiscard]] bool may_fail(NodeId node, NamedId relation, Time at) const;
  /// Returns true if the fact `ioerror` about the relation may hold at the node and tick.
  [[nodiscard]] bool may_report(NodeId node, NamedId relation, Time at) const {
    const Time before(at.tick() - 1);
    return !p_.disk.silent && (may_fail(node, relation, before) || may_die(node, relation, before));
  }
  /// Returns true if some admissible fault set loses the channel. Not for ChannelKind::keep, which
  /// is lost whenever a write succeeds, even without faults.
  [[nodiscard]] bool may_lose(const Channel& channel) const;
  /// Returns the number in the column Combinations of [LDFI15]. It counts a fault set once for
  /// every choice of `crashes` nodes that may crash, and so counts some fault sets repeatedly.
  /// Requires has_combinations().
  [[nodiscard]] BigInt combinations() const;
  /// Returns the exact number of distinct admissible fault sets. Calls `check` regularly; its
  /// exceptions pass through. Throws BudgetExceeded if counting takes too many steps.
  [[nodiscard]] BigInt distinct_fault_sets(const BudgetCheck& check = {}) const;
  /// Returns an upper bound for the number of faults other than omissions in an admissible fault
  /// set.
  [[nodiscard]] std::size_t max_given() const;
  /// Returns the size of the largest admissible fault set.
  [[nodiscard]] std::size_t max_faults() const;
  /// Returns the largest size for which `executions` executions suffice to execute all fault sets
  /// of at most this size. At least 1.
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
  std::vector<bool> writing_;   ///< for each node, true if its disks may have faults
  std::vector<bool> buffered_;  ///< for each relation, true if it is buffered
  std::vector<bool> corruptible_;
  std::vector<NamedId> late_units_;
  std::vector<bool> loses_from_;  ///< for each node, true if messages that it sends may be omitted
  std::vector<bool> loses_to_;
  std::vector<std::pair<NodeId, NodeId>> reliable_;  ///< pairs (sender, receiver) whose messages
                                                     ///< are never lost, sorted
  std::vector<Cut> cuts_;
};

/// Returns true if the faults comply with EFF and with the limit of crashes without a restart. Does
/// not check nodes, EOT and the number of restarts.
[[nodiscard]] bool within(const FaultSet& faults, int eff, EffMode mode, int crashes);

/// Returns the fault set as text, such as `O(a,b,1) C(a,2)` or `none`. Names that are not plain
/// words are quoted.
std::string to_text(const FaultSet& faults, const Names& names);

/// Returns the fault set with this text. `file` identifies the text in error messages. Throws
/// InputError with every problem, such as a syntax error, an unknown node, a tick out of range, or
/// more crashes than allowed.
FaultSet parse_fault_set(std::string_view text, const Fspec& fspec, FileId file);

}  // namespace ldfi
