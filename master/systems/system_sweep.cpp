#include "master/systems/system_sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "common/base/printable_lines.hpp"
#include "common/base/text.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/record/summary_text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "master/face/run_record.hpp"
#include "master/life/resume.hpp"
#include "master/session/subject_run.hpp"
#include "master/systems/cell_search.hpp"
#include "master/systems/conclusion.hpp"
#include "master/systems/result_text.hpp"
#include "master/systems/system_session.hpp"
#include "master/systems/system_setup.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/views/systems/system_text.hpp"
#include "worker/drive/fingerprint.hpp"

namespace ldfi::app {
namespace {

using results::Json;

class SystemSweep final : public SubjectRun {
 public:
  SystemSweep(const std::vector<std::string>& arguments, const config::CommandLine& line,
              Ranks& ranks, const Log& log, Watch& watch)
      : arguments_(arguments),
        line_(line),
        options_(line.options),
        ranks_(ranks),
        log_(log),
        session_(options_, ranks, log, watch) {}

 protected:
  Session& session() override { return session_; }
  void prepare() override;
  std::optional<journal::Header> header() override;
  void search() override;
  void store() override;
  std::optional<Verdict> final_verdict() override;
  std::string summary(bool stored) override;
  [[nodiscard]] ExitStatus status() const override;

 private:
  [[nodiscard]] const config::SystemCell& cell() const { return line_.cells[record_.sweep.size()]; }
  [[nodiscard]] bool all_settled() const { return record_.sweep.size() == line_.cells.size(); }
  [[nodiscard]] Verdict verdict() const { return record_.sweep[worst_of(record_.sweep)].verdict; }
  void begin();
  void search_cell();
  void settle();
  [[nodiscard]] std::string conclusion() const;
  [[nodiscard]] std::string text(bool stored) const;
  [[nodiscard]] std::string json(bool stored) const;

