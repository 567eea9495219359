// Finds the fault sets of a real system that remain to be executed, if only messages can fail.
// Needs no SAT solver. The executions form a tree: a node of the tree is a message that may fail,
// and each edge is a fate of this message (it arrives, is lost, late or duplicated). Two executions
// of a deterministic system are the same until a fate differs. At an edge that no execution has
// taken, the least fault set that leads there has only the faults on the path. Each fault set that
// no recording answers leads to such an edge.
//
// It returns the same fault sets as RecordedSearch at the level `exact`, but shares no code with
// it. The proof at the end of a search is always the solver's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "common/base/settings.hpp"
#include "common/solve/recorded/untried.hpp"

namespace ldfi::recorded {

class FateTree final : public Untried {
 public:
  /// Returns true if this class supports the Fspec and the proof level. It supports only faults of
  /// messages: no crashes, restarts, partitions or pauses. It does not support the level `state`,
  /// or delays by activations, for which one execution stands for many.
  [[nodiscard]] static bool suits(const systems::Fspec& fspec, ProofLevel level);

  /// `fspec` must outlive this object.
  explicit FateTree(const systems::Fspec& fspec) : fspec_(fspec), points_(1) {}

  /// Adds an outcome. Returns false if it is invalid or does not fit into the tree. It does not fit
  /// if it diverges from another outcome although the messages had the same fates, or if it has
  /// faults that hit nothing. Nor does it fit if a message arrives in one of the two outcomes and
  /// is of no use in the other.
  [[nodiscard]] bool add(const Outcome& outcome) override;
  std::optional<systems::FaultSet> next() override;
  void set_asked(const systems::FaultSet& faults) override { asked_.insert(faults); }
  [[nodiscard]] bool answered(const systems::FaultSet& faults) override;

 private:
  /// The fate of a message (it arrives, is lost, late or duplicated) and, for a late or duplicated
  /// message, the delay.
  using Turn = std::pair<systems::Fate, std::int64_t>;
  /// The state of an execution just before it sends a message that may be lost, late or duplicated.
  struct Point {
    /// The message. Nullopt if no execution reached this state, or if executions end in this state.
    std::optional<systems::MessageId> message;
    bool ends = false;  ///< true if an execution ends here
    /// True if the node does not receive the message, so that other fates make no difference.
    bool idle = false;
    std::map<Turn, std::size_t> next;  ///< for each fate, the index of the next state in points_
  };

  [[nodiscard]] static Turn turn_of(const systems::Course::Attempt& attempt,
                                    const systems::FaultSet& struck);
  static void strike(systems::FaultSet& faults, const systems::MessageId& id, const Turn& turn);
  /// Returns the fate of a message under this fault set.
  [[nodiscard]] static Turn turn_under(const systems::FaultSet& faults,
                                       const systems::MessageId& id);
  /// Adds the fault sets that consist of the faults `before` and of a fault that gives the message
  /// another fate.
  void branch(const systems::MessageId& id, const systems::FaultSet& before);
  /// Returns true if the fault set contains a known counterexample.
  [[nodiscard]] bool fails(const systems::FaultSet& faults) const;

  const systems::Fspec& fspec_;
  std::deque<Point> points_;
  std::set<systems::FaultSet> left_;
  std::set<systems::FaultSet> asked_;
  std::vector<systems::FaultSet> failed_;
};

}  // namespace ldfi::recorded
