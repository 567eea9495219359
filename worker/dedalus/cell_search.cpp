#include "worker/dedalus/cell_search.hpp"

#include <optional>
#include <type_traits>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/campaign/campaign.hpp"
#include "common/search/make_strategy.hpp"
#include "worker/dedalus/dedalus_subject.hpp"
#include "worker/dedalus/ground_executor.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/dedalus/plain_executor.hpp"

namespace ldfi::execute {
namespace {

Fspec fspec_of(const wire::Setup& setup, const wire::SearchJob& job) {
  FspecParameters parameters = setup.fspec;
  parameters.eot = job.eot;
  parameters.eff = job.eff;
  parameters.crashes = job.crashes;
  set_budgets(parameters, job.budgets);
  return Fspec(std::move(parameters));
}

class CellSearch {
 public:
  CellSearch(const dedalus::Program& program, const wire::Setup& setup, const wire::SearchJob& job,
             const Host& host, double deadline)
      : program_(program),
        setup_(setup),
        job_(job),
        host_(host),
        deadline_(deadline),
        fspec_(fspec_of(setup, job)),
        subject_(program, fspec_, setup) {}

  Cell run() {
    /// To confirm what was found until the deadline.
    constexpr double replay_grace_s = 0.25;
    try {
      return campaign::run(subject_,
                           {.clock = host_.clock,
                            .search = [this] { return search_or_refuse(); },
                            .searching = check(deadline_),
                            .replaying = check(deadline_ + replay_grace_s)},
                           job_.probe);
    } catch (const InputError& e) {  // an arithmetic error of the failure-free run
      Cell failed = empty_cell(fspec_);
      failed.error = render(e.diagnostics(), program_.sources);
      return failed;
    }
  }

 private:
  SearchResult search_or_refuse() {
    try {
      return search();
    } catch (const UsageError& e) {  // too many fault sets for the exhaustive search
      SearchResult refused;
      refused.reason = e.what();
      return refused;
    }
  }

  SearchResult search() {
    World& world = subject_.make_world(job_.settings, check(deadline_));
    suspended([&] { subject_.ground(); });
    if (world.answer()) return *world.answer();
    const auto strategy = suspended([&] {
      return search::make_strategy(fspec_, world.universe(), job_.settings, check(deadline_),
                                   world.scout());
    });
    try {
      follow(*strategy, *make_executor(world.universe()));
    } catch (const BudgetExceeded& e) {
      strategy->give_up(e.what());
    }
    auto result = strategy->result();
    world.explain(result);
    return result;
  }

  [[nodiscard]] std::unique_ptr<Executor> make_executor(const ground::Universe* universe) const {
    if (universe != nullptr) return make_ground_executor(*universe, check(deadline_));
    return make_plain_executor(program_, fspec_, eval_limits(setup_.budget, check(deadline_)), 0);
  }

  void follow(search::Strategy& strategy, Executor& executor) {
    executor.set_alive(host_.alive);
    std::uint64_t runs = 0;
    while (!strategy.finished()) {
      say_alive();
      if (const auto budget = exhausted(deadline_)) return strategy.give_up(*budget);
      const auto job = suspended([&] { return strategy.next_job(); });
      if (strategy.finished()) return;
      LDFI_ENSURE(job.has_value(), "the strategy neither finishes nor asks for work");
      runs += wire::runs_of(*job);
      if (job_.settings.max_runs > 0 && runs > job_.settings.max_runs) {
        return strategy.give_up("runs");
      }
      const wire::Report report = executor.execute(*job);
      suspended([&] {
        const Phase phase("learning");
        strategy.accept(report);
      });
    }
  }

  template <class Action>
  std::invoke_result_t<Action> suspended(Action action) const {
    const HeartbeatSuspension suspension(host_.suspend);
    return action();
  }

  void say_alive() const {
    if (host_.alive) host_.alive();
  }

  [[nodiscard]] std::optional<std::string> exhausted(double deadline) const {
    if (host_.clock() >= deadline) return "time";
    const std::uint64_t limit = setup_.budget.memory_limit_bytes;
    if (limit > 0 && host_.memory() > limit) return "memory";
    return std::nullopt;
  }

  [[nodiscard]] BudgetCheck check(double deadline) const {
    return [this, deadline] {
      say_alive();
      if (const auto budget = exhausted(deadline)) throw BudgetExceeded(*budget, *budget);
    };
  }

  const dedalus::Program& program_;
  const wire::Setup& setup_;
  const wire::SearchJob& job_;
  const Host& host_;
  double deadline_;
  Fspec fspec_;
  DedalusSubject subject_;
};

}  // namespace

Cell search_cell(const dedalus::Program& program, const wire::Setup& setup,
                 const wire::SearchJob& job, const Host& host, double deadline) {
  return CellSearch(program, setup, job, host, deadline).run();
}

}  // namespace ldfi::execute
