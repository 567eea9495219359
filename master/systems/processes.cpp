#include "master/systems/processes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/phase.hpp"
#include "common/base/printable_lines.hpp"
#include "common/config/arguments.hpp"
#include "common/config/weights.hpp"
#include "common/record/summary_text.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "master/face/run_record.hpp"
#include "master/face/summary_parts.hpp"
#include "master/life/resume.hpp"
#include "master/session/subject_run.hpp"
#include "master/systems/conclusion.hpp"
#include "master/systems/fewer_operations.hpp"
#include "master/systems/known_cases.hpp"
#include "master/systems/replay.hpp"
#include "master/systems/result_text.hpp"
#include "master/systems/system_record.hpp"
#include "master/systems/system_session.hpp"
#include "master/systems/system_setup.hpp"
#include "master/systems/system_sweep.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/json/values.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/specification_check.hpp"

namespace ldfi::app {
namespace {

using results::Json;

/// Throws UsageError if there is nothing that --minimise could make smaller.
void check_minimise(const config::CommandLine& line) {
  const config::Options& o = line.options;
  if (!o.minimise) {
    if (o.minimise_by != MinimiseBy::search) throw UsageError("--minimise-by needs --minimise");
    if (o.minimise_runs != config::Options{}.minimise_runs) {
      throw UsageError("--minimise-runs needs --minimise");
    }
    return;
  }
  if (!line.cells.empty()) throw UsageError("--minimise is for one Fspec, but this is a sweep");
  if (line.system->kind == systems::Kind::runner) {
    throw UsageError(
        "--minimise does not support runners: a runner has the requests of its clients itself");
  }
  if (o.minimise_by != MinimiseBy::search && o.minimise_by != MinimiseBy::ddmin) {
    throw UsageError("--minimise-by exact, recording and type are for programs");
  }
}

/// Throws UsageError if the options of the strategy do not fit a real system or its Fspec.
void check_strategy(const std::vector<std::string>& arguments, const config::CommandLine& line) {
  const config::Options& o = line.options;
  if (o.strategy != StrategyName::random) {
    if (o.strategy != StrategyName::lineage) {
      throw UsageError("--strategy of a real system must be random or lineage (the default)");
    }
    // Weights are wrong only on the command line. Weights in a config are used by other runs, which
    // draw fault sets at random.
    const auto is_weights = [](const config::Argument& one) {
      return one.row != nullptr && one.row->name == "weights";
    };
    const auto own = std::span(arguments).subspan(std::min<std::size_t>(arguments.size(), 1));
    if (std::ranges::any_of(config::classified(own), is_weights)) {
      throw UsageError("--weights needs --strategy random");
    }
    return;
  }
  if (o.stop == config::StopRule::all) {
    throw UsageError("--stop all needs a search that ends: use --strategy lineage");
  }
  if (line.system->kind == systems::Kind::runner) {
    throw UsageError("--strategy random does not support runners");
  }
  if (!line.cells.empty()) return;  // in a sweep, each cell has its own Fspec
  if (const std::string wrong = config::wrong_weights(o.weights, line.system->fspec);
      !wrong.empty()) {
    throw UsageError("--weights: " + wrong);
  }
}

class SystemRun final : public SubjectRun {
 public:
  SystemRun(const std::vector<std::string>& arguments, const config::CommandLine& line,
            Ranks& ranks, const Log& log, Watch& watch)
      : arguments_(arguments),
        plan_(*line.system),
        options_(line.options),
        ranks_(ranks),
        log_(log),
        session_(options_, ranks, log, watch) {}

 protected:
  Session& session() override { return session_; }
  void prepare() override;
  std::optional<journal::Header> header() override;
  void execute(const std::function<void()>& steps) override;
  void try_known() override;
  void search() override;
  void minimise() override;
  void note_failed_minimise() override {
    if (fewer_) fewer_->stop("an error");
  }
  void store() override;
  std::optional<Verdict> final_verdict() override;
  std::string summary(bool stored) override;
  [[nodiscard]] ExitStatus status() const override;

