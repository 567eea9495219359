#include "master/programs/program_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/phase.hpp"
#include "common/config/options.hpp"
#include "common/dedalus/language/invariant.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/record/cell.hpp"
#include "master/face/progress.hpp"
#include "master/face/summary.hpp"
#include "master/face/summary_parts.hpp"
#include "master/journal/journal.hpp"
#include "master/life/limits.hpp"
#include "master/programs/minimise.hpp"
#include "master/programs/program_farm.hpp"
#include "master/programs/search.hpp"
#include "master/programs/sweep.hpp"
#include "master/programs/why.hpp"
#include "master/proofs/cell_certificates.hpp"
#include "master/proofs/certificate.hpp"
#include "master/session/subject_run.hpp"
#include "master/task/journal_header.hpp"
#include "master/task/record.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/dedalus/rerun.hpp"

namespace ldfi::app {
namespace {

class ProgramRun final : public SubjectRun {
 public:
  ProgramRun(Task task, Ranks& ranks, const Log& log, Watch& watch)
      : task_(std::move(task)),
        ranks_(ranks),
        log_(log),
        watch_(watch),
        session_(task_.options, ranks, log),
        sink_(task_.options.output) {}

 protected:
  Session& session() override { return session_; }

  void prepare() override {
    refuse_inputs(task_, {task_.options.output, journal::journal_name(task_.options.output)});
    refuse_certificate(task_);
    sink_.probe();
    record_ = make_record(task_, ranks_.size());
  }

  std::optional<journal::Header> header() override { return journal_header(task_); }

  void try_known() override {
    if (!is_sweep()) record_.known = rerun_known(session_.clock());
  }

  void search() override {
    const Clock& clock = session_.clock();
    lines_.emplace(log_.quiet(), cell_name(),
                   Budget{task_.options.time_limit_s, task_.options.max_runs,
                          task_.options.strategy == StrategyName::exhaustive},
                   clock);
    if (is_sweep()) {
      run_sweep(task_, session_, *lines_, record_);
    } else {
      farm_.emplace(task_, session_, *lines_);
      record_.cells.push_back(run_search(task_, session_, *farm_));
    }
  }

  void minimise() override {
    if (is_sweep()) return;
    ranks_.set_doing("minimising the counterexample");
    const auto asked = [this] {
      if (const auto why = watch_.stop_requested()) throw wire::StopRequested("stopped on " + *why);
    };
    app::minimise(task_, session_, *farm_, asked, record_.cells.back());
    farm_.reset();
  }

  /// Stores the results, unless an earlier session has already stored finished results.
  void store() override {
    const journal::Journal& journal = *session_.journal();
    was_stored_ = !task_.options.results_only && journal.done() &&
                  *journal.done() != name_of(Verdict::inconclusive) &&
                  files::exists(task_.options.output);
    if (!was_stored_) write();
  }

  std::optional<Verdict> final_verdict() override {
    if (was_stored_) return std::nullopt;
    const bool unfinished = std::ranges::any_of(record_.cells, &Cell::unfinished);
    return unfinished ? Verdict::inconclusive : decisive_cell(record_).verdict;
  }

  std::string summary(bool stored) override {
    const std::string output = stored ? task_.options.output : std::string();
    if (task_.options.summary == config::SummaryFormat::json) return json_summary(record_, output);
    const BudgetCheck check = session_.check(Stage::writing);
    return text_summary(record_, output, why_text(record_, check),
                        dedalus::implied_invariant(task_.program));
  }

  void certify() override {
    if (task_.options.certificate.empty()) return;
    ranks_.set_doing("writing the certificate");
    try {
      const BudgetCheck check = session_.check(Stage::writing);
      if (task_.options.sweep) {
        write_certificates(task_, record_.cells, log_, check);
      } else {
        write_certificate(task_, record_.cells.at(0), log_, check);
      }
    } catch (const BudgetExceeded& e) {
      log_.error(fmt::format("no certificate: the {} ran out", e.budget()));
    }
  }

  [[nodiscard]] ExitStatus status() const override {
    return exit_status(decisive_cell(record_).verdict);
  }

 private:
  [[nodiscard]] bool is_sweep() const { return task_.options.sweep || task_.options.beyond; }

  /// Executes the counterexamples that --known names. The search later leaves out the
  /// counterexamples that still violate a promise.
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

  /// Writes the results file. Leaves out derivation graphs that exceed the budget.
  void write() {
    try {
      sink_.write(record_, session_.check(Stage::writing));
    } catch (const BudgetExceeded& e) {
      log_.note(left_out(e.what()));
      for (Cell& cell : record_.cells) cell.graphs.clear();
      sink_.write(record_);
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
  std::optional<ProgramProgress> lines_;
  /// The farm of the search and of the minimisation. Empty before the search, and in a sweep.
  std::optional<ProgramFarm> farm_;
  results::Hdf5Sink sink_;
  RunRecord record_;
  bool was_stored_ = false;
};

}  // namespace

ExitStatus search_and_store(Task task, Ranks& ranks, const Log& log, Watch& watch) {
  const std::vector<std::string> arguments = task.arguments;
  return ProgramRun(std::move(task), ranks, log, watch).run(arguments, watch);
}

}  // namespace ldfi::app
