#include "common/minimise/programs/fewest.hpp"

#include <algorithm>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/ground/executor.hpp"
#include "common/dedalus/ground/lineage.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/minimise/programs/delivery_formula.hpp"

namespace ldfi::minimise {
namespace {

using sat::Literal;

/// Largest number of instances of rules (for all nodes and ticks) in the formula. More instances
/// take too long, whatever the limits of the run.
constexpr std::size_t most_instances = 2'000'000;
/// Approximate limit on the number of clauses that count messages.
constexpr std::size_t most_counted = 20'000'000;
/// The solver may use this number of conflicts for a question, for each remaining step of the
/// limit.
constexpr std::uint64_t conflicts_of_a_step = 5;

class Proof {
 public:
  Proof(Trials& trials, const Elements& externals, const std::vector<Fault>& crashes,
        std::uint64_t below, const ProofLimits& limits)
      : trials_(trials),
        base_{externals, crashes, {}},
        world_(pending_world(trials.fspec(), crashes)),
        best_(below),
        limits_(limits) {}

  /// Builds the formula. Returns false if the universe is too large.
  bool prepare() {
    ground::GroundLimits limits = limits_.world.limits;
    limits.check = limits_.check;
    limits.max_instances = std::min(limits.max_instances, most_instances);
    try {
      universe_.emplace(reach::ground_program(
          trials_.with(base_.externals), world_, limits, limits_.world.pruning,
          limits_.world.solver, reach::Counting::bounded, ground::Extent::everything));
    } catch (const BudgetExceeded& e) {
      if (!e.too_large()) throw;
      return false;
    }
    solver_ = sat::make_solver(limits_.world.solver, 0);
    solver_->set_check(limits_.check);
    solver_->set_conflict_limit(1 + limits_.steps * conflicts_of_a_step);
    formula_.emplace(*universe_, trials_.fspec(), base_.crashes, *solver_);
    return formula_->messages() * std::min<std::uint64_t>(best_, formula_->messages()) <
           most_counted;
  }

  Fewest run() {
    left_ = limits_.steps / 2;
    if (descend()) {
      left_ += limits_.steps / 2;
      make_simple();
      return {found_, best_};
    }
    left_ += limits_.steps / 2;
    const std::uint64_t at_least = climb();
    if (at_least == best_) make_simple();
    return {found_, at_least};
  }

 private:
  /// Lowers the number of messages until no schedule with fewer messages violates the invariant.
  /// Returns true if this is proved.
  bool descend() {
    while (best_ > 0) {
      const sat::Answer answer = ask(best_ - 1, {});
      if (answer == sat::Answer::unsatisfiable) return true;
      if (answer == sat::Answer::unknown || !try_model(best_ - 1)) return false;
    }
    return true;
  }

  /// Raises the number of messages from zero until a schedule violates the invariant. Returns the
  /// smallest number of messages with which a violation is possible.
  std::uint64_t climb() {
    for (std::uint64_t most = 0; most < best_;) {
      const sat::Answer answer = ask(most, {});
      if (answer == sat::Answer::unsatisfiable) {
        ++most;
      } else if (answer == sat::Answer::unknown || !try_model(most)) {
        return std::min(most, best_);
      }
    }
    return best_;
  }

  sat::Answer ask(std::uint64_t most, const std::vector<Literal>& assumed) {
    if (left_ == 0) return sat::Answer::unknown;
    --left_;
    std::vector<Literal> question = formula_->question(most);
    question.insert(question.end(), assumed.begin(), assumed.end());
    return solver_->solve(question);
  }

