#include "master/programs/sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/heap.hpp"
#include "common/base/phase.hpp"
#include "common/campaign/campaign.hpp"
#include "common/config/options.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/record/cell.hpp"
#include "common/search/make_strategy.hpp"
#include "master/face/progress.hpp"
#include "master/life/limits.hpp"
#include "master/programs/subjects.hpp"
#include "master/proofs/theorems.hpp"
#include "master/sweep/beyond_course.hpp"
#include "master/sweep/grid_course.hpp"
#include "master/sweep/paper_course.hpp"
#include "master/sweep/sweep_strategy.hpp"
#include "master/task/dropped_messages.hpp"
#include "master/task/grid.hpp"
#include "master/task/strategy.hpp"
#include "worker/dedalus/dedalus_subject.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::app {
namespace {

/// A sweep does not store the derivation graph of an execution with more tuples than this. Graphs are made at
/// the end of a sweep, which often has no time left, and a larger graph takes more than a second.
/// ldfi-results can make it later.
constexpr std::size_t max_recorded_tuples = 100'000;

class Sweep {
 public:
  Sweep(const Task& task, const Session& session, ProgramProgress& lines)
      : task_(task),
        session_(session),
        ranks_(session.ranks()),
        log_(session.log()),
        lines_(lines),
        dropped_(task, log_),
        ending_(session.check(Stage::replaying)) {}

  void run(RunRecord& record);

 private:
  std::unique_ptr<sweep::Course> make_course(std::function<bool(const sweep::Point&)> proved);
  [[nodiscard]] Theorems theorems() const;
  [[nodiscard]] sweep::Rules rules() const;
  [[nodiscard]] schedule::MasterOptions master_options() const;
  [[nodiscard]] wire::Setup setup() const;
  [[nodiscard]] Fspec fspec_of(const sweep::Point& point) const;
  [[nodiscard]] Cell cell_of(const sweep::Point& point, const sweep::Settled& settled,
                             bool proved) const;
  void log_errors() const;
  void look_for_faults(RunRecord& record) const;
  void replay_inherited_falsifiers();
  void record_all(RunRecord& record);
  void record(Subjects& subjects, Cell& cell, const FaultSet& faults, const BudgetCheck& check);

