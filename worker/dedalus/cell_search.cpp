#include "worker/dedalus/cell_search.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/search/make_strategy.hpp"
#include "worker/dedalus/ground_executor.hpp"
#include "worker/dedalus/plain_executor.hpp"
#include "worker/dedalus/world.hpp"

namespace ldfi::execute {
namespace {

Fspec fspec_of(const wire::Setup& setup, const wire::SearchJob& job) {
  FspecParameters parameters = setup.fspec;
  parameters.eot = job.eot;
  parameters.eff = job.eff;
  parameters.crashes = job.crashes;
  return Fspec(std::move(parameters));
}

class CellSearch {
 public:
  CellSearch(const dedalus::Program& program, const wire::Setup& setup, const wire::SearchJob& job,
             const Surroundings& around, double deadline)
      : program_(program),
        setup_(setup),
        job_(job),
        around_(around),
        deadline_(deadline),
        fspec_(fspec_of(setup, job)) {}

  Cell run() {
    const double began = around_.clock();
    try {
      judge_failure_free();
      if (report_.verdict != Verdict::broken && !job_.probe) search();
    } catch (const InputError& e) {  // an arithmetic error of the failure-free run
      report_.error = render(e.diagnostics(), program_.sources);
    } catch (const BudgetExceeded& e) {
      give_up(e.what());
    } catch (const UsageError& e) {  // too many fault sets for the exhaustive search
      give_up(e.what());
    }
    report_.wall_s = around_.clock() - began;
    return std::move(report_);
  }

 private:
  void judge_failure_free() {
    const Phase phase("failure-free");
    eval::EvalLimits limits = eval_limits_of(setup_);
    limits.check = check();
    failure_free_ = eval::run(program_, fspec_, {}, limits);
    const auto judgement = eval::judge(program_, fspec_, *failure_free_, *failure_free_);
    report_.executed = 1;
    report_.failure_free_pre = judgement.pre;
    report_.failure_free_post = judgement.post;
    report_.verdict = judgement.pre == 0 ? Verdict::vacuous : Verdict::certified;
    if (judgement.holds()) return;
    report_.verdict = Verdict::broken;
    report_.executions = {{1, std::nullopt, {}, Outcome::violates, 0}};
    report_.falsifiers = {{{}, true, judgement.violated}};
  }

  void give_up(const std::string& reason) {
    report_.verdict = Verdict::inconclusive;
    report_.reason = reason;
  }

  void search() {
    report_.executed = 0;
    if (const auto budget = exhausted()) throw BudgetExceeded(*budget, *budget);
    World world(program_, fspec_, *failure_free_, setup_, job_.settings, check());
    in_absence([&] { world.ground(); });
    if (world.answer()) return take(*world.answer());
    const ground::Universe* universe = world.universe();
    if (universe != nullptr) {
      report_.universe_facts = universe->fact_count();
      report_.universe_instances = universe->instance_count();
    }
    const auto strategy = in_absence([&] {
      return search::make_strategy(fspec_, universe, job_.settings, check(), world.scout());
    });
    try {
      follow(*strategy, *make_executor(universe));
    } catch (const BudgetExceeded& e) {
      strategy->give_up(e.what());
    }
    auto result = strategy->result();
    world.explain(result);
    take(result);
  }

  [[nodiscard]] std::unique_ptr<Executor> make_executor(const ground::Universe* universe) const {
    if (universe != nullptr) return make_ground_executor(*universe, check());
    eval::EvalLimits limits = eval_limits_of(setup_);
    limits.check = check();
    return make_plain_executor(program_, fspec_, std::move(limits), 0);
  }

  void follow(search::Strategy& strategy, Executor& executor) {
    executor.set_alive(around_.alive);
    std::uint64_t runs = 0;
    while (!strategy.finished()) {
      say_alive();
      if (const auto budget = exhausted()) return strategy.give_up(*budget);
      const auto job = in_absence([&] { return strategy.next_job(); });
      if (strategy.finished()) return;
      LDFI_ENSURE(job.has_value(), "the strategy neither finishes nor asks for work");
      runs += wire::runs_of(*job);
      if (job_.settings.max_runs > 0 && runs > job_.settings.max_runs) {
        return strategy.give_up("runs");
      }
      const wire::Report report = executor.execute(*job);
      in_absence([&] {
        const Phase phase("learning");
        strategy.accept(report);
      });
    }
  }

