// The smallest execution that a minimisation has found, its world, and the number of executions
// and searches.
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

/// A question to a search: is the invariant violated within this Fspec, with some external facts
/// of a world?
struct Question {
  Elements externals;
  FspecParameters fspec;
};

/// The answers of searches to a list of questions, in the order of the questions.
struct Answers {
  std::uint64_t certified = 0;  ///< number of questions before the first one that is not certified
  bool all = true;              ///< true if every question is certified
  /// The least fault set that violates for the first question that is not certified. Nullopt if
  /// its search did not end, or if arithmetic fails.
  std::optional<FaultSet> faults{};
};

/// A program, its Fspec and its executions: those of the search, or smaller ones.
struct TrialWorld {
  TrialWorld(dedalus::Program p, FspecParameters f, const std::vector<std::string>& relations,
             const eval::EvalLimits& limits, const std::function<void()>& count);
  const dedalus::Program program;
  const Fspec fspec;
  Trials trials;
};

/// An execution that violates, its schedule, and the messages that were sent in it.
struct Kept {
  Schedule schedule;
  Executed executed;
  std::vector<Tick> ticks;
  bool pending = false;  ///< true if omissions stand for pending messages
};

class Smallest {
 public:
  /// `settings` and `means` must outlive this object.
  Smallest(const dedalus::Program& program, const Fspec& fspec, const MinimiseSettings& settings,
           const MinimiseMeans& means);

  [[nodiscard]] Trials& trials() { return world_->trials; }
  [[nodiscard]] const TrialWorld& world() const { return *world_; }
  [[nodiscard]] const Schedule& schedule() const { return now_->schedule; }
  [[nodiscard]] std::uint64_t messages() const { return message_count(now_->ticks); }
  [[nodiscard]] Recording recording() const { return {now_->schedule, world_->fspec, now_->ticks}; }
  [[nodiscard]] bool begun() const { return now_.has_value(); }

  // A budget may end any of these functions. Then the kept execution is still the one before.

  /// Keeps the execution of these external facts under faults of the Fspec. Requires that the
  /// execution violates.
  void keep(const Elements& externals, const FaultSet& faults);
  /// Keeps the execution of the schedule; all other messages are pending. Requires that the
  /// execution violates.
  void keep(const Schedule& schedule);
  /// Returns the kept execution, for back_to() in the same world.
  [[nodiscard]] const Kept& kept() const { return *now_; }
  void back_to(Kept kept) { now_ = std::move(kept); }
  /// Leaves out deliveries that the violation of the kept execution does not depend on; with
  /// `all`, external facts, too. Returns false and changes nothing if the rest does not violate.
  bool take_slice(bool all);
  /// Moves to another world if the same schedule violates there; then returns true. With `sound`,
  /// also requires that the execution without faults does not violate there.
  bool go_to(dedalus::Program program, const FspecParameters& fspec, bool sound);
  /// Moves in the same way to a world without one of the nodes. Returns false if no node can be
  /// left out.
  bool drop_a_node(bool sound);

  /// Returns the limits of a proof that asks a solver about schedules.
  [[nodiscard]] ProofLimits proof_limits() const;
  /// Searches the questions in order, up to the first one that is not certified. Requires that
  /// the world is the first one. `next` returns nullopt after the last question.
  Answers search(const std::function<std::optional<Question>()>& next);

  /// Returns the row of a stage that ends here. The row has the numbers of executions and
  /// searches since the last row.
  MinimisationStage row(std::string stage, std::string claim, std::optional<std::uint64_t> bound);
  /// Returns the events of the kept execution.
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
  std::uint64_t done_ = 0;        ///< number of executions and searches in all
  std::uint64_t executions_ = 0;  ///< number of executions since the last row
  std::uint64_t searches_ = 0;
  std::unique_ptr<TrialWorld> world_;
  std::optional<Kept> now_;
};

}  // namespace ldfi::minimise