  const Task& task_;
  const Session& session_;
  Ranks& ranks_;
  const Log& log_;
  ProgramProgress& lines_;
  DroppedMessages dropped_;
  /// Throws BudgetExceeded later than the check of the search, because replays need time after the
  /// sweep's budget has run out.
  const BudgetCheck ending_;
  std::string skipped_;
  /// Number of Fspecs in the sweep; nullopt if the sweep chooses each Fspec by the results before.
  std::optional<std::uint64_t> points_;
  std::vector<std::pair<sweep::Point, sweep::Settled>> cells_;
};

sweep::Rules Sweep::rules() const {
  const auto settings = search_settings(task_.options);
  return {task_.options.eff_mode, settings.all, search::complete(settings)};
}

std::unique_ptr<sweep::Course> Sweep::make_course(std::function<bool(const sweep::Point&)> proved) {
  const config::Options& o = task_.options;
  if (o.beyond) {
    const Fspec& f = task_.fspec;
    sweep::Point from{f.eot(), f.eff(), f.crashes()};
    auto points = sweep::one_step_beyond(from, budgets_of(f.parameters()), f.node_count());
    return std::make_unique<sweep::BeyondCourse>(rules(), std::move(from), std::move(points));
  }
  if (!o.grid()) {
    sweep::PaperOptions options;
    options.crashes = task_.fspec.crashes();
    // EOT is limited so that EFF, which grows with EOT, stays small enough to compute the size of the fault
    // space.
    options.max_eot = std::min(o.sweep_max_eot.value_or(Fspec::max_eot),
                               sweep::largest_countable_eff(task_.fspec.node_count()) + 1);
    options.stride = o.sweep_stride;
    options.proved = std::move(proved);
    return std::make_unique<sweep::PaperCourse>(rules(), std::move(options));
  }
  const sweep::Grid grid = grid_of(task_);
  LDFI_REQUIRE(!grid.points.empty(), "the options leave a cell");
  if (grid.skipped > 0) {
    skipped_ = fmt::format(
        "{} combination{} skipped: EFF must be less than EOT, there must be at least as many nodes "
        "as crashes, and the fault space must be countable",
        grid.skipped, grid.skipped == 1 ? "" : "s");
    log_.note(skipped_);
  }
  points_ = grid.points.size();
  return std::make_unique<sweep::GridCourse>(rules(), grid.points);
}

/// Returns options without a limit on executions, because each cell (Fspec of the sweep) has its
/// own limit. So results do not depend on which cells a rank searches.
schedule::MasterOptions Sweep::master_options() const {
  const auto doing = [](const schedule::Progress& p) {
    return fmt::format("sweeping, {} cells in", p.reports);
  };
  const auto complete = [this](journal::Standing& now, const schedule::Progress&) {
    now.cells_total = points_;
  };
  schedule::MasterOptions options =
      session_.master_options({[this](const schedule::Progress& p) { lines_.update(p); }, doing,
                               [] { return std::string("sweep"); }, complete});
  options.recall_only = task_.options.results_only;
  return options;
}

wire::Setup Sweep::setup() const {
  wire::Setup out = task_.setup();
  session_.limit_time(out.budget);
  return out;
}

Fspec Sweep::fspec_of(const sweep::Point& point) const {
  FspecParameters parameters = task_.fspec.parameters();
  parameters.eot = point.eot;
  parameters.eff = point.eff;
  parameters.crashes = point.crashes;
  set_budgets(parameters, point.budgets);
  return Fspec(std::move(parameters));
}

/// Proves that Fspecs of the sweep keep their promises for every EOT, for at most half of the time
/// limit.
Theorems Sweep::theorems() const {
  if (!task_.options.sweep_forever) return {};
  const Phase phase("proving for every EOT");
  ranks_.set_doing("proving for every EOT");
  config::Options half = task_.options;
  if (half.time_limit_s) *half.time_limit_s /= 2;
  const BudgetCheck budget = budget_check(half, session_.clock());
  return {task_, task_.options.grid() ? grid_of(task_).points : std::vector<sweep::Point>{}, log_,
          [this, budget] {
            if (const auto why = ranks_.stop_requested())
              throw wire::StopRequested("stopped on " + *why);
            if (budget) budget();
          }};
}

void Sweep::run(RunRecord& record) {
  const Theorems proved = theorems();
  const auto holds = [&proved](const sweep::Point& point) { return proved.cover(point); };
  const auto course = make_course(holds);
  sweep::SweepStrategy strategy(*course, search_settings(task_.options), holds);
  const auto result = [&] {
    const Phase phase("sweeping");
    const auto farm = ranks_.make_farm(master_options(), [](const wire::Setup& each) {
      return execute::make_ground_executor(each);
    });
    const wire::Setup all = setup();
    auto found = farm->run(all, strategy, wire::fingerprint(all));
    farm->stop();
    return found;
  }();
  if (task_.options.memory_limit_bytes) return_free_memory();
  if (!result.error.empty()) throw wire::RemoteFailure(ExitStatus::input, result.error);
  const auto decisive = course->decisive();
  for (const auto& [point, settled] : course->cells()) {
    if (decisive == point) record.decisive = record.cells.size();
    const bool certified = settled.report.verdict == Verdict::certified;
    record.cells.push_back(cell_of(point, settled, certified && proved.cover(point)));
    cells_.emplace_back(point, settled);
  }
  look_for_faults(record);
  std::vector<sweep::Point> all_certified;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (record.cells[i].verdict == Verdict::certified) all_certified.push_back(cells_[i].first);
  }
  record.theorems = proved.told(all_certified);
  log_errors();
  record.conclusion = course->conclusion();
  if (record.conclusion.empty()) record.conclusion = fmt::format("{} cells", record.cells.size());
  if (!skipped_.empty()) record.conclusion += "; " + skipped_;
  ranks_.set_doing("replaying falsifiers and drawing lineages");
  try {
    replay_inherited_falsifiers();
    record_all(record);
  } catch (const BudgetExceeded& e) {
    log_.note(left_out(e.what()));
  }
}

/// Logs the diagnostics of the first Fspecs of the sweep in which arithmetic fails.
void Sweep::log_errors() const {
  constexpr std::size_t most = 3;
  std::size_t failed = 0;
  for (const auto& [point, settled] : cells_) {
    const bool fails = !settled.from && !settled.report.error.empty();
    if (!fails || ++failed > most) continue;
    log_.note(fmt::format("{}: {}: {}", sweep::to_text(point),
                          settled.report.falsifiers.empty()
                              ? "the arithmetic fails"
                              : "under other faults the arithmetic fails",
                          settled.report.error));
  }
  if (failed > most) log_.note(fmt::format("the same happens in {} more cells", failed - most));
}