  template <class Action>
  std::invoke_result_t<Action> in_absence(Action action) const {
    const Absence absence(around_.absent);
    return action();
  }

  void say_alive() const {
    if (around_.alive) around_.alive();
  }

  [[nodiscard]] std::optional<std::string> exhausted() const {
    if (around_.clock() >= deadline_) return "time";
    if (setup_.memory_limit_bytes > 0 && around_.memory() > setup_.memory_limit_bytes) {
      return "memory";
    }
    return std::nullopt;
  }

  [[nodiscard]] BudgetCheck check() const {
    return [this] {
      say_alive();
      if (const auto budget = exhausted()) throw BudgetExceeded(*budget, *budget);
    };
  }

  void take(const SearchResult& result) {
    LDFI_ENSURE(
        result.verdict != Verdict::broken,
        "the ground executor finds the failure-free run broken, the plain evaluator does not");
    const bool vacuous = report_.verdict == Verdict::vacuous;
    report_.verdict =
        vacuous && result.verdict == Verdict::certified ? Verdict::vacuous : result.verdict;
    report_.reason = result.reason;
    report_.error = result.error;
    report_.executed = result.executed;
    report_.violating = result.violating;
    report_.solve_s = result.solve_s;
    report_.execute_s = result.execute_s;
    report_.executions = result.executions;
    replay_all(result.falsifiers);
  }

  // What there is no budget for is left out: then the list is not complete.
  void replay_all(const std::vector<Falsifier>& found) {
    const Phase phase("replaying");
    deadline_ += replay_grace_s;
    try {
      for (const auto& one : found) {
        if (!report_.falsifiers.empty()) check()();
        replay(one);
      }
    } catch (const BudgetExceeded& e) {
      report_.reason = e.what();
      if (report_.falsifiers.empty()) report_.verdict = Verdict::inconclusive;
    }
  }

  // Nothing is reported that the program itself, run without any grounding, does not confirm.
  void replay(const Falsifier& found) {
    eval::EvalLimits limits = eval_limits_of(setup_);
    limits.check = check();
    const auto model = eval::run(program_, fspec_, found.faults, limits);
    const auto judgement = eval::judge(program_, fspec_, *model, *failure_free_);
    LDFI_ENSURE(!judgement.holds(),
                fmt::format("the plain evaluator does not confirm the counterexample {}",
                            to_text(found.faults, fspec_)));
    LDFI_ENSURE(
        found.violated.empty() || found.violated == judgement.violated,
        fmt::format("under {} the plain evaluator finds {} violated, the ground executor {}",
                    to_text(found.faults, fspec_), fmt::join(judgement.violated, " "),
                    fmt::join(found.violated, " ")));
    report_.falsifiers.push_back({found.faults, found.minimal, judgement.violated});
  }

  /// To confirm what was found until the deadline.
  static constexpr double replay_grace_s = 0.25;

  const dedalus::Program& program_;
  const wire::Setup& setup_;
  const wire::SearchJob& job_;
  const Surroundings& around_;
  double deadline_;
  Fspec fspec_;
  std::unique_ptr<eval::Model> failure_free_;
  Cell report_;
};

}  // namespace

ground::GroundLimits limits_of(const wire::Setup& setup) {
  ground::GroundLimits out;
  if (setup.max_facts > 0) out.max_facts = setup.max_facts;
  if (setup.max_instances > 0) out.max_instances = setup.max_instances;
  return out;
}

eval::EvalLimits eval_limits_of(const wire::Setup& setup) {
  eval::EvalLimits out;
  if (setup.max_facts > 0) out.allow(setup.max_facts);
  return out;
}

Cell search_cell(const dedalus::Program& program, const wire::Setup& setup,
                 const wire::SearchJob& job, const Surroundings& around, double deadline) {
  return CellSearch(program, setup, job, around, deadline).run();
}

}  // namespace ldfi::execute
