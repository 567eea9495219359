#include "common/reach/reachability.hpp"

#include <algorithm>
#include <optional>

#include "common/core/phase.hpp"
#include "common/reach/simulation.hpp"
#include "common/reach/unrolling.hpp"

namespace ldfi::reach {
namespace {

using ground::FactInfo;
using ground::FactKind;
using ground::Pruning;
using ground::Store;
using sat::Literal;

/// For one question. A fact whose impossibility is harder to prove than that is kept.
constexpr std::uint64_t most_conflicts = 5'000;
/// New instances in a tick, from which on growth is worth a thought.
constexpr std::size_t many_instances = 1'000;
constexpr int ticks_in_a_row = 3;

class Reachability final : public ground::Pruner {
 public:
  Reachability(const ground::Program& program, const Fspec& fspec,
               std::unique_ptr<sat::Solver> solver, Pruning pruning, BudgetCheck check)
      : solver_(std::move(solver)),
        check_(std::move(check)),
        program_(program),
        fspec_(fspec),
        active_(pruning == Pruning::always) {}

  std::vector<FactId> impossible(const Store& store) override {
    ++now_;
    if (!active_ && !growing(store)) return {};
    if (now_ == fspec_.eot()) return {};  // nothing grows from them
    const Phase phase("pruning");
    if (!unrolling_) {
      unrolling_.emplace(program_, fspec_, *solver_);
      simulation_.emplace(fspec_);
    }
    active_ = true;
    unrolling_->extend(store);
    simulation_->extend(store);
    return unreachable(store, unseen(store));
  }

 private:
  /// Some ticks in a row brought many instances, each notably more than the one before.
  bool growing(const Store& store) {
    std::size_t grown = 0;
    for (; instances_ < store.instances.size(); ++instances_) {
      const FactId head = store.instances[instances_].head;
      if (store.facts[head.index()].at != Time(0)) ++grown;  // not "crashes at some time"
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
      if (info.certain || info.kind == FactKind::crash || info.kind == FactKind::error) continue;
      if (!simulation_->seen(FactId(facts_))) out.emplace_back(facts_);
    }
    return out;
  }

  /// Those that no fault set reaches. One at a time: what is known of the first makes the next
  /// easier, and a question about one fact is far easier than about some of many.
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
      const Literal question[] = {unrolling_->holds(f)};
      const sat::Answer answer = solver_->solve(question);
      if (answer == sat::Answer::satisfiable) {
        std::erase_if(open, [&](FactId g) { return solver_->value(unrolling_->holds(g)); });
        models.push_back(unrolling_->faults().model(*solver_));
        continue;
      }
      if (answer == sat::Answer::unsatisfiable) {
        exclude(open, out);
      } else {
        open.pop_back();  // too hard: it may stay
      }
    }
    simulation_->follow(store, models, Time(now_));
    return out;
  }

  void exclude(std::vector<FactId>& open, std::vector<FactId>& out) {
    unrolling_->exclude(open.back());
    out.push_back(open.back());
    open.pop_back();
  }

  std::unique_ptr<sat::Solver> solver_;
  BudgetCheck check_;
  const ground::Program& program_;
  const Fspec& fspec_;
  std::optional<Unrolling> unrolling_;  ///< once active
  std::optional<Simulation> simulation_;
  bool active_;
  int now_ = 0;
  std::size_t facts_ = 0;      ///< of the store, that have been asked about
  std::size_t instances_ = 0;  ///< of the store, at the last tick
  std::size_t last_grown_ = 0;
  int faster_ = 0;  ///< ticks in a row
};

}  // namespace

ground::Universe ground_program(const ground::Program& program, const Fspec& fspec,
                                const ground::GroundLimits& limits, Pruning pruning,
                                sat::Kind solver) {
  if (pruning == Pruning::never) return ground::ground_program(program, fspec, limits);
  const auto check = [&limits] {
    if (limits.check) limits.check();
    if (limits.slow) limits.slow();
  };
  const auto pruner =
      make_reachability(program, fspec, sat::make_solver(solver, 0), pruning, check);
  return ground::ground_program(program, fspec, limits, pruner.get());
}

std::unique_ptr<ground::Pruner> make_reachability(const ground::Program& program,
                                                  const Fspec& fspec,
                                                  std::unique_ptr<sat::Solver> solver,
                                                  Pruning pruning, BudgetCheck check) {
  solver->set_conflict_limit(most_conflicts);
  solver->set_check(check);
  return std::make_unique<Reachability>(program, fspec, std::move(solver), pruning,
                                        std::move(check));
}

}  // namespace ldfi::reach
