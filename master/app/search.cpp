#include "master/app/search.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"
#include "common/base/heap.hpp"
#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/record/cell.hpp"
#include "master/app/answered.hpp"
#include "master/app/dropped.hpp"
#include "master/app/limits.hpp"
#include "master/app/strategy.hpp"
#include "master/life/failure.hpp"
#include "results/trace/graph_table.hpp"
#include "worker/dedalus/ground_executor.hpp"
#include "worker/dedalus/world.hpp"

namespace ldfi::app {
namespace {

constexpr double ns = 1e-9;
/// How fresh the figures of a progress line are.
constexpr double progress_interval_s = 0.2;

bool out_of_budget(const BudgetCheck& check) {
  try {
    if (check) check();
  } catch (const BudgetExceeded&) {
    return true;
  }
  return false;
}

class Search {
 public:
  Search(const Task& task, Ranks& ranks, const Log& log, const Clock& clock,
         journal::Journal& journal, ProgressLines& lines)
      : task_(task),
        ranks_(ranks),
        log_(log),
        clock_(clock),
        journal_(journal),
        lines_(lines),
        dropped_(task, log),
        limits_(dropped_.watch(eval_limits(task.options, budget_check(task.options, clock)))),
        ending_(dropped_.watch(
            eval_limits(task.options, budget_check(task.options, clock, Stage::replaying)))) {}

  Cell run();

 private:
  [[nodiscard]] std::unique_ptr<eval::Model> evaluate(const FaultSet& faults,
                                                      const eval::EvalLimits& limits) const;
  void judge_failure_free();
  void judge_and_search();
  SearchResult search();
  void tell_of(const execute::World& world);
  SearchResult run_searches(schedule::Farm& farm, execute::World& world);
  schedule::MasterOptions master_options() const;
  [[nodiscard]] std::optional<double> time_left() const;
  void add_falsifiers_of_earlier_sittings(SearchResult& result) const;
  void take_result(const SearchResult& result);
  void add_answers_not_needed();
  void replay_all(const std::vector<Falsifier>& found);
  void replay(const Falsifier& found);
  void end_early(const std::string& reason);
  void add_graphs();
  void say_how_many_graphs() const;