  /// Executes the schedule of the solver's model. If the schedule violates the invariant with at
  /// most `most` messages, it becomes the best schedule; otherwise it is excluded. Returns false if
  /// the limit of steps is reached.
  bool try_model(std::uint64_t most) {
    if (left_ == 0) return false;
    --left_;
    DeliveryFormula::Model model = formula_->model();
    Schedule schedule = base_;
    schedule.deliveries = model.deliveries;
    const auto faults = faults_of(schedule, trials_.fspec());
    LDFI_ENSURE(faults.has_value(), "the Fspec admits each schedule that the formula admits");
    const auto executed = trials_.run(schedule.externals, *faults);
    if (!executed) {  // the execution ends in an arithmetic error
      std::vector<Delivery> all;
      for (const auto& [sent, literals] : model.fates) all.push_back(sent);
      formula_->exclude(model, all);
      return true;
    }
    const auto ticks = trials_.ticks(schedule.externals, *executed);
    const bool violates = !executed->judgement.holds() && trials_.in_order(ticks);
    const std::vector<Delivery> sent = sent_in(ticks);
    if (violates && message_count(ticks) <= most) {
      best_ = message_count(ticks);
      schedule.deliveries = deliveries_of(trials_.fspec(), ticks);
      found_ = std::move(schedule);
      model_ = std::move(model);
      sent_ = sent;
      return true;
    }
    if (!violates && executed->judgement.holds()) learn(*faults);
    formula_->exclude(model, sent);
    return true;
  }

  /// Adds clauses for what an execution proves. Without these clauses, the formula would have
  /// models with facts that only support each other.
  void learn(const FaultSet& faults) {
    ground::Executor run(*universe_);
    run.execute(faults);
    formula_->learn(ground::explain(*universe_, run));
  }

  /// Returns all messages that are sent, whether they arrive or not.
  [[nodiscard]] std::vector<Delivery> sent_in(const std::vector<Tick>& ticks) const {
    std::set<Delivery> out;
    for (const Tick& tick : ticks) {
      for (const auto* messages : {&tick.arrived, &tick.lost}) {
        for (const Message& m : *messages) {
          out.insert({Time(tick.tick), m.from, m.to, 0, late_apart(trials_.fspec(), m.type)});
        }
      }
    }
    return {out.begin(), out.end()};
  }

  /// Makes the schedule simpler, choice by choice. Takes the simpler value of a choice if some
  /// schedule with this value violates the invariant.
  void make_simple() {
    if (!found_) return;
    const std::uint64_t most = best_;
    std::vector<Literal> chosen;
    for (const Literal simple : formula_->choices()) {
      while (!has(simple) && left_ > 0) {
        chosen.push_back(simple);
        const sat::Answer answer = ask(most, chosen);
        chosen.pop_back();
        if (answer != sat::Answer::satisfiable) break;
        if (!try_again(most)) return;
      }
      chosen.push_back(has(simple) ? simple : -simple);
    }
  }

  [[nodiscard]] bool has(Literal literal) const {
    return model_.values.at(std::abs(literal)) == (literal > 0);
  }

  /// Does the same as try_model(), but skips the execution if the same messages arrive as in an
  /// earlier one.
  bool try_again(std::uint64_t most) {
    DeliveryFormula::Model model = formula_->model();
    const bool same = std::ranges::all_of(sent_, [&](const Delivery& sent) {
      const auto* a = model.fate_of(sent);
      const auto* b = model_.fate_of(sent);
      return a != nullptr && b != nullptr && *a == *b;
    });
    if (!same) return try_model(most);
    model_ = std::move(model);
    return true;
  }

  Trials& trials_;
  const Schedule base_;  ///< the schedule in which no message arrives
  const Fspec world_;
  std::uint64_t best_;  ///< number of messages of the best schedule
  const ProofLimits& limits_;
  std::uint64_t left_ = 0;
  std::optional<ground::Universe> universe_;
  std::unique_ptr<sat::Solver> solver_;
  std::optional<DeliveryFormula> formula_;
  std::optional<Schedule> found_;  ///< the best schedule so far, which violates the invariant with
                                   ///< best_ messages
  DeliveryFormula::Model model_;   ///< the solver's model that describes the schedule found_
  std::vector<Delivery> sent_;     ///< messages that are sent in the execution of found_
};

}  // namespace

Fewest fewest_deliveries(Trials& trials, const Elements& externals,
                         const std::vector<Fault>& crashes, std::uint64_t below,
                         const ProofLimits& limits) {
  if (below == 0 || limits.steps == 0) return {};
  Proof proof(trials, externals, crashes, below, limits);
  if (!proof.prepare()) return {};
  return proof.run();
}

}  // namespace ldfi::minimise
