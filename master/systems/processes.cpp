#include "master/systems/processes.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/phase.hpp"
#include "common/base/printable_lines.hpp"
#include "common/config/weights.hpp"
#include "common/record/summary_text.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/fault_text.hpp"
#include "master/face/run_record.hpp"
#include "master/systems/conclusion.hpp"
#include "master/systems/fewer_operations.hpp"
#include "master/systems/known_cases.hpp"
#include "master/systems/replayed.hpp"
#include "master/systems/replayed_case.hpp"
#include "master/systems/system_record.hpp"
#include "master/systems/system_session.hpp"
#include "master/systems/system_setup.hpp"
#include "master/systems/system_sweep.hpp"
#include "master/systems/told.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/json/values.hpp"
#include "results/systems/system_text.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/specification_check.hpp"

namespace ldfi::app {
namespace {

using results::Json;
using systems::FaultSet;
using systems::Result;

/// Throws UsageError if there is nothing that --minimise could make smaller.
void check_minimise(const config::CommandLine& line) {
  const config::Options& o = line.options;
  if (!o.minimise) {
    if (o.minimise_by != MinimiseBy::search) throw UsageError("--minimise-by is for --minimise");
    if (o.minimise_runs != config::Options{}.minimise_runs) {
      throw UsageError("--minimise-runs is for --minimise");
    }
    return;
  }
  if (!line.cells.empty()) throw UsageError("--minimise is about one Fspec, and this is a sweep");
  if (line.system->kind == systems::Kind::runner) {
    throw UsageError("--minimise knows no runners: what clients ask is theirs");
  }
  if (o.minimise_by != MinimiseBy::search && o.minimise_by != MinimiseBy::ddmin) {
    throw UsageError("--minimise-by exact, recording and type are for programs");
  }
}

/// Throws UsageError if nothing can be drawn as it is asked for.
void check_strategy(const std::vector<std::string>& arguments, const config::CommandLine& line) {
  const config::Options& o = line.options;
  if (o.strategy != StrategyName::random) {
    if (o.strategy != StrategyName::lineage) {
      throw UsageError(
          "--strategy of a real system is random, or lineage, as if it were not given");
    }
    // Those of a config are for when it is searched at random.
    const auto weights = [](const std::string& one) { return one.starts_with("--weights"); };
    if (std::ranges::any_of(arguments, weights)) {
      throw UsageError("--weights is for --strategy random");
    }
    return;
  }
  if (o.stop == config::StopRule::all) {
    throw UsageError("the strategy random finds one counterexample, and --stop all wants all");
  }
  if (line.system->kind == systems::Kind::runner) {
    throw UsageError("the strategy random knows no runners: faults are drawn where they happen");
  }
  if (!line.cells.empty()) return;  // what one cell admits, another one need not
  if (const std::string wrong = config::wrong_weights(o.weights, line.system->fspec);
      !wrong.empty()) {
    throw UsageError("--weights: " + wrong);
  }
}

/// The summary of a run that ended before its first execution did.
std::string nothing_executed(const systems::Plan& plan, const config::Options& options,
                             const std::string& reason) {
  if (options.summary == config::SummaryFormat::json) {
    return results::dump(Json{{"verdict", "inconclusive"}, {"reason", reason}}) + "\n";
  }
  return labelled("verdict", name_of(Verdict::inconclusive)) +
         labelled("reason", printable(reason) + ": the run ended before its first execution did") +
         labelled("system", system_text(plan));
}

class Run {
 public:
  Run(const std::vector<std::string>& arguments, const config::CommandLine& line, Ranks& ranks,
      const Log& log, Watch& watch)
      : arguments_(arguments),
        plan_(*line.system),
        options_(line.options),
        ranks_(ranks),
        log_(log),
        session_(arguments_, options_, ranks, log, watch) {}

  ExitStatus run();

 private:
  ExitStatus tell(const search::SystemStrategy& search);
  void store(const search::SystemStrategy& search);
  void minimise(const SystemSession::Search& run, const search::SystemStrategy& search);
  void store_minimised();
  [[nodiscard]] Json json(const search::SystemStrategy& search) const;
  [[nodiscard]] std::string text(const search::SystemStrategy& search) const;
  [[nodiscard]] std::string minimised_text() const;

