#include "master/app/search.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/core/contract.hpp"
#include "common/core/decimal.hpp"
#include "common/core/memory.hpp"
#include "common/eval/evaluate.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/failure.hpp"
#include "master/app/answered.hpp"
#include "master/app/failure.hpp"
#include "master/app/limits.hpp"
#include "master/app/progress.hpp"
#include "master/app/strategy.hpp"
#include "results/trace/graph_table.hpp"
#include "worker/execute/ground_executor.hpp"

namespace ldfi::app {
namespace {

constexpr double ns = 1e-9;
/// How fresh the figures of a progress line are.
constexpr double progress_interval_s = 0.2;

class Search {
 public:
  Search(const Task& task, Ranks& ranks, const Log& log, const Clock& clock,
         journal::Journal& journal)
      : task_(task),
        ranks_(ranks),
        log_(log),
        clock_(clock),
        journal_(journal),
        limits_(eval_limits(task.options, budget_check(task.options, clock))) {}

  results::Cell run();

 private:
  [[nodiscard]] std::unique_ptr<eval::Model> evaluate(const FaultSet& faults) const;
  void judge_failure_free();
  void search();
  std::optional<ground::Universe> possible_world();
  search::SearchResult run_searches(schedule::Farm& farm, const ground::Universe* universe);
  schedule::MasterOptions master_options(ProgressLines& lines) const;
  [[nodiscard]] std::optional<double> time_left() const;
  void take_result(const search::SearchResult& result);
  void add_answers_not_needed();
  void replay(const search::Counterexample& found);
  void add_graph(const FaultSet& faults, const eval::Model& model, const std::string& name);
  void say_how_many_graphs() const;

