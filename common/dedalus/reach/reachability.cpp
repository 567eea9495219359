#include "common/dedalus/reach/reachability.hpp"

#include <algorithm>
#include <optional>

#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/reach/simulation.hpp"
#include "common/dedalus/reach/unrolling.hpp"

namespace ldfi::reach {
namespace {

using ground::FactInfo;
using ground::FactKind;
using ground::Store;
using sat::Literal;

/// Largest number of conflicts in one call of the solver. If proving a fact impossible needs more,
/// the fact stays in the universe.
constexpr std::uint64_t max_conflicts = 5'000;
/// A tick that adds more ground rules than this counts as growth, which may start the pruning.
constexpr std::size_t many_instances = 1'000;
constexpr int ticks_in_a_row = 3;
/// Largest number of conflicts in one call of the solver if the pruner limits computed numbers.
/// This limit is lower than max_conflicts: a fact that stays leads to more facts and to harder
/// calls, so slow answers cannot limit anything.
constexpr std::uint64_t max_conflicts_of_bound = 300;
constexpr std::size_t max_questions = 10'000;
constexpr std::size_t max_unknown = 8;
constexpr std::size_t few_variables = 2'000;
constexpr std::size_t max_circles = 100;

class Reachability final : public ground::Pruner {
 public:
  Reachability(const ground::Program& program, const Fspec& fspec,
               std::unique_ptr<sat::Solver> solver, Pruning pruning, Counting counting,
               BudgetCheck check)
      : check_(std::move(check)),
        program_(program),
        fspec_(fspec),
        bounding_(counting == Counting::bounded),
        active_(pruning == Pruning::always) {
    use(std::move(solver));
  }
  Reachability(const ground::Program& program, const Fspec& fspec, MakeSolver make_solver,
               BudgetCheck check)
      : Reachability(program, fspec, make_solver(), Pruning::always, Counting::bounded,
                     std::move(check)) {
    make_solver_ = std::move(make_solver);
  }

  std::vector<FactId> impossible(const Store& store) override {
    ++now_;
    if (!active_ && !growing(store)) return {};
    // The facts of the last tick lead to no later facts, so pruning them saves nothing.
    if (now_ == fspec_.eot()) return {};
    const Phase phase("pruning");
    begin();
    active_ = true;
    unrolling_->extend(store);
    simulation_->extend(store);
    return unreachable(store, unseen(store));
  }

  [[nodiscard]] bool bounds_counting() const override { return bounding_; }
  void enter(const Store& store) override {
    begin();
    simulation_->enter(store);
  }
  void leave(const Store& store) override { simulation_->leave(store); }

  // The facts of the present tick get variables for this call only, because the tick will add
  // further ground rules for them.
  std::vector<FactId> unreached(const Store& store, std::span<const FactId> asked) override {
    const Phase phase("pruning");
    simulation_->extend(store);
    std::vector<FactId> open;
    for (const FactId f : asked) {
      if (!store.facts[f.index()].certain && !simulation_->seen(f)) open.push_back(f);
    }
    if (open.empty()) return open;
    const std::size_t facts = unrolling_->facts();
    const std::size_t instances = unrolling_->instances();
    const std::size_t variables = solver_->variables();
    const bool anew = forgotten_ > variables - forgotten_ + few_variables;
    if (anew) start(make_solver_());
    unrolling_->extend(store);
    for (std::size_t f = 0; anew && f < facts; ++f) {
      if (store.impossible[f]) unrolling_->exclude(FactId(f));
    }
    auto out = unreachable(store, std::move(open));
    unrolling_->forget(facts, instances);
    forgotten_ = anew ? 0 : forgotten_ + solver_->variables() - variables;
    return out;
  }

 private:
  void begin() {
    if (unrolling_) return;
    unrolling_.emplace(program_, fspec_, *solver_, bounding_);
    simulation_.emplace(program_, fspec_);
  }

  /// Replaces the solver by an empty one, because variables that are no longer needed slow it down.
  void start(std::unique_ptr<sat::Solver> solver) {
    unrolling_.reset();
    use(std::move(solver));
    unrolling_.emplace(program_, fspec_, *solver_, bounding_);
  }