 private:
  void store_minimised();
  [[nodiscard]] Json json(bool stored) const;
  [[nodiscard]] std::string text(bool stored) const;
  [[nodiscard]] std::string minimised_text() const;

  const std::vector<std::string>& arguments_;
  systems::Plan plan_;
  config::Options options_;
  Ranks& ranks_;
  const Log& log_;
  SystemSession session_;

  std::optional<KnownCases> known_;
  bool told_ = false;  ///< true if the log already has the last stderr output of a node
  std::optional<RecordingKeeper> keeper_;
  std::optional<search::SystemStrategy> search_;
  std::optional<FewerOperations> fewer_;
  RunRecord record_;                    ///< the contents of the results file
  std::optional<SystemResult> fewest_;  ///< the contents of the file of the minimised system
};

void SystemRun::prepare() {
  known_.emplace(options_.known);
  results::Hdf5Sink(options_.output).probe();
  if (options_.minimise) results::Hdf5Sink(minimised_name(options_.output)).probe();
  record_ = begin_record(options_, arguments_, ranks_.size());
  record_.strategy = options_.strategy == StrategyName::random ? "random" : "trace";
  plan_.fingerprint = drive::fingerprint(plan_, options_.config_text, session_.check());
  drive::check_specifications(plan_);
  keeper_.emplace(options_.recordings, options_.resume, log_, told_);
  search_.emplace(
      plan_, system_settings(options_),
      [this](const std::string& name, const std::string& text) { keeper_->keep(name, text); },
      session_.check(), session_.check(Stage::replaying));
}

std::optional<journal::Header> SystemRun::header() {
  return system_header(arguments_, plan_, options_);
}

void SystemRun::execute(const std::function<void()>& steps) {
  session_.set_doing([this] {
    return fewer_ ? fmt::format("minimising, {} executions in", fewer_->executions())
                  : fmt::format("searching, {} executions in", search_->executions());
  });
  session_.run(steps);
  if (session_.stopped()) {
    search_->give_up(*session_.stopped());
    if (fewer_) fewer_->stop(*session_.stopped());
  }
  note_circumstances(*search_, log_);
}

void SystemRun::try_known() {
  known_->execute(plan_, options_, session_);
}

void SystemRun::search() {
  const Phase phase("searching");
  session_.search(plan_, *search_);
}

void SystemRun::minimise() {
  if (!options_.minimise || search_->verdict() != Verdict::counterexample) return;
  const Phase phase("minimising");
  fewer_.emplace(session_, plan_, options_, *search_, log_);
  fewer_->run();
}

void SystemRun::store() {
  if (search_->executions() == 0) return;
  record_.system = system_result(plan_, *search_, keeper_->texts(), options_);
  record_.system->wall_s = session_.seconds();
  if (fewer_) record_.system->minimisation = fewer_->minimisation();
  results::Hdf5Sink(options_.output).write(record_);
  store_minimised();
}

std::optional<Verdict> SystemRun::final_verdict() {
  return session_.stopped() ? std::nullopt : std::optional(search_->verdict());
}

std::string SystemRun::summary(bool stored) {
  if (search_->executions() == 0) return nothing_executed(plan_, options_, search_->reason());
  if (options_.summary == config::SummaryFormat::json) return results::dump(json(stored)) + "\n";
  return text(stored);
}

ExitStatus SystemRun::status() const {
  if (session_.stopped()) return ExitStatus::stopped;
  if (search_->executions() == 0) return ExitStatus::inconclusive;
  if (known_->violated()) return ExitStatus::counterexample;
  return exit_status(search_->verdict());
}

/// Writes a results file for the execution with the fewest deliveries or, if there is none, for the search
/// with the fewest operations.
void SystemRun::store_minimised() {
  const std::string name = minimised_name(options_.output);
  const CellSearch* const least = fewer_ ? fewer_->least() : nullptr;
  if (least == nullptr) {
    // Keeps a file of an older run under another name.
    if (options_.minimise) files::set_aside(name);
    return;
  }
  SystemResult fewest = least->result();
  // The result is a counterexample even if it has no faults, but only pending messages.
  fewest.verdict = Verdict::counterexample;
  // If only some messages arrive, smaller fault sets are unknown, so the counterexamples are not
  // marked as minimal.
  for (SystemFalsifier& one : fewest.falsifiers) {
    one.minimal = one.minimal && !least->options.deliveries;
  }
  RunRecord record = begin_record(options_, arguments_, ranks_.size());
  record.strategy = "trace";
  record.system = fewest;
  results::Hdf5Sink(name).write(record);
  fewest_ = std::move(fewest);
}

Json SystemRun::json(bool stored) const {
  const search::SystemStrategy& search = *search_;
  Json out = verdict_json(search, plan_, options_);
  if (!known_->empty()) out["known"] = known_->json();
  add_numbers(out, search, options_);
  out["wall_s"] = session_.seconds();
  out["output"] = stored ? options_.output : "";
  if (options_.minimise) {
    out["minimisation"] = fewer_ ? fewer_->json() : Json();
    if (fewest_) out["minimisation"]["output"] = minimised_name(options_.output);
  }
  return out;
}

std::string SystemRun::minimised_text() const {
  Minimisation shown = fewer_->minimisation();
  const CellSearch* const best = fewer_->least();
  if (best == nullptr || !fewest_) return minimisation_text(shown);
  shown.violated.clear();  // falsifiers_text() prints the violated promises
  std::string out = minimisation_text(shown);
  out += labelled("  results", printable(minimised_name(options_.output)));
  return out + falsifiers_text(best->search, best->plan, best->options, &*fewest_);
}

std::string SystemRun::text(bool stored) const {
  const search::SystemStrategy& search = *search_;
  std::string out = labelled("verdict", name_of(search.verdict())) + known_->text();
  const std::string why = reason_of(search);
  if (!why.empty()) {
    const std::string words = printable_lines(reason_text(record_, why), std::string(14, ' '));
    out += labelled("reason", words == why ? words : words + " ran out");
    const std::vector<std::string> hints = budget_hints(
        options_, plan_, why, resume_command(arguments_, options_.resume, ranks_.size()));
    for (std::size_t i = 0; i < hints.size(); ++i) {
      out += labelled(i == 0 ? "hint" : "", printable(hints[i]));
    }
  }
  out += labelled("system", system_text(plan_)) + search_text(search, options_);
  out += numbers_text(search);
  out += labelled("time", fmt::format("{:.3f} s", session_.seconds()));
  if (const std::string words = certificate_of(search, options_); !words.empty()) {
    out += labelled("certificate", words);
  }
  if (stored) out += labelled("results", printable(options_.output));
  const SystemResult* const result = record_.system ? &*record_.system : nullptr;
  out += falsifiers_text(search, plan_, options_, result) + flaky_text(search);
  if (fewer_) out += "\n" + minimised_text();
  if (stored && !search.known().falsifiers.empty()) out += more_text(options_);
  return out;
}

}  // namespace

ExitStatus run_processes(const std::vector<std::string>& arguments, const config::CommandLine& line,
                         Ranks& ranks, const Log& log, Watch& watch) {
  const systems::Plan& plan = *line.system;
  if (line.options.level == ProofLevel::state && plan.kind == systems::Kind::nodes &&
      plan.time != systems::Time::extended) {
    throw UsageError("--level state needs nodes that speak ldfi/1 (system.time extended)");
  }
  check_minimise(line);
  check_strategy(arguments, line);
  if (!line.cells.empty() && !line.options.known.empty()) {
    throw UsageError("--known is for one Fspec, but this is a sweep");
  }
  try {
    if (!line.cells.empty()) return run_system_sweep(arguments, line, ranks, log, watch);
    if (line.options.replay) return run_system_replay(arguments, line, ranks, log, watch);
    return SystemRun(arguments, line, ranks, log, watch).run(arguments, watch);
  } catch (const BudgetExceeded& e) {
    // The budget ended before the first execution, while files of the system were read.
    print_result(nothing_executed(plan, line.options, e.budget()));
    return ExitStatus::inconclusive;
  }
}

}  // namespace ldfi::app
