// The smallest execution that a minimisation has found so far, and the program and Fspec of that
// execution.
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

/// A question that a search answers: is the invariant violated within this Fspec, if only these
/// external facts are given?
struct Question {
  Elements externals;
  FspecParameters fspec;
};

/// The results of searching a list of questions in order.
struct Answers {
  /// Number of certified questions before the first question that is not certified.
  std::uint64_t certified = 0;
  bool all = true;  ///< true if all questions are certified
  /// The least violating fault set of the first question that is not certified. Nullopt if its
  /// search did not end, or if an execution ended in an arithmetic error.
  std::optional<FaultSet> faults{};
  Elements externals{};  ///< external facts of the first question that is not certified
};

/// A program and its Fspec, as in the search or smaller, and executions of the program.
struct TrialWorld {
  TrialWorld(dedalus::Program p, FspecParameters f, const std::vector<std::string>& relations,
             const eval::EvalLimits& limits, const std::function<void()>& count);
  const dedalus::Program program;
  const Fspec fspec;
  Trials trials;
};

/// An execution that violates the invariant, with its schedule and the messages that were sent.
struct Kept {
  Schedule schedule;
  Executed executed;
  std::vector<Tick> ticks;
  bool pending = false;  ///< true if omissions in the execution stand for pending messages
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

  // The following functions may end with BudgetExceeded. Then the smallest execution stays the
  // same.

  /// Makes the execution of these external facts under `faults`, which the Fspec admits, the
  /// smallest execution. Requires that the execution violates the invariant.
  void keep(const Elements& externals, const FaultSet& faults);
  /// Makes the execution of the schedule, in which all other messages are pending, the smallest
  /// execution. Requires that the execution violates the invariant.
  void keep(const Schedule& schedule);
  /// Returns the smallest execution so far. back_to() restores it, if program and Fspec are still
  /// the same.
  [[nodiscard]] const Kept& kept() const { return *now_; }
  void back_to(Kept kept) { now_ = std::move(kept); }
  /// Removes deliveries on which the violation of the smallest execution does not depend. With
  /// `all`, also removes external facts on which the violation does not depend. Returns false and
  /// changes nothing if the remaining events do not violate the invariant.
  bool take_slice(bool all);
  /// Replaces program and Fspec and returns true if the same schedule violates the invariant of the
  /// new program. Otherwise changes nothing and returns false. With `sound`, also requires that the
  /// new program keeps its invariant without faults.
  bool go_to(dedalus::Program program, const FspecParameters& fspec, bool sound);
  /// Removes one node from program and Fspec, if the schedule still violates the invariant; see
  /// go_to(). Returns false if no node can be removed.
  bool drop_a_node(bool sound);

  /// Returns the limits of a proof in which a SAT solver proposes schedules.
  [[nodiscard]] ProofLimits proof_limits() const;
  /// Searches the questions in order, up to the first one that is not certified. `next` returns the
  /// questions, and nullopt after the last one. Requires that program and Fspec are still those of
  /// the search.
  Answers search(const std::function<std::optional<Question>()>& next);

  /// Returns the row of a stage that ends now, with the numbers of executions and searches since
  /// the last row.
  MinimisationStage row(std::string stage, std::string claim, std::optional<std::uint64_t> bound);
  /// Returns the events of the smallest execution.
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
  std::uint64_t done_ = 0;        ///< number of all executions and searches
  std::uint64_t executions_ = 0;  ///< number of executions since the last row
  std::uint64_t searches_ = 0;
  std::unique_ptr<TrialWorld> world_;
  std::optional<Kept> now_;
};

}  // namespace ldfi::minimise