  void use(std::unique_ptr<sat::Solver> solver) {
    solver_ = std::move(solver);
    solver_->set_conflict_limit(bounding_ ? max_conflicts_of_bound : max_conflicts);
    solver_->set_check(check_);
  }

  /// Returns true if each of the last ticks added many ground rules, and notably more than the tick
  /// before it.
  bool growing(const Store& store) {
    std::size_t grown = 0;
    for (; instances_ < store.instances.size(); ++instances_) {
      const FactId head = store.instances[instances_].head;
      if (store.facts[head.index()].at != Time(0))
        // Facts such as "the node crashes at some time" belong to no tick.
        ++grown;
    }
    const bool faster = grown > many_instances && grown > last_grown_ + last_grown_ / 8;
    faster_ = faster ? faster_ + 1 : 0;
    last_grown_ = grown;
    return faster_ >= ticks_in_a_row;
  }

  std::vector<FactId> unseen(const Store& store) {
    std::vector<FactId> out;
    for (; facts_ < store.facts.size(); ++facts_) {
      const FactInfo& info = store.facts[facts_];
      if (info.certain || info.kind == FactKind::fault || info.kind == FactKind::error) continue;
      if (store.impossible[facts_]) {
        unrolling_->exclude(FactId(facts_));
        continue;
      }
      if (!simulation_->seen(FactId(facts_))) out.emplace_back(facts_);
    }
    return out;
  }

  /// Returns the facts of `open` that no fault set reaches. Passes one fact at a time to the
  /// solver. One fact is far easier to decide than "some of many", and each answer makes the next
  /// call easier.
  std::vector<FactId> unreachable(const Store& store, std::vector<FactId> open) {
    std::vector<FactId> out;
    std::vector<FaultSet> models;
    std::reverse(open.begin(), open.end());
    while (!open.empty()) {
      if (check_) check_();
      const FactId f = open.back();
      if (unrolling_->without_support(store, f)) {
        exclude(open, out);
        continue;
      }
      if (bounding_ && ++questions_ > max_questions) too_hard();
      const Literal question[] = {unrolling_->holds(f)};
      const sat::Answer answer = solver_->solve(question);
      if (answer == sat::Answer::satisfiable) {
        models.push_back(unrolling_->faults().model(*solver_));
        if (bounding_) {
          if (!confirm(store, models.back(), open)) models.pop_back();
        } else {
          std::erase_if(open, [&](FactId g) { return solver_->value(unrolling_->holds(g)); });
        }
        continue;
      }
      if (answer == sat::Answer::unsatisfiable) {
        exclude(open, out);
      } else {
        keep(open);
      }
    }
    simulation_->follow(store, models, Time(now_));
    return out;
  }

  /// The solver found the fault set `model`, which should reach the last fact of `open`. Executes
  /// this fault set, and removes the facts that the execution reaches from `open`. Returns true if
  /// the last fact is among them. Otherwise some facts of the solver's model are derived only from
  /// each other; excludes a cycle of such facts from the formula.
  bool confirm(const Store& store, const FaultSet& model, std::vector<FactId>& open) {
    const auto holds = simulation_->run(store, model, Time(now_ + 1));
    const auto reached = [&](FactId g) { return (holds[g.index()] & 1U) != 0; };
    if (!reached(open.back())) {
      const auto circle = lowest_unfounded_set(store, reached);
      if (circle.empty() || ++circles_ > max_circles) {
        keep(open);
      } else {
        unrolling_->exclude_cycle(store, circle);
      }
      return false;
    }
    std::erase_if(open, reached);
    return true;
  }