  const std::vector<std::string>& arguments_;
  const config::CommandLine& line_;
  const config::Options& options_;
  Ranks& ranks_;
  const Log& log_;
  SystemSession session_;
  std::unique_ptr<CellSearch> current_;  ///< the search of the current cell
  bool told_ = false;                    ///< true if the log already has the last stderr output of
                                         ///< a node
  /// True if the log already names the parts of the sandbox that this machine does not allow.
  bool lacks_logged_ = false;
  std::optional<std::string> end_reason_;  ///< reason why no more cells are searched
  RunRecord record_;  ///< the record of the run; its `sweep` has the finished cells
  Json cells_ = Json::array();
  std::string story_;  ///< events of the counterexample with the worst verdict, as text
  std::size_t executions_ = 0;
};

std::optional<journal::Header> SystemSweep::header() {
  systems::Plan plan = *line_.system;
  plan.fingerprint = drive::fingerprint(plan, options_.config_text, session_.check());
  journal::Header out = system_header(arguments_, plan, options_);
  std::string cells;
  for (const config::SystemCell& one : line_.cells) {
    cells += (cells.empty() ? "" : " ") + one.name;
  }
  constexpr std::size_t few = 400;  // a reader can compare two lists of up to this length
  out.settings.push_back(cells.size() <= few ? journal::Setting{"cells", cells}
                                             : text_setting("cells", cells));
  return out;
}

void SystemSweep::prepare() {
  record_ = begin_record(options_, arguments_, ranks_.size());
  record_.strategy = options_.strategy == StrategyName::random ? "random" : "trace";
  if (line_.skipped > 0) {
    log_.note(fmt::format("{} combination{} skipped: EFF must not be after EOT", line_.skipped,
                          line_.skipped == 1 ? " is" : "s are"));
  }
  results::Hdf5Sink(options_.output).probe();
  if (options_.recordings.empty()) return;
  const RecordingKeeper folder(options_.recordings, options_.resume, log_, told_);
}

void SystemSweep::search() {
  session_.set_doing([this] {
    return fmt::format("sweeping, {} of {} cells in", record_.sweep.size(), line_.cells.size());
  });
  session_.run([this] {
    while (!all_settled()) {
      begin();
      search_cell();
      settle();
    }
  });
  if (session_.stopped()) end_reason_ = session_.stopped();
  while (!all_settled()) {
    if (!current_) begin();
    current_->search.give_up(end_reason_.value_or(""));
    settle();
  }
}

void SystemSweep::store() {
  record_.conclusion = conclusion();
  results::Hdf5Sink(options_.output).write(record_);
}

std::optional<Verdict> SystemSweep::final_verdict() {
  return session_.stopped() ? std::nullopt : std::optional(verdict());
}

std::string SystemSweep::summary(bool stored) {
  return options_.summary == config::SummaryFormat::json ? json(stored) : text(stored);
}

ExitStatus SystemSweep::status() const {
  return session_.stopped() ? ExitStatus::stopped : exit_status(verdict());
}

void SystemSweep::begin() {
  const std::string folder =
      options_.recordings.empty() ? "" : options_.recordings + "/" + cell().name;
  current_ = std::make_unique<CellSearch>(session_, options_, cell().values, folder, log_, told_);
}

void SystemSweep::search_cell() {
  search::SystemStrategy& search = current_->search;
  if (!end_reason_ && session_.time_left() == 0.0) end_reason_ = "time";
  if (end_reason_) return search.give_up(*end_reason_);
  // After the first execution, a system that fails to start no longer counts as a wrong input.
  if (executions_ > 0) search.tolerate();
  session_.set_cell(cell().name, record_.sweep.size(), line_.cells.size());
  const auto where = [this] { log_.error(fmt::format("in the cell <{}>:", cell().name)); };
  try {
    session_.search(current_->plan, search);
  } catch (const InputError&) {
    where();
    throw;
  } catch (const wire::RemoteFailure& e) {
    if (e.status() == ExitStatus::input) where();
    throw;
  }
  // The limits on time and memory and the journal belong to the whole run. So if one of them ended
  // the search of this cell, the sweep ends.
  const bool out_of_journal = session_.journal_failure() == search.reason();
  if (search.reason() == "time" || search.reason() == "memory" || out_of_journal) {
    end_reason_ = search.reason();
  }
}

/// Keeps the result of the current cell in the record, and deletes its search.
void SystemSweep::settle() {
  const CellSearch& under = *current_;
  const search::SystemStrategy& search = under.search;
  const std::string& name = cell().name;
  if (const std::string lacks = lacks_text(search); !lacks.empty() && !lacks_logged_) {
    lacks_logged_ = true;
    log_.note(lacks);
  }
  if (const std::string text = retried_text(search); !text.empty()) {
    log_.note(fmt::format("<{}>: {}", name, text));
  }
  if (const std::string& text = search.unrepeated(); !text.empty()) {
    log_.note(fmt::format("<{}>: {}", name, printable_lines(text)));
  }
  for (const std::string& one : search.differences()) {
    log_.note(fmt::format("<{}>: the system is not deterministic: {}", name, printable_lines(one)));
  }
  SystemResult result = under.result(name);
  result.wall_s = session_.seconds() - under.began_s;
  Json one{{"cell", name},
           {"eot", systems::duration_text(under.plan.eot)},
           {"eff", systems::duration_text(under.plan.fspec.eff)},
           {"crashes", under.plan.fspec.crashes}};
  one.update(verdict_json(search, under.plan, under.options));
  add_numbers(one, search, under.options);
  one["wall_s"] = result.wall_s;
  cells_.push_back(std::move(one));
  executions_ += search.executions();
  record_.sweep.push_back(std::move(result));
  if (worst_of(record_.sweep) + 1 == record_.sweep.size()) {
    story_ = falsifiers_text(search, under.plan, under.options, &record_.sweep.back()) +
             flaky_text(search);
    if (!story_.empty()) story_ = fmt::format("\n<{}>{}", name, story_);
  }
  current_.reset();
}

std::string SystemSweep::conclusion() const {
  std::string out = counted(record_.sweep.size(), "cell");
  std::string sign = ":";
  for (const Verdict verdict : {Verdict::certified, Verdict::counterexample, Verdict::broken,
                                Verdict::vacuous, Verdict::inconclusive}) {
    const auto count = std::ranges::count(record_.sweep, verdict, &SystemResult::verdict);
    if (count == 0) continue;
    out += fmt::format("{} {} {}", sign, count, name_of(verdict));
    sign = ",";
  }
  if (line_.skipped > 0) out += fmt::format("; {} skipped", line_.skipped);
  return out;
}

std::string SystemSweep::text(bool stored) const {
  std::string out = labelled("verdict", name_of(verdict()));
  out += labelled("system", system_text(*line_.system));
  out += labelled("sweep", conclusion());
  out += labelled("executions", std::to_string(executions_));
  out += labelled("time", fmt::format("{:.3f} s", session_.seconds()));
  if (stored) out += labelled("results", printable(options_.output));
  out += results::system_cells_text(record_.sweep) + story_;
  if (stored && !story_.empty()) out += more_text(options_);
  return out;
}

std::string SystemSweep::json(bool stored) const {
  const Json out{{"verdict", name_of(verdict())},
                 {"conclusion", conclusion()},
                 {"cells", cells_},
                 {"executions", executions_},
                 {"skipped", line_.skipped},
                 {"wall_s", session_.seconds()},
                 {"output", stored ? options_.output : ""}};
  return results::dump(out) + "\n";
}

}  // namespace

ExitStatus run_system_sweep(const std::vector<std::string>& arguments,
                            const config::CommandLine& line, Ranks& ranks, const Log& log,
                            Watch& watch) {
  return SystemSweep(arguments, line, ranks, log, watch).run(arguments, watch);
}

}  // namespace ldfi::app
