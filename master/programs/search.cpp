#include "master/programs/search.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/heap.hpp"
#include "common/base/overloaded.hpp"
#include "common/base/phase.hpp"
#include "common/campaign/campaign.hpp"
#include "common/config/options.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/record/cell.hpp"
#include "master/life/failure.hpp"
#include "master/programs/journal_result.hpp"
#include "master/task/dropped_messages.hpp"
#include "master/task/strategy.hpp"
#include "worker/dedalus/dedalus_subject.hpp"

namespace ldfi::app {
namespace {

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
  Search(const Task& task, const Session& session, ProgramFarm& farm)
      : task_(task),
        session_(session),
        ranks_(session.ranks()),
        log_(session.log()),
        clock_(session.clock()),
        journal_(*session.journal()),
        farm_(farm),
        dropped_(task, log_),
        setup_(task.setup()),
        searching_(session.check()),
        replaying_(session.check(Stage::replaying)),
        subject_(task.program, task.fspec, setup_, dropped_.take(task.program)) {}

  Cell run();

 private:
  SearchResult search();
  SearchResult search_on_farm();
  void log_world() const;
  SearchResult run_searches();
  void add_falsifiers_of_earlier_sessions(SearchResult& result) const;
  void add_answers_not_needed();
  void find_untouched();
  void record();
  void say_how_many() const;

  const Task& task_;
  const Session& session_;
  Ranks& ranks_;
  const Log& log_;
  const Clock& clock_;
  journal::Journal& journal_;
  ProgramFarm& farm_;
  DroppedMessages dropped_;
  const wire::Setup setup_;
  const BudgetCheck searching_;
  /// Throws BudgetExceeded later than the check of the search, because replays need time after the
  /// search's budget has run out.
  const BudgetCheck replaying_;
  execute::DedalusSubject subject_;
  Cell cell_;
  std::vector<Repeat> repeats_;
  bool searched_ = false;  ///< the search has returned a result
  bool plain_ = false;     ///< the strategy needs no universe (set of all facts that can hold)
};

Cell Search::run() {
  const double began = clock_();
  cell_ = campaign::run(subject_, {.clock = clock_,
                                   .search = [this] { return search(); },
                                   .searching = searching_,
                                   .replaying = replaying_,
                                   .doing = [this](const char* at) { ranks_.set_doing(at); },
                                   .note = [this](const std::string& note) { log_.note(note); }});
  find_untouched();
  cell_.repeats = std::move(repeats_);
  if (searched_ && !task_.options.results_only) add_answers_not_needed();
  add_sizes(cell_, task_.fspec, replaying_);
  record();
  say_how_many();
  cell_.wall_s = clock_() - began;
  return std::move(cell_);
}

SearchResult Search::search() {
  auto result =
      task_.options.results_only ? answered(task_, journal_, searching_) : search_on_farm();
  searched_ = true;
  if (!task_.options.results_only) add_falsifiers_of_earlier_sessions(result);
  // Frees the memory of the universe and the solver, which the following stages do not need.
  subject_.end_search();
  if (task_.options.memory_limit_bytes) return_free_memory();
  if (result.error.empty()) return result;
  if (decides_by_error(result)) throw wire::RemoteFailure(ExitStatus::input, result.error);
  log_.note("under some fault sets the arithmetic fails: " + result.error);
  return result;
}

SearchResult Search::search_on_farm() {
  ranks_.set_doing("grounding");
  auto answer = subject_.prepare(search_settings(task_), searching_);
  log_world();
  if (answer) return *std::move(answer);
  ranks_.set_doing("searching");
  const Phase phase("searching");
  plain_ = subject_.world().universe() == nullptr;
  farm_.set_universe(subject_.world().universe(), searching_);
  auto result = run_searches();
  farm_.set_universe(nullptr, {});  // end_search() frees the universe
  if (!task_.options.minimise) farm_.stop();
  subject_.explain(result);
  return result;
}

void Search::log_world() const {
  const ground::Universe* universe = subject_.world().universe();
  if (universe == nullptr) {
    const std::string explored = subject_.world().explored();
    log_.detail(fmt::format("{:.3f} s: {}", clock_(), explored.empty() ? "no universe" : explored));
    return;
  }
  log_.detail(fmt::format("{:.3f} s: universe of {} facts and {} rule instances", clock_(),
                          universe->fact_count(), universe->instance_count()));
}

// Runs one search, or as many as --repeat requests. Returns the first conclusive result.
SearchResult Search::run_searches() {
  const auto& o = task_.options;
  const ground::Universe* universe = subject_.world().universe();
  wire::Setup setup = setup_;
  setup.grounding.plain = universe == nullptr;
  if (universe != nullptr) {
    setup.grounding.pruning_done = true;
    setup.grounding.pruned = universe->pruned();
    setup.grounding.bounded = universe->bounded();
  }
  const auto fingerprint = universe == nullptr ? wire::fingerprint(setup) : universe->fingerprint();
  std::optional<SearchResult> best;
  for (std::uint64_t i = 0; i < o.repeat; ++i) {
    const double began = clock_();
    if (i > 0 && session_.time_left() == 0.0) break;
    session_.limit_time(setup.budget);
    SearchSettings settings = search_settings(task_);
    settings.seed = o.seed + i;
    const auto strategy = subject_.strategy(settings, searching_);
    auto result = farm_.run(setup, *strategy, fingerprint);
    if (o.repeat > 1) {
      repeats_.push_back({o.seed + i, result.verdict, result.executed, clock_() - began});
    }
    const bool found = result.verdict != Verdict::inconclusive;
    if (!best || (best->verdict == Verdict::inconclusive && found)) best = std::move(result);
  }
  return std::move(*best);
}

namespace {

/// Returns true if the result has an inconclusive verdict. Then answers in the journal may decide
/// it.
bool undecided(const SearchResult& result) {
  const auto& each = result.specifications;
  const auto open = [](const auto& one) { return one.verdict == Verdict::inconclusive; };
  return each.empty() ? open(result) : std::any_of(each.begin(), each.end(), open);
}

}  // namespace

// A budget may end a resumed search before the search reaches the counterexamples in the journal.
void Search::add_falsifiers_of_earlier_sessions(SearchResult& result) const {
  if (!task_.options.resume || !undecided(result)) return;
  const auto known = answered(task_, journal_, replaying_);
  auto falsifiers = falsifiers_of_each(result);
  const auto earlier = falsifiers_of_each(known);
  auto& each = result.specifications;
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    Verdict& verdict = each.empty() ? result.verdict : each[i].verdict;
    if (verdict != Verdict::inconclusive || earlier[i].empty()) continue;
    verdict = Verdict::counterexample;
    falsifiers[i] = earlier[i];
    if (task_.options.stop == config::StopRule::first) falsifiers[i].resize(1);
  }
  gather(result, falsifiers);
  if (!each.empty()) result.verdict = worst(each);
}

