// What is still to be executed where faults strike nothing but messages, without a solver. An execution
// is a path through a tree: it comes to a message that may fail, and goes on by what becomes of that.
// Of a deterministic system two executions are the same until a fate differs, so they part in such a
// place. Where nobody has gone yet, the least fault set that leads there has the faults on the way, and
// no others; and each fault set that no recording answers leads to such a place.
//
// It returns what RecordedSearch returns at the level `exact`, and neither knows of the other: the
// proof at the end of a search is the solver's.
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
  /// False for faults and proofs that it knows nothing of: crashes, restarts, cuts, pauses, `silent`, and
  /// what comes behind other things, of which one execution answers for many.
  [[nodiscard]] static bool suits(const systems::Fspec& fspec, ProofLevel level);

  /// `fspec` must outlive it.
  explicit FateTree(const systems::Fspec& fspec) : fspec_(fspec), points_(1) {}

  /// False if the outcome is invalid, or no path: it parts from another one though the fates are the
  /// same, has faults that struck nothing, or a message that was of no use in one and is in the other.
  [[nodiscard]] bool add(const Outcome& outcome) override;
  std::optional<systems::FaultSet> next() override;
  void set_asked(const systems::FaultSet& faults) override { asked_.insert(faults); }
  [[nodiscard]] bool answered(const systems::FaultSet& faults) override;

 private:
  /// What becomes of a message, and how much later it comes then, or comes again.
  using Turn = std::pair<systems::Fate, std::int64_t>;
  /// Where an execution stands before it sends a message that may fail.
  struct Point {
    std::optional<systems::MessageId> message;  ///< nothing: nobody was here, or it ends here
    bool ends = false;
    bool idle = false;                 ///< it arrives nowhere, so nothing is left to be tried here
    std::map<Turn, std::size_t> next;  ///< places in points_
  };

  [[nodiscard]] static Turn turn_of(const systems::Course::Attempt& attempt,
                                    const systems::FaultSet& struck);
  static void strike(systems::FaultSet& faults, const systems::MessageId& id, const Turn& turn);
  /// What this fault set makes of a message.
  [[nodiscard]] static Turn turn_under(const systems::FaultSet& faults,
                                       const systems::MessageId& id);
  /// Notes what else may become of the message, after these faults.
  void branch(const systems::MessageId& id, const systems::FaultSet& before);
  [[nodiscard]] bool fails(const systems::FaultSet& faults) const;

  const systems::Fspec& fspec_;
  std::deque<Point> points_;
  std::set<systems::FaultSet> left_;
  std::set<systems::FaultSet> asked_;
  std::vector<systems::FaultSet> failed_;
};

}  // namespace ldfi::recorded