  std::vector<std::string> arguments_;
  systems::Plan plan_;
  std::string story_;  ///< of what is replayed
  config::Options options_;
  std::optional<results::TestCase> case_;  ///< that is replayed
  std::optional<KnownCases> known_;
  std::optional<RecordingKeeper> keeper_;
  RunRecord record_;  ///< that went into the results file
  std::optional<FewerOperations> fewer_;
  std::optional<SystemResult> fewest_;  ///< that went into a file of its own
  Ranks& ranks_;
  const Log& log_;
  SystemSession session_;
};

ExitStatus Run::run() {
  const std::string asked = options_.replay.value_or("");
  const bool own_deliveries = !options_.deliveries;
  case_ = take_case(options_);
  if (case_) {
    std::string wrong;
    auto plan = plan_of_case(*case_, plan_, options_, wrong);
    if (!plan) throw UsageError("--replay: the case does not fit this config: " + wrong);
    plan_ = *std::move(plan);
    if (own_deliveries) check_case(asked.substr(1), *case_, plan_);
  }
  const std::optional<FaultSet> replayed =
      options_.replay ? std::optional(replayed_faults(*options_.replay)) : std::nullopt;
  if (replayed) check_replayed(*replayed, plan_.fspec);
  systems::Deliveries deliveries;
  if (options_.deliveries) deliveries = replayed_deliveries(*options_.deliveries);
  if (deliveries) check_deliveries(*deliveries, plan_);
  if (replayed && !options_.known.empty()) {
    throw UsageError("--replay and --known exclude each other for a config with `system`");
  }
  if (replayed) options_.minimise = false;  // as the config may say
  known_.emplace(options_.known);
  if (!replayed) results::Hdf5Sink(options_.output).probe();
  if (options_.minimise) results::Hdf5Sink(minimised_name(options_.output)).probe();
  plan_.fingerprint = drive::fingerprint(plan_, options_.config_text, session_.check());
  drive::check_specifications(plan_);
  bool told = false;
  keeper_.emplace(options_.recordings, options_.resume, log_, told);
  if (!replayed) session_.open_journal(system_header(arguments_, plan_, options_));
  search::SystemStrategy search(
      plan_, system_settings(options_),
      [this](const std::string& name, const std::string& text) {
        if (options_.replay && story_.empty()) {
          story_ = results::events_text(results::read_history(name, text));
        }
        keeper_->keep(name, text);
      },
      session_.check(), session_.check(Stage::replaying));
  if (replayed) search.replay({*replayed, deliveries});
  session_.set_doing([this, &search] {
    return fewer_ ? fmt::format("minimising, {} executions in", fewer_->executions())
                  : fmt::format("searching, {} executions in", search.executions());
  });
  session_.run([&](const SystemSession::Search& run) {
    known_->execute(plan_, options_, run);
    const Phase phase(replayed ? "replaying" : "searching");
    run(plan_, search);
    minimise(run, search);
  });
  if (session_.stopped()) {
    search.give_up(*session_.stopped());
    if (fewer_) fewer_->stop(*session_.stopped());
  }
  const ExitStatus status = tell(search);
  session_.finish(name_of(search.verdict()));
  return status;
}

void Run::minimise(const SystemSession::Search& run, const search::SystemStrategy& search) {
  if (!options_.minimise || search.verdict() != Verdict::counterexample) return;
  const Phase phase("minimising");
  fewer_.emplace(session_, plan_, options_, search, log_);
  fewer_->run(run);
}

/// Prints what is known.
ExitStatus Run::tell(const search::SystemStrategy& search) {
  if (const std::string lacks = lacks_text(search); !lacks.empty()) log_.note(lacks);
  if (const std::string text = retried_text(search); !text.empty()) log_.note(text);
  if (search.executions() == 0) {
    print_result(nothing_executed(plan_, options_, search.reason()));
    return session_.stopped() ? ExitStatus::stopped : ExitStatus::inconclusive;
  }
  for (const std::string& one : search.differences()) {
    log_.note("the system is not deterministic: " + printable_lines(one));
  }
  if (!options_.replay) store(search);
  if (options_.replay && !case_) {
    const std::string missed =
        unmet(search.recorded().outcomes.front(), search.recorded().recordings.front());
    if (!missed.empty()) log_.note("of what was asked for, " + printable(missed));
  }
  if (options_.replay && options_.summary == config::SummaryFormat::text) {
    print_result(story_ + "\n");
  }
  print_result(options_.summary == config::SummaryFormat::json ? results::dump(json(search)) + "\n"
                                                               : text(search));
  if (session_.stopped()) return ExitStatus::stopped;
  if (known_->violated()) return ExitStatus::counterexample;
  if (!options_.replay) return exit_status(search.verdict());
  const Result result = search.recorded().recordings.front().result;
  if (!search.flaky().empty()) return ExitStatus::inconclusive;
  if (case_) return status_of_case(*case_, search);
  return result == Result::fail   ? ExitStatus::counterexample
         : result == Result::pass ? ExitStatus::certified
                                  : ExitStatus::inconclusive;
}

void Run::store(const search::SystemStrategy& search) {
  record_ = begin_record(options_, arguments_, ranks_.size());
  record_.strategy = options_.strategy == StrategyName::random ? "random" : "trace";
  record_.system = system_result(plan_, search, keeper_->texts(), options_);
  record_.system->wall_s = session_.seconds();
  if (fewer_) record_.system->minimisation = fewer_->minimisation();
  results::Hdf5Sink(options_.output).write(record_);
  store_minimised();
}

/// The execution with the fewest deliveries, or the search with the fewest operations, is a run of its own,
/// with a file that shows it.
void Run::store_minimised() {
  const std::string name = minimised_name(options_.output);
  const CellSearch* const least = fewer_ ? fewer_->least() : nullptr;
  if (least == nullptr) {
    if (options_.minimise) files::set_aside(name);  // it is of an older run
    return;
  }
  fewest_ = least->result();
  fewest_->verdict =
      Verdict::counterexample;  // even if its faults are gone, with messages that are pending
  // Of fault sets nothing is known where few messages arrive.
  for (SystemFalsifier& one : fewest_->falsifiers) {
    one.minimal = one.minimal && !least->options.deliveries;
  }
  RunRecord record = begin_record(options_, arguments_, ranks_.size());
  record.strategy = "trace";
  record.system = fewest_;
  results::Hdf5Sink(name).write(record);
}

Json Run::json(const search::SystemStrategy& search) const {
  Json out;
  if (options_.replay) {
    const systems::Recording& first = search.recorded().recordings.front();
    out["replayed"] = systems::to_texts(search.recorded().outcomes.front().asked);
    out["result"] = name_of(first.result);
    out["violated"] = first.violated;
    if (case_) out["case"] = case_text_of(*case_, search);
  } else {
    out = verdict_json(search, plan_, options_);
    if (!known_->empty()) out["known"] = known_->json();
  }
  add_numbers(out, search, options_);
  if (options_.replay) out.erase("reason");
  out["wall_s"] = session_.seconds();
  if (!options_.replay) out["output"] = options_.output;
  if (options_.minimise) {
    out["minimisation"] = fewer_ ? fewer_->json() : Json();
    if (fewest_) out["minimisation"]["output"] = minimised_name(options_.output);
  }
  return out;
}

std::string Run::minimised_text() const {
  Minimisation shown = fewer_->minimisation();
  const CellSearch* const best = fewer_->least();
  if (best == nullptr || !fewest_) return minimisation_text(shown);
  shown.violated.clear();  // it stands below
  std::string out = minimisation_text(shown);
  out += labelled("  results", printable(minimised_name(options_.output)));
  return out + falsifiers_text(best->search, best->plan, best->options, &*fewest_);
}

std::string Run::text(const search::SystemStrategy& search) const {
  std::string out;
  if (case_) out += labelled("case", printable_lines(case_text_of(*case_, search)));
  if (!options_.replay) out += labelled("verdict", name_of(search.verdict()));
  out += known_->text();
  const std::string why = options_.replay ? "" : reason_of(search);
  if (!why.empty()) out += labelled("reason", printable_lines(why, std::string(14, ' ')));
  out += labelled("system", system_text(plan_));
  if (!options_.replay) out += search_text(search, options_);
  out += numbers_text(search);
  out += labelled("time", fmt::format("{:.3f} s", session_.seconds()));
  if (const std::string words = certificate_of(search, options_);
      !words.empty() && !options_.replay) {
    out += labelled("certificate", words);
  }
  if (!options_.replay) out += labelled("results", printable(options_.output));
  const SystemResult* const result = record_.system ? &*record_.system : nullptr;
  out += falsifiers_text(search, plan_, options_, result) + flaky_text(search);
  if (fewer_) out += "\n" + minimised_text();
  if (result != nullptr && !search.known().falsifiers.empty()) out += more_text(options_);
  return out;
}

}  // namespace

ExitStatus run_processes(const std::vector<std::string>& arguments, const config::CommandLine& line,
                         Ranks& ranks, const Log& log, Watch& watch) {
  const systems::Plan& plan = *line.system;
  if (line.options.level == ProofLevel::state && plan.kind == systems::Kind::nodes &&
      plan.time != systems::Time::extended) {
    throw UsageError("--level state: only nodes that speak ldfi/1 tell their state (system.time)");
  }
  check_minimise(line);
  check_strategy(arguments, line);
  if (!line.cells.empty() && !line.options.known.empty()) {
    throw UsageError("--known is about one Fspec, and this is a sweep");
  }
  try {
    if (line.cells.empty()) return Run(arguments, line, ranks, log, watch).run();
    return run_system_sweep(arguments, line, ranks, log, watch);
  } catch (const BudgetExceeded& e) {  // while the files of the system were read
    print_result(nothing_executed(plan, line.options, e.budget()));
    return ExitStatus::inconclusive;
  }
}

}  // namespace ldfi::app