// Adds the executions in the journal that this search did not need. Earlier sessions executed them
// because they had more workers or another order of jobs. If the budget ends, counts the remaining
// executions without listing them.
void Search::add_answers_not_needed() {
  std::uint64_t id = 0;
  for (const auto& row : cell_.executions) id = std::max(id, row.id);
  wire::Setup setup = setup_;
  setup.grounding.plain = plain_;
  bool listing = true;
  journal_.each_not_recalled(setup, [&](const Job& job, const Report& report) {
    const auto add = [&](const ExecuteJob& work, const ExecuteReport& answer) {
      ++cell_.executed;
      ++cell_.wasted;
      listing = listing && !out_of_budget(replaying_);
      if (!listing) return;
      cell_.executions.push_back(
          {++id, std::nullopt, work.faults, answer.outcome, report.execute_ns});
    };
    visit_answer(job, report,
                 Overloaded{add, [](const EnumerateJob&, const EnumerateReport&) {},
                            [](const SampleJob&, const SampleReport&) {},
                            [](const SearchJob&, const Cell&) {},
                            [](const DriveJob&, const DriveReport&) {}});
  });
  if (!listing) log_.note("executions of earlier sessions are counted, but not all are listed");
}

void Search::find_untouched() {
  auto& each = cell_.specifications;
  const auto certified = [](const auto& judged) { return judged.verdict == Verdict::certified; };
  if (!certified(cell_) && std::none_of(each.begin(), each.end(), certified)) return;
  try {
    execute::Untouched untouched = subject_.untouched(replaying_);
    cell_.untouched = certified(cell_) && untouched.all;
    cell_.untouched_each = std::move(untouched.each);
    for (std::size_t s = 0; s < cell_.untouched_each.size(); ++s) {
      if (!certified(each[s])) cell_.untouched_each[s] = false;
    }
  } catch (const BudgetExceeded&) {  // the check was incomplete, but the verdict stays certified
  }
}

// Stores as many derivation graphs as the budget allows. Called after all searches and replays.
void Search::record() {
  const Phase phase("deriving");
  const BudgetCheck check = graph_check(task_.options, replaying_);
  try {
    if (!subject_.begun()) return;
    campaign::record(subject_, {}, cell_, check);
    for (std::size_t i = 0; i < std::min(max_recorded, cell_.falsifiers.size()); ++i) {
      const FaultSet& faults = cell_.falsifiers[i].faults;
      if (!faults.empty()) campaign::record(subject_, faults, cell_, check);
    }
  } catch (const BudgetExceeded& e) {
    log_.note(left_out(e.what()));
  }
}

void Search::say_how_many() const {
  if (cell_.graphs.size() <= max_recorded || cell_.falsifiers.size() <= max_recorded) return;
  log_.note(fmt::format("derivation graphs are kept of the first {} of {} counterexamples",
                        max_recorded, cell_.falsifiers.size()));
}

}  // namespace

Cell run_search(const Task& task, const Session& session, ProgramFarm& farm) {
  LDFI_REQUIRE(session.journal() != nullptr, "a search keeps its answers");
  journal::Journal& journal = *session.journal();
  const wire::Setup setup = task.setup();
  if (auto cell = journal.finished_cell(setup)) return *std::move(cell);
  Cell cell = Search(task, session, farm).run();
  // An unfinished result is not kept in the journal, because the next session may have a larger budget.
  if (!task.options.results_only && !cell.unfinished) session.keep_cell(setup, cell);
  return cell;
}

}  // namespace ldfi::app