Cell Sweep::cell_of(const sweep::Point& point, const sweep::Settled& settled, bool proved) const {
  const Fspec fspec = fspec_of(point);
  Cell cell = settled.report;
  cell.fspec = fspec.parameters();
  cell.params = point.params;
  for (const auto& one : task_.program.specifications) {
    if (cell.specifications.size() == task_.program.specifications.size())
      break;  // a worker has searched the cell and looked for faults
    cell.specifications.push_back({one.says, Verdict::inconclusive, {}});
  }
  add_sizes(cell, fspec, ending_);
  cell.unfinished = !cell.reason.empty() && !is_out_of_reach(cell);
  if (proved) {
    cell.reason = proved_for_every_eot;
  } else if (settled.from) {
    cell.reason += fmt::format("{}follows from {}", cell.reason.empty() ? "" : "; ",
                               sweep::to_text(*settled.from));
  }
  return cell;
}

// Marks cells in which faults cannot affect anything. Workers mark the cells that they search. The
// other cells have taken their results over from a cell with more faults, in which faults may have
// an effect.
void Sweep::look_for_faults(RunRecord& record) const {
  const Phase phase("looking for faults that are possible");
  Subjects subjects(task_, setup());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto& [point, settled] = cells_[i];
    Cell& cell = record.cells[i];
    if (!settled.from || !may_be_out_of_reach(cell)) continue;
    const Fspec fspec = fspec_of(point);
    try {
      auto& subject = subjects.at(fspec.parameters(), point.params);
      if (!subject.begun()) static_cast<void>(subject.execute({}, ending_));
      if (subject.is_out_of_reach_of(fspec, ending_)) mark_vacuous(cell);
    } catch (const BudgetExceeded& e) {
      return log_.note(
          fmt::format("for the cells from {} on, it is unknown whether a fault can affect the "
                      "promise, because the budget of {} ran out",
                      sweep::to_text(point), e.budget()));
    }
  }
}

// Executes again the counterexamples that a cell took over from another cell, once for each EOT and
// program. Counterexamples that a worker found were already executed again by the worker.
void Sweep::replay_inherited_falsifiers() {
  const Phase phase("replaying");
  Subjects subjects(task_, setup());
  std::set<std::tuple<int, std::size_t, FaultSet>> replayed;
  for (const auto& [point, settled] : cells_) {
    if (!settled.from) continue;
    for (const Falsifier& f : settled.report.falsifiers) {
      LDFI_ENSURE(fspec_of(point).admits(f.faults),
                  sweep::to_text(point) + " does not admit a falsifier carried over to it");
      if (!replayed.emplace(point.eot, point.variant, f.faults).second) continue;
      if (ending_) ending_();
      auto& subject = subjects.at(fspec_of(point).parameters(), point.params);
      if (!subject.begun()) static_cast<void>(subject.execute({}, ending_));
      static_cast<void>(campaign::replay(subject, f, ending_));
    }
  }
}

void Sweep::record(Subjects& subjects, Cell& cell, const FaultSet& faults,
                   const BudgetCheck& check) {
  try {
    campaign::record(subjects.at(cell.fspec, cell.params), faults, cell, check);
  } catch (const BudgetExceeded& e) {
    if (e.budget() != "facts") throw;
    log_.note(fmt::format("EOT {}: the derivation graph of {} is too large to keep", cell.fspec.eot,
                          faults.empty() ? "failure_free" : to_text(faults, cell.fspec)));
  }
}

void Sweep::record_all(RunRecord& record) {
  // Executions that were already repeated. Several cells may have the same counterexample.
  std::set<std::tuple<int, std::size_t, FaultSet>> seen;
  std::size_t kept = 0;
  const Phase phase("deriving");
  const BudgetCheck check = graph_check(task_.options, ending_);
  wire::Setup small = setup();
  if (small.budget.max_facts == 0 || small.budget.max_facts > max_recorded_tuples) {
    small.budget.max_facts = max_recorded_tuples;
  }
  Subjects subjects(task_, std::move(small), &dropped_);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto& [point, settled] = cells_[i];
    if (record.decisive == i) this->record(subjects, record.cells[i], {}, check);
    for (const Falsifier& f : settled.report.falsifiers) {
      const bool fresh = seen.emplace(point.eot, point.variant, f.faults).second;
      if (!fresh || f.faults.empty() || kept == max_recorded) continue;
      this->record(subjects, record.cells[i], f.faults, check);
      ++kept;
    }
  }
}

}  // namespace

void run_sweep(const Task& task, const Session& session, ProgramProgress& lines,
               RunRecord& record) {
  LDFI_REQUIRE(session.journal() != nullptr, "a sweep keeps its cells");
  Sweep(task, session, lines).run(record);
}

}  // namespace ldfi::app