  /// Returns an unfounded set [VRS91] of facts, which hold in the solver's model but not in the
  /// execution. These are all such facts of the first tick and stratum that has any. The facts on
  /// which they depend are the same in the model and in the execution, so nothing else can derive
  /// them.
  template <class Reached>
  std::vector<FactId> lowest_unfounded_set(const Store& store, Reached reached) {
    std::vector<FactId> out;
    std::pair<Time, std::uint32_t> lowest{};
    for (std::size_t f = 0; f < unrolling_->facts(); ++f) {
      const FactInfo& info = store.facts[f];
      const Literal l = unrolling_->holds(FactId(f));
      if (l < 0 || !unrolling_->recursive(info) || reached(FactId(f)) || !solver_->value(l))
        continue;
      const std::pair place{info.at, program_.stratum_of[info.space]};
      if (!out.empty() && lowest < place) continue;
      if (place != lowest) out.clear();
      lowest = place;
      out.emplace_back(f);
    }
    return out;
  }

  /// Gives up on the last fact of `open`, which the solver could not decide. The fact stays in the
  /// universe.
  void keep(std::vector<FactId>& open) {
    open.pop_back();
    if (bounding_ && ++unknown_ > max_unknown) too_hard();
  }

  [[noreturn]] static void too_hard() {
    throw BudgetExceeded("steps",
                         "it takes too long to find out whether the number of facts is bounded");
  }

  void exclude(std::vector<FactId>& open, std::vector<FactId>& out) {
    unrolling_->exclude(open.back());
    out.push_back(open.back());
    open.pop_back();
  }

  std::unique_ptr<sat::Solver> solver_;
  /// Makes a new solver; empty if the pruner does not limit computed numbers.
  MakeSolver make_solver_;
  BudgetCheck check_;
  const ground::Program& program_;
  const Fspec& fspec_;
  std::optional<Unrolling> unrolling_;  ///< set before the solver is called for the first time
  std::optional<Simulation> simulation_;
  const bool bounding_;
  bool active_;
  int now_ = 0;
  std::size_t facts_ = 0;      ///< number of the store's facts that were checked so far
  std::size_t instances_ = 0;  ///< number of the store's ground rules when the last tick ended
  std::size_t last_grown_ = 0;
  int faster_ = 0;             ///< number of consecutive ticks that added many ground rules
  std::size_t forgotten_ = 0;  ///< number of variables in the solver that are no longer needed
  std::size_t questions_ = 0;
  std::size_t circles_ = 0;
  std::size_t unknown_ = 0;  ///< number of facts that the solver could not decide
};

}  // namespace

ground::Universe ground_program(const ground::Program& program, const Fspec& fspec,
                                const ground::GroundLimits& limits, Pruning pruning,
                                SolverName solver, Counting counting, ground::Extent extent) {
  const auto make = [&] { return sat::make_solver(solver, 0); };
  const auto check = [&limits] {
    if (limits.check) limits.check();
    if (limits.slow) limits.slow();
  };
  try {
    if (pruning == Pruning::never)
      return ground::ground_program(program, fspec, limits, nullptr, extent);
    const auto pruner = make_reachability(program, fspec, make(), pruning, check);
    return ground::ground_program(program, fspec, limits, pruner.get(), extent);
  } catch (const ground::EndlessCounting&) {
    if (counting == Counting::refused) throw;
  }
  ground::GroundLimits less = limits;
  less.counting = {limits.counting.facts / 10, limits.counting.steps / 10};
  const auto pruner = make_bounding_reachability(program, fspec, make, check);
  return ground::ground_program(program, fspec, less, pruner.get(), extent);
}

std::unique_ptr<ground::Pruner> make_reachability(const ground::Program& program,
                                                  const Fspec& fspec,
                                                  std::unique_ptr<sat::Solver> solver,
                                                  Pruning pruning, BudgetCheck check) {
  return std::make_unique<Reachability>(program, fspec, std::move(solver), pruning,
                                        Counting::refused, std::move(check));
}

std::unique_ptr<ground::Pruner> make_bounding_reachability(const ground::Program& program,
                                                           const Fspec& fspec,
                                                           MakeSolver make_solver,
                                                           BudgetCheck check) {
  return std::make_unique<Reachability>(program, fspec, std::move(make_solver), std::move(check));
}

}  // namespace ldfi::reach
