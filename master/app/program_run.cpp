#include "master/app/program_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/phase.hpp"
#include "common/config/options.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/record/cell.hpp"
#include "master/app/cell_certificates.hpp"
#include "master/app/certificate.hpp"
#include "master/app/journal_header.hpp"
#include "master/app/minimised.hpp"
#include "master/app/record.hpp"
#include "master/app/search.hpp"
#include "master/app/sweep.hpp"
#include "master/app/why.hpp"
#include "master/face/progress.hpp"
#include "master/face/summary.hpp"
#include "master/face/summary_parts.hpp"
#include "master/journal/journal.hpp"
#include "master/life/limits.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/dedalus/rerun.hpp"

namespace ldfi::app {
namespace {

class ProgramRun {
 public:
  ProgramRun(Task task, Ranks& ranks, const Log& log, Watch& watch)
      : task_(std::move(task)),
        ranks_(ranks),
        log_(log),
        watch_(watch),
        session_(task_.options, ranks, log),
        sink_(task_.options.output) {}

  ExitStatus run() {
    const Clock& clock = session_.clock();
    refuse_inputs(task_, {task_.options.output, journal::journal_name(task_.options.output)});
    refuse_certificate(task_);
    sink_.probe();
    if (task_.options.results_only) {
      session_.read_journal(journal_header(task_));
    } else {
      session_.open_journal(journal_header(task_), task_.arguments, watch_);
    }
    ProgramProgress lines(log_.quiet(), cell_name(),
                          {task_.options.time_limit_s, task_.options.max_runs,
                           task_.options.strategy == StrategyName::exhaustive},
                          clock);
    RunRecord record = make_record(task_, ranks_.size());
    if (task_.options.sweep || task_.options.beyond) {
      run_sweep(task_, session_, lines, record);
    } else {
      record.known = rerun_known(clock);
      record.cells.push_back(run_search(task_, session_, lines));
      make_smaller(clock, record.cells.back());
    }
    watch_.set_finishing();
    ranks_.set_doing("writing the results");
    const auto trouble = store(record, clock);
    const std::string output = trouble ? std::string() : task_.options.output;
    const bool json = task_.options.summary == config::SummaryFormat::json;
    print_result(
        json ? json_summary(record, output)
             : text_summary(record, output,
                            why_text(record, budget_check(task_.options, clock, Stage::writing))));
    if (trouble) std::rethrow_exception(trouble);
    certify(record, clock);
    return exit_status(decisive_cell(record).verdict);
  }

 private:
  /// What is still violated is left out of the search from now on.
  std::vector<KnownCase> rerun_known(const Clock& clock) {
    if (task_.stored.empty()) return {};
    ranks_.set_doing("executing known falsifiers again");
    const BudgetCheck budget = budget_check(task_.options, clock);
    const auto check = [this, &budget] {
      if (const auto why = watch_.stop_requested()) throw wire::StopRequested("stopped on " + *why);
      if (budget) budget();
    };
    const auto limits = execute::eval_limits(task_.budget(), check);
    auto cases = with_sources(task_.program.sources, [&] {
      return execute::rerun(task_.program, task_.fspec, task_.stored, limits);
    });
    const auto known = execute::left_out(cases, task_.fspec);
    task_.known.insert(task_.known.end(), known.begin(), known.end());
    std::ranges::sort(task_.known);
    task_.known.erase(std::unique(task_.known.begin(), task_.known.end()), task_.known.end());
    return cases;
  }

  void make_smaller(const Clock& clock, Cell& cell) {
    ranks_.set_doing("minimising the counterexample");
    const auto asked = [this] {
      if (const auto why = watch_.stop_requested()) throw wire::StopRequested("stopped on " + *why);
    };
    minimise(task_, log_, clock, asked, cell);
  }

  /// Only then is the run done: what the journal says is what a script may rely on. The results of
  /// a finished run are not written twice.
  std::exception_ptr store(RunRecord& record, const Clock& clock) {
    const Phase phase("writing");
    const bool open_cells = std::any_of(record.cells.begin(), record.cells.end(),
                                        [](const Cell& cell) { return cell.unfinished; });
    const Verdict verdict = open_cells ? Verdict::inconclusive : decisive_cell(record).verdict;
    try {
      if (task_.options.results_only) {
        write(record, clock);
        return nullptr;
      }
      journal::Journal& journal = *session_.journal();
      const bool stored = journal.done() && *journal.done() != name_of(Verdict::inconclusive) &&
                          files::exists(task_.options.output);
      if (!stored) write(record, clock);
      if (!stored) journal.finish(name_of(verdict));
    } catch (...) {
      return std::current_exception();
    }
    return nullptr;
  }

  void certify(const RunRecord& record, const Clock& clock) {
    if (task_.options.certificate.empty()) return;
    ranks_.set_doing("writing the certificate");
    try {
      const BudgetCheck check = budget_check(task_.options, clock, Stage::writing);
      if (task_.options.sweep) {
        write_certificates(task_, record.cells, log_, check);
      } else {
        write_certificate(task_, record.cells.at(0), log_, check);
      }
    } catch (const BudgetExceeded& e) {
      log_.error(fmt::format("no certificate: the {} ran out", e.budget()));
    }
  }

  /// Without the graphs if there is no budget for them.
  void write(RunRecord& record, const Clock& clock) {
    try {
      sink_.write(record, budget_check(task_.options, clock, Stage::writing));
    } catch (const BudgetExceeded& e) {
      log_.note(left_out(e.what()));
      for (Cell& cell : record.cells) cell.graphs.clear();
      sink_.write(record);
    }
  }

  [[nodiscard]] std::string cell_name() const {
    if (task_.options.sweep) return "sweep";
    const Fspec& f = task_.fspec;
    return fmt::format("{}/{}/{}", f.eot(), f.eff(), f.crashes());
  }

  Task task_;
  Ranks& ranks_;
  const Log& log_;
  Watch& watch_;
  Session session_;
  results::Hdf5Sink sink_;
};

}  // namespace

ExitStatus search_and_store(Task task, Ranks& ranks, const Log& log, Watch& watch) {
  return ProgramRun(std::move(task), ranks, log, watch).run();
}

}  // namespace ldfi::app
