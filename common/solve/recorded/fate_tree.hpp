// Finds the fault sets that remain to be executed if all faults are faults of messages, without a
// solver. An execution is a path through a tree. A node of the tree is a message that may fail, and
// each edge is a fate of this message. Two executions of a deterministic system are the same until
// a fate differs. At an edge that no execution has taken, the least fault set that leads there has
// only the faults on the path. Each fault set that no recording answers leads to such an edge.
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
  /// Returns false if this class does not support the Fspec or the proof level. It supports neither
  /// other faults (crashes, restarts, partitions, pauses), nor the level `state`, nor delays by
  /// activations, for which one execution stands for many.
  [[nodiscard]] static bool suits(const systems::Fspec& fspec, ProofLevel level);

  /// `fspec` must outlive this object.
  explicit FateTree(const systems::Fspec& fspec) : fspec_(fspec), points_(1) {}

  /// Adds an outcome. Returns false if it is invalid or not a path of the tree: it diverges from
  /// another outcome although the fates are the same, it has faults that hit nothing, or a message
  /// arrives in one of them and is of no use in the other.
  [[nodiscard]] bool add(const Outcome& outcome) override;
  std::optional<systems::FaultSet> next() override;
  void set_asked(const systems::FaultSet& faults) override { asked_.insert(faults); }
  [[nodiscard]] bool answered(const systems::FaultSet& faults) override;

 private:
  /// The fate of a message and, for a late or duplicated message, by how much.
  using Turn = std::pair<systems::Fate, std::int64_t>;
  /// The state of an execution just before it sends a message that may be lost, late or duplicated.
  struct Point {
    /// The message. Nullopt if no execution reached this state, or if executions end here.
    std::optional<systems::MessageId> message;
    bool ends = false;  ///< true if an execution ends here
    /// True if the message is not received, so that other fates need not be tried.
    bool idle = false;
    std::map<Turn, std::size_t> next;  ///< for each fate, the index of the next state in points_
  };

  [[nodiscard]] static Turn turn_of(const systems::Course::Attempt& attempt,
                                    const systems::FaultSet& struck);
  static void strike(systems::FaultSet& faults, const systems::MessageId& id, const Turn& turn);
  /// Returns the fate of a message under this fault set.
  [[nodiscard]] static Turn turn_under(const systems::FaultSet& faults,
                                       const systems::MessageId& id);
  /// Adds the fault sets with the faults `before` that give the message another fate.
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