  const Task& task_;
  Ranks& ranks_;
  const Log& log_;
  const Clock& clock_;
  journal::Journal& journal_;
  const eval::EvalLimits limits_;
  results::Cell cell_;
  std::unique_ptr<eval::Model> failure_free_;
  bool broken_ = false;
  std::string no_universe_;  ///< why there is none; empty if there is
};

results::Cell Search::run() {
  const double began = clock_();
  cell_ = empty_cell(task_.fspec);
  try {
    judge_failure_free();
    if (!broken_) search();
  } catch (const BudgetExceeded& e) {
    cell_.verdict = verdict_name(search::Verdict::inconclusive);
    cell_.reason = e.what();
    if (cell_.executed.empty()) cell_.executed = "0";
  }
  say_how_many_graphs();
  cell_.wall_s = clock_() - began;
  return std::move(cell_);
}

std::unique_ptr<eval::Model> Search::evaluate(const FaultSet& faults) const {
  return with_sources(task_.program.sources,
                      [&] { return eval::run(task_.program, task_.fspec, faults, limits_); });
}

void Search::judge_failure_free() {
  ranks_.set_doing("at the failure-free run");
  const double began = clock_();
  failure_free_ = evaluate({});
  const auto judgement = eval::judge(task_.program, task_.fspec, *failure_free_, *failure_free_);
  cell_.failure_free_pre = judgement.pre;
  cell_.failure_free_post = judgement.post;
  add_graph({}, *failure_free_, "failure_free");
  broken_ = !judgement.holds();
  if (!broken_) return;
  const double took = clock_() - began;
  cell_.verdict = verdict_name(search::Verdict::broken);
  cell_.executed = "1";
  cell_.execute_s = took;
  const std::string none = to_text(FaultSet(), task_.fspec);
  cell_.executions = {{1, -1, none, "violates", static_cast<std::uint64_t>(took / ns)}};
  cell_.falsifiers = {{none, 0, true, judgement.violated}};
}

void Search::search() {
  if (task_.options.results_only) {
    take_result(answered(task_, journal_));
    return;
  }
  ranks_.set_doing("grounding");
  const auto universe = possible_world();
  ProgressLines lines(log_.quiet(), fmt::format("{}/{}/{}", cell_.eot, cell_.eff, cell_.crashes),
                      {task_.options.time_limit_s, task_.options.max_runs}, clock_);
  ranks_.set_doing("searching");
  const auto farm = ranks_.make_farm(master_options(lines), [&universe](const wire::Setup& setup) {
    return universe ? execute::make_ground_executor(*universe)
                    : execute::make_ground_executor(setup);
  });
  const auto result = run_searches(*farm, universe ? &*universe : nullptr);
  farm->stop();
  ranks_.set_doing("replaying counterexamples");
  take_result(result);
}

// Executions need no universe: without one, the program itself is run.
std::optional<ground::Universe> Search::possible_world() {
  try {
    auto universe = task_.universe(limits_.check);
    cell_.universe_facts = universe.fact_count();
    cell_.universe_instances = universe.instance_count();
    log_.detail(fmt::format("{:.3f} s: universe of {} facts and {} rule instances", clock_(),
                            universe.fact_count(), universe.instance_count()));
    return universe;
  } catch (const BudgetExceeded& e) {
    if (!e.too_large()) throw;
    no_universe_ = e.what();
    log_.detail(fmt::format("{:.3f} s: no universe: {}", clock_(), no_universe_));
    return std::nullopt;
  }
}

// One search, or as many as --repeat says: then the first that finds a counterexample gives the
// run its verdict.
search::SearchResult Search::run_searches(schedule::Farm& farm, const ground::Universe* universe) {
  const auto& o = task_.options;
  wire::Setup setup = task_.setup();
  setup.plain = universe == nullptr;
  if (universe != nullptr) {
    setup.pruning_done = true;
    setup.pruned = universe->pruned();
    setup.bounded = universe->bounded();
  }
  const auto fingerprint = universe == nullptr ? wire::fingerprint(setup) : universe->fingerprint();
  std::optional<search::SearchResult> best;
  for (std::uint64_t i = 0; i < o.repeat; ++i) {
    const double began = clock_();
    if (i > 0 && time_left() == 0.0) break;
    const auto strategy =
        make_strategy(task_, universe, o.seed + i, [this] { return time_left(); });
    auto result = farm.run(setup, *strategy, fingerprint);
    if (o.repeat > 1) {
      cell_.repeats.push_back(
          {o.seed + i, verdict_name(result.verdict), result.executed.str(), clock_() - began});
    }
    const bool found = result.verdict != search::Verdict::inconclusive;
    if (!best || (best->verdict == search::Verdict::inconclusive && found))
      best = std::move(result);
  }
  return std::move(*best);
}

std::optional<double> Search::time_left() const {
  if (!task_.options.time_limit_s) return std::nullopt;
  return std::max(0.0, *task_.options.time_limit_s - clock_());
}

schedule::MasterOptions Search::master_options(ProgressLines& lines) const {
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
  options.reporter = [this, &lines](const schedule::Progress& p) {
    lines.update(p);
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

void Search::take_result(const search::SearchResult& result) {
  if (!result.error.empty()) throw wire::RemoteFailure(ExitStatus::input, result.error);
  search::Verdict verdict = result.verdict;
  if (verdict == search::Verdict::certified && cell_.failure_free_pre == 0) {
    verdict = search::Verdict::vacuous;
  }
  LDFI_ENSURE(
      verdict != search::Verdict::broken,
      "the ground executor finds the failure-free run broken, the plain evaluator does not");
  cell_.verdict = verdict_name(verdict);
  cell_.reason = result.reason;
  if (verdict == search::Verdict::inconclusive && needs_universe(task_.options) &&
      !no_universe_.empty()) {
    cell_.reason = no_universe_ + (result.reason.empty() ? "" : "; ") + result.reason;
  }
  cell_.executed = result.executed.str();
  if (result.violating) cell_.violating = result.violating->str();
  cell_.wasted = result.wasted;
  cell_.solve_s = static_cast<double>(result.solve_ns) * ns;
  cell_.execute_s = static_cast<double>(result.execute_ns) * ns;
  for (const auto& e : result.executions) {
    cell_.executions.push_back({e.job, e.parent ? static_cast<std::int64_t>(*e.parent) : -1,
                                to_text(e.faults, task_.fspec), outcome_name(e.outcome),
                                e.execute_ns});
  }
  if (!task_.options.results_only) add_answers_not_needed();
  for (const auto& found : result.counterexamples) replay(found);
}

// Executed ahead by more workers than there are now, or in another order, and then not asked for
// again: executions all the same.
void Search::add_answers_not_needed() {
  BigInt executed(cell_.executed);
  std::uint64_t id = 0;
  for (const auto& row : cell_.executions) id = std::max(id, row.id);
  wire::Setup setup = task_.setup();
  setup.plain = !no_universe_.empty();
  for (const auto& [job, report] : journal_.not_recalled(setup)) {
    const auto* work = std::get_if<wire::ExecuteJob>(&job.work);
    const auto* outcome = std::get_if<wire::ExecuteReport>(&report.result);
    if (work == nullptr || outcome == nullptr) continue;
    cell_.executions.push_back({++id, -1, to_text(work->faults, task_.fspec),
                                outcome_name(outcome->outcome), report.execute_ns});
    ++executed;
    ++cell_.wasted;
  }
  cell_.executed = executed.str();
}

// Nothing is reported that the program itself, run without any grounding, does not confirm.
void Search::replay(const search::Counterexample& found) {
  const std::string text = to_text(found.faults, task_.fspec);
  const auto model = evaluate(found.faults);
  const auto judgement = eval::judge(task_.program, task_.fspec, *model, *failure_free_);
  LDFI_ENSURE(!judgement.holds(),
              fmt::format("the plain evaluator does not confirm the counterexample {}", text));
  LDFI_ENSURE(
      found.violated.empty() || found.violated == judgement.violated,
      fmt::format("under {} the plain evaluator finds {} violated, the ground executor {}", text,
                  fmt::join(judgement.violated, " "), fmt::join(found.violated, " ")));
  cell_.falsifiers.push_back({text, found.faults.size(), found.minimal, judgement.violated});
  if (cell_.falsifiers.size() <= most_graphs) add_graph(found.faults, *model, text);
}

void Search::add_graph(const FaultSet& faults, const eval::Model& model, const std::string& name) {
  cell_.graphs.push_back(results::graph_table(task_.program, task_.fspec, faults, model, name));
}

void Search::say_how_many_graphs() const {
  if (cell_.falsifiers.size() <= most_graphs) return;
  log_.note(fmt::format("derivation graphs are kept of the first {} of {} counterexamples",
                        most_graphs, cell_.falsifiers.size()));
}

}  // namespace

results::Cell run_search(const Task& task, Ranks& ranks, const Log& log, const Clock& clock,
                         journal::Journal& journal) {
  const wire::Setup setup = task.setup();
  if (auto cell = journal.finished_cell(setup)) return *std::move(cell);
  results::Cell cell = Search(task, ranks, log, clock, journal).run();
  // A budget may be larger next time.
  if (!task.options.results_only && cell.verdict != verdict_name(search::Verdict::inconclusive))
    journal.keep_cell(setup, cell);
  return cell;
}

results::Cell empty_cell(const Fspec& fspec) {
  results::Cell cell;
  cell.eot = fspec.eot();
  cell.eff = fspec.eff();
  cell.crashes = fspec.crashes();
  cell.nodes = fspec.nodes();
  cell.eff_mode = eff_mode_name(fspec.eff_mode());
  cell.crash_model = crash_model_name(fspec.crash_model());
  cell.combinations = decimal(fspec.combinations());
  cell.distinct_fault_sets = decimal(fspec.distinct_fault_sets());
  return cell;
}

std::string outcome_name(wire::Outcome outcome) {
  switch (outcome) {
    case wire::Outcome::holds:
      return "holds";
    case wire::Outcome::violates:
      return "violates";
    case wire::Outcome::error:
      return "error";
    case wire::Outcome::unended:
      return "unended";
  }
  return "";
}

std::string verdict_name(search::Verdict verdict) {
  switch (verdict) {
    case search::Verdict::certified:
      return "certified";
    case search::Verdict::counterexample:
      return "counterexample";
    case search::Verdict::vacuous:
      return "vacuous";
    case search::Verdict::broken:
      return "broken";
    case search::Verdict::inconclusive:
      return "inconclusive";
  }
  return "";
}

ExitStatus exit_status(const std::string& verdict) {
  if (verdict == "certified") return ExitStatus::certified;
  if (verdict == "counterexample" || verdict == "broken") return ExitStatus::counterexample;
  LDFI_REQUIRE(verdict == "inconclusive" || verdict == "vacuous", "one of the five verdicts");
  return ExitStatus::inconclusive;
}

std::string eff_mode_name(EffMode mode) {
  return mode == EffMode::inclusive ? "inclusive" : "exclusive";
}

std::string crash_model_name(CrashModel model) {
  return model == CrashModel::silent ? "silent" : "halt";
}

}  // namespace ldfi::app
