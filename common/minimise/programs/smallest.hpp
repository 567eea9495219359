// The smallest execution that a minimisation has found, the world that it is in, and what it took.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/minimise/programs/fewest.hpp"
#include "common/minimise/programs/match.hpp"
#include "common/minimise/programs/minimise.hpp"
#include "common/minimise/programs/trials.hpp"

namespace ldfi::minimise {

/// Is the invariant violated within an Fspec, with some external facts of a world?
struct Question {
  Elements externals;
  FspecParameters fspec;
};

/// What searches say of some questions, in their order.
struct Answers {
  std::uint64_t certified = 0;  ///< questions before the first that is not certified
  bool all = true;              ///< there is no such question
  /// The least faults that violate in that one; nullopt if its search came to no end, or if arithmetic fails.
  std::optional<FaultSet> faults{};
};

/// A program, its Fspec and its executions: the one of the search, or a smaller one.
struct TrialWorld {
  TrialWorld(dedalus::Program p, FspecParameters f, const std::vector<std::string>& relations,
             const eval::EvalLimits& limits, const std::function<void()>& count);
  const dedalus::Program program;
  const Fspec fspec;
  Trials trials;
};

/// An execution that violates, the schedule that it is of, and what was sent in it.
struct Kept {
  Schedule schedule;
  Executed executed;
  std::vector<Tick> ticks;
  bool pending = false;  ///< its omissions are messages that are pending
};

class Smallest {
 public:
  /// `settings` and `means` must outlive it.
  Smallest(const dedalus::Program& program, const Fspec& fspec, const MinimiseSettings& settings,
           const MinimiseMeans& means);

  [[nodiscard]] Trials& trials() { return world_->trials; }
  [[nodiscard]] const TrialWorld& world() const { return *world_; }
  [[nodiscard]] const Schedule& schedule() const { return now_->schedule; }
  [[nodiscard]] std::uint64_t messages() const { return message_count(now_->ticks); }
  [[nodiscard]] Recording recording() const { return {now_->schedule, world_->fspec, now_->ticks}; }
  [[nodiscard]] bool begun() const { return now_.has_value(); }

  // A budget may end any of these. What was kept before is kept then.

  /// Takes the execution of these external facts under faults of the Fspec. It must violate.
  void keep(const Elements& externals, const FaultSet& faults);
  /// Takes that of the schedule, which must violate; all other messages are pending.
  void keep(const Schedule& schedule);
  /// The present one, to come back to in the same world.
  [[nodiscard]] const Kept& kept() const { return *now_; }
  void back_to(Kept kept) { now_ = std::move(kept); }
  /// Of the execution, leaves out what its violation does not rest on. False, and nothing changes, if
  /// that would not violate. `all`: external facts, too.
  bool take_slice(bool all);
  /// Goes to another world if the same schedule violates there, and returns true. With `sound`, the
  /// execution without faults must not violate there.
  bool go_to(dedalus::Program program, const FspecParameters& fspec, bool sound);
  /// As above, to the world without one of the nodes. False if none can go.
  bool drop_a_node(bool sound);

  /// What a proof may take that asks a solver about schedules.
  [[nodiscard]] ProofLimits proof_limits() const;
  /// Searches for answers in this order, up to the first question that is not certified. The world must be the first
  /// one. `next` returns nullopt after the last question.
  Answers search(const std::function<std::optional<Question>()>& next);

  /// The row of a stage that ends here; what it took is counted anew from now on.
  MinimisationStage row(std::string stage, std::string claim, std::optional<std::uint64_t> bound);
  /// What happens.
  [[nodiscard]] std::vector<ScheduledEvent> events() const;
  [[nodiscard]] const std::vector<std::string>& violated() const {
    return now_->executed.judgement.violated;
  }

 private:
  void count_execution();
  [[nodiscard]] std::uint64_t runs_left() const;
  std::unique_ptr<TrialWorld> make_world(dedalus::Program program, FspecParameters fspec);

  const MinimiseSettings& settings_;
  const MinimiseMeans& means_;
  const BudgetCheck check_;
  std::uint64_t done_ = 0;        ///< executions and searches
  std::uint64_t executions_ = 0;  ///< since the last row
  std::uint64_t searches_ = 0;
  std::unique_ptr<TrialWorld> world_;
  std::optional<Kept> now_;
};

}  // namespace ldfi::minimise