  const Task& task_;
  Ranks& ranks_;
  const Log& log_;
  const Clock& clock_;
  journal::Journal& journal_;
  ProgressLines& lines_;
  DroppedMessages dropped_;
  const eval::EvalLimits limits_;
  const eval::EvalLimits ending_;  ///< for what has to be done even if the search is out of budget
  Cell cell_;
  std::unique_ptr<eval::Model> failure_free_;
  std::vector<FaultSet> replayed_;  ///< the first of the falsifiers, for their graphs
  std::unique_ptr<eval::Model> first_;
  bool broken_ = false;
  bool plain_ = false;  ///< there is no universe
};

Cell Search::run() {
  const double began = clock_();
  cell_ = empty_cell(task_.fspec);
  try {
    judge_and_search();
  } catch (const BudgetExceeded& e) {
    end_early(e.what());
  }
  add_sizes(cell_, task_.fspec, ending_.check);
  add_graphs();
  say_how_many_graphs();
  cell_.wall_s = clock_() - began;
  return std::move(cell_);
}

void Search::end_early(const std::string& reason) {
  cell_.verdict = Verdict::inconclusive;
  cell_.reason = reason;
  cell_.unfinished = true;
}

void Search::judge_and_search() {
  judge_failure_free();
  if (broken_) return;
  auto result = task_.options.results_only ? answered(task_, journal_, limits_.check) : search();
  if (!task_.options.results_only) add_falsifiers_of_earlier_sittings(result);
  // The universe and the solver are gone; what follows has their memory.
  if (task_.options.memory_limit_bytes) return_free_memory();
  take_result(result);
}

std::unique_ptr<eval::Model> Search::evaluate(const FaultSet& faults,
                                              const eval::EvalLimits& limits) const {
  return with_sources(task_.program.sources,
                      [&] { return eval::run(task_.program, task_.fspec, faults, limits); });
}

void Search::judge_failure_free() {
  ranks_.set_doing("at the failure-free run");
  const Phase phase("failure-free");
  const double began = clock_();
  failure_free_ = evaluate({}, limits_);
  const auto judgement = eval::judge(task_.program, task_.fspec, *failure_free_, *failure_free_);
  cell_.failure_free_pre = judgement.pre;
  cell_.failure_free_post = judgement.post;
  broken_ = !judgement.holds();
  if (!broken_) return;
  const double took = clock_() - began;
  cell_.verdict = Verdict::broken;
  cell_.executed = 1;
  cell_.execute_s = took;
  cell_.executions = {
      {1, std::nullopt, {}, Outcome::violates, static_cast<std::uint64_t>(took / ns)}};
  cell_.falsifiers = {{{}, true, judgement.violated}};
}

SearchResult Search::search() {
  const wire::Setup setup = task_.setup();
  const auto settings = search_settings(task_.options);
  execute::World world(task_.program, task_.fspec, *failure_free_, setup, settings, limits_.check);
  ranks_.set_doing("grounding");
  world.ground();
  tell_of(world);
  if (world.answer()) return *world.answer();
  ranks_.set_doing("searching");
  const Phase phase("searching");
  const ground::Universe* universe = world.universe();
  plain_ = universe == nullptr;
  const auto farm = ranks_.make_farm(master_options(), [&](const wire::Setup& whole) {
    return universe != nullptr ? execute::make_ground_executor(*universe, limits_.check)
                               : execute::make_ground_executor(whole);
  });
  auto result = run_searches(*farm, world);
  farm->stop();
  world.explain(result);
  return result;
}

void Search::tell_of(const execute::World& world) {
  const ground::Universe* universe = world.universe();
  if (universe == nullptr) {
    const std::string explored = world.explored();
    log_.detail(fmt::format("{:.3f} s: {}", clock_(), explored.empty() ? "no universe" : explored));
    return;
  }
  cell_.universe_facts = universe->fact_count();
  cell_.universe_instances = universe->instance_count();
  log_.detail(fmt::format("{:.3f} s: universe of {} facts and {} rule instances", clock_(),
                          universe->fact_count(), universe->instance_count()));
}

// One search, or as many as --repeat says: then the first that finds a counterexample gives the
// run its verdict.
SearchResult Search::run_searches(schedule::Farm& farm, execute::World& world) {
  const auto& o = task_.options;
  const ground::Universe* universe = world.universe();
  wire::Setup setup = task_.setup();
  setup.plain = universe == nullptr;
  if (universe != nullptr) {
    setup.pruning_done = true;
    setup.pruned = universe->pruned();
    setup.bounded = universe->bounded();
  }
  const auto fingerprint = universe == nullptr ? wire::fingerprint(setup) : universe->fingerprint();
  std::optional<SearchResult> best;
  for (std::uint64_t i = 0; i < o.repeat; ++i) {
    const double began = clock_();
    if (i > 0 && time_left() == 0.0) break;
    if (const auto left = time_left()) {
      setup.time_left_ms = static_cast<std::uint64_t>(std::max(1.0, std::ceil(*left * 1000)));
    }
    const auto strategy = make_strategy(task_, universe, o.seed + i, limits_.check, world.scout());
    auto result = farm.run(setup, *strategy, fingerprint);
    if (o.repeat > 1) {
      cell_.repeats.push_back({o.seed + i, result.verdict, result.executed, clock_() - began});
    }
    const bool found = result.verdict != Verdict::inconclusive;
    if (!best || (best->verdict == Verdict::inconclusive && found)) best = std::move(result);
  }
  return std::move(*best);
}

std::optional<double> Search::time_left() const {
  if (!task_.options.time_limit_s) return std::nullopt;
  return std::max(0.0, *task_.options.time_limit_s - clock_());
}

schedule::MasterOptions Search::master_options() const {
  const auto& o = task_.options;
  schedule::MasterOptions options;
  // A second job in the queue hides latency, which pays when jobs are fixed ahead. The lineage
  // search chooses each job by what the last ones proved: there it would be more speculation.
  const bool ahead = fixes_jobs_ahead(o.strategy) && !ranks_.alone();
  options.jobs_per_worker = ahead ? 2 : 1;
  options.time_limit_s = time_left();
  options.max_runs = o.max_runs;
  options.clock = clock_;
  options.memory = &journal_;
  options.job_deadline_s = ranks_.alone() ? 0 : o.job_timeout_s;
  options.progress_interval_s = progress_interval_s;
  options.reporter = [this](const schedule::Progress& p) {
    lines_.update(p);
    ranks_.set_doing(fmt::format("searching, {} answers in", p.reports));
  };
  options.exhausted = [this]() -> std::optional<std::string> {
    const auto& limit = task_.options.memory_limit_bytes;
    if (limit && resident_bytes() > *limit) return "memory";
    if (time_left() == 0.0) return "time";  // the farm counts anew in each search
    return std::nullopt;
  };
  return options;
}

// A budget may end a resumed search before it asks again for what the journal holds.
void Search::add_falsifiers_of_earlier_sittings(SearchResult& result) const {
  if (!task_.options.resume || result.verdict != Verdict::inconclusive) return;
  auto known = answered(task_, journal_, ending_.check);
  if (known.falsifiers.empty()) return;
  if (task_.options.stop == config::StopRule::first) known.falsifiers.resize(1);
  result.verdict = Verdict::counterexample;
  result.falsifiers = std::move(known.falsifiers);
}

void Search::take_result(const SearchResult& result) {
  if (!result.error.empty()) {
    if (result.falsifiers.empty()) {
      throw wire::RemoteFailure(ExitStatus::input, result.error);
    }
    log_.note("under other faults the arithmetic fails: " + result.error);
  }
  Verdict verdict = result.verdict;
  if (verdict == Verdict::certified && cell_.failure_free_pre == 0) {
    verdict = Verdict::vacuous;
  }
  LDFI_ENSURE(
      verdict != Verdict::broken,
      "the ground executor finds the failure-free run broken, the plain evaluator does not");
  cell_.verdict = verdict;
  cell_.reason = result.reason;
  cell_.unfinished = !cell_.reason.empty();
  cell_.executed = result.executed;
  cell_.violating = result.violating;
  cell_.wasted = result.wasted;
  cell_.solve_s = result.solve_s;
  cell_.execute_s = result.execute_s;
  cell_.executions = result.executions;
  if (!task_.options.results_only) add_answers_not_needed();
  replay_all(result.falsifiers);
}

// Executed ahead by more workers than there are now, or in another order, and then not asked for
// again: executions all the same. What the budget does not allow to list is counted.
void Search::add_answers_not_needed() {
  std::uint64_t id = 0;
  for (const auto& row : cell_.executions) id = std::max(id, row.id);
  wire::Setup setup = task_.setup();
  setup.plain = plain_;
  bool listing = true;
  journal_.each_not_recalled(setup, [&](const wire::Job& job, const wire::Report& report) {
    const auto* work = std::get_if<wire::ExecuteJob>(&job.work);
    const auto* outcome = std::get_if<wire::ExecuteReport>(&report.result);
    if (work == nullptr || outcome == nullptr) return;
    ++cell_.executed;
    ++cell_.wasted;
    listing = listing && !out_of_budget(ending_.check);
    if (!listing) return;
    cell_.executions.push_back(
        {++id, std::nullopt, work->faults, outcome->outcome, report.execute_ns});
  });
  if (!listing) log_.note("executions of earlier sittings are counted, but not all are listed");
}

// What there is no budget for is left out: then the list is not complete.
void Search::replay_all(const std::vector<Falsifier>& found) {
  ranks_.set_doing("replaying counterexamples");
  const Phase phase("replaying");
  try {
    for (const auto& one : found) {
      if (!replayed_.empty() && ending_.check) ending_.check();
      replay(one);
    }
  } catch (const BudgetExceeded& e) {
    log_.note(fmt::format("{} of {} counterexamples were replayed; the budget of {} ran out",
                          replayed_.size(), found.size(), e.what()));
    if (replayed_.empty()) {
      end_early(fmt::format("{}; not replayed: {}", e.what(),
                            to_text(found.front().faults, task_.fspec)));
    } else {
      cell_.reason = e.what();
      cell_.unfinished = true;
    }
  }
}

// Nothing is reported that the program itself, run without any grounding, does not confirm.
void Search::replay(const Falsifier& found) {
  const std::string text = to_text(found.faults, task_.fspec);
  auto model = evaluate(found.faults, ending_);
  const auto judgement = eval::judge(task_.program, task_.fspec, *model, *failure_free_);
  LDFI_ENSURE(!judgement.holds(),
              fmt::format("the plain evaluator does not confirm the counterexample {}", text));
  LDFI_ENSURE(
      found.violated.empty() || found.violated == judgement.violated,
      fmt::format("under {} the plain evaluator finds {} violated, the ground executor {}", text,
                  fmt::join(judgement.violated, " "), fmt::join(found.violated, " ")));
  cell_.falsifiers.push_back({found.faults, found.minimal, judgement.violated});
  if (replayed_.empty()) first_ = std::move(model);
  replayed_.push_back(found.faults);
}

// Last, so that no search and no replay waits for them, and as far as the budget allows.
void Search::add_graphs() {
  if (!failure_free_) return;
  const Phase phase("deriving");
  const BudgetCheck check = graph_check(task_.options, ending_.check);
  const auto add = [&](const FaultSet& faults, const eval::Model& model, const std::string& name) {
    cell_.graphs.push_back(
        results::graph_table(task_.program, task_.fspec, faults, model, name, check));
  };
  try {
    add({}, *failure_free_, "failure_free");
    for (std::size_t i = 0; i < std::min(most_graphs, replayed_.size()); ++i) {
      const auto again = i == 0 ? nullptr : evaluate(replayed_[i], ending_);
      add(replayed_[i], again ? *again : *first_, to_text(replayed_[i], task_.fspec));
    }
  } catch (const BudgetExceeded& e) {
    log_.note(left_out(e.what()));
  }
}

void Search::say_how_many_graphs() const {
  if (cell_.graphs.size() <= most_graphs || cell_.falsifiers.size() <= most_graphs) return;
  log_.note(fmt::format("derivation graphs are kept of the first {} of {} counterexamples",
                        most_graphs, cell_.falsifiers.size()));
}

}  // namespace

Cell run_search(const Task& task, Ranks& ranks, const Log& log, const Clock& clock,
                journal::Journal& journal, ProgressLines& lines) {
  const wire::Setup setup = task.setup();
  if (auto cell = journal.finished_cell(setup)) return *std::move(cell);
  Cell cell = Search(task, ranks, log, clock, journal, lines).run();
  // A budget may be larger next time.
  if (!task.options.results_only && !cell.unfinished) journal.keep_cell(setup, cell);
  return cell;
}

}  // namespace ldfi::app
