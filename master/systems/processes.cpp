#include "master/systems/processes.hpp"

#include <fmt/core.h>

#include "common/base/errors.hpp"
#include "common/record/summary_text.hpp"
#include "common/systems/fault_text.hpp"
#include "master/face/run_record.hpp"
#include "master/systems/conclusion.hpp"
#include "master/systems/known_cases.hpp"
#include "master/systems/replayed.hpp"
#include "master/systems/replayed_case.hpp"
#include "master/systems/system_record.hpp"
#include "master/systems/system_search.hpp"
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
  ExitStatus tell(const SystemSearch& search);
  void store(const SystemSearch& search);
  [[nodiscard]] Json json(const SystemSearch& search) const;
  [[nodiscard]] std::string text(const SystemSearch& search) const;

  std::vector<std::string> arguments_;
  systems::Plan plan_;
  std::string story_;  ///< of what is replayed
  config::Options options_;
  std::optional<results::TestCase> case_;  ///< that is replayed
  std::optional<KnownCases> known_;
  std::optional<RecordingKeeper> keeper_;
  RunRecord record_;  ///< that went into the results file
  Ranks& ranks_;
  const Log& log_;
  SystemSession session_;
};

ExitStatus Run::run() {
  case_ = take_case(options_);
  const std::optional<FaultSet> replayed =
      options_.replay ? std::optional(replayed_faults(*options_.replay)) : std::nullopt;
  if (replayed) check_replayed(*replayed, plan_.fspec);
  if (replayed && !options_.known.empty()) {
    throw UsageError("--replay and --known exclude each other for a config with `system`");
  }
  known_.emplace(options_.known);
  if (!replayed) results::Hdf5Sink(options_.output).probe();
  plan_.fingerprint = drive::fingerprint(plan_, options_.config_text);
  drive::check_specifications(plan_);
  bool told = false;
  keeper_.emplace(options_.recordings, options_.resume, log_, told);
  if (!replayed) session_.open_journal(system_header(arguments_, plan_, options_));
  SystemSearch search(
      plan_, options_,
      [this](const std::string& name, const std::string& text) {
        if (options_.replay && story_.empty()) {
          story_ = results::events_text(results::read_history(name, text));
        }
        keeper_->keep(name, text);
      },
      session_.check(), session_.check(Stage::replaying));
  if (replayed) search.replay(*replayed);
  session_.set_doing(
      [&search] { return fmt::format("searching, {} executions in", search.executions()); });
  session_.run([&](const SystemSession::Search& run) {
    known_->execute(plan_, options_, [&](search::Strategy& what) { run(plan_, what); });
    run(plan_, search);
  });
  if (session_.stopped()) search.give_up(*session_.stopped());
  const ExitStatus status = tell(search);
  session_.finish(name_of(search.verdict()));
  return status;
}

/// Prints what is known.
ExitStatus Run::tell(const SystemSearch& search) {
  if (const std::string lacks = lacks_text(search); !lacks.empty()) log_.note(lacks);
  if (search.executions() == 0) {
    print_result(Json{{"verdict", "inconclusive"}, {"reason", search.reason()}}.dump() + "\n");
    return session_.stopped() ? ExitStatus::stopped : ExitStatus::inconclusive;
  }
  for (const std::string& one : search.differences()) {
    log_.note("the system is not deterministic: " + printable(one));
  }
  if (!options_.replay) store(search);
  if (options_.replay && options_.summary == config::SummaryFormat::text) {
    print_result(story_ + "\n");
  }
  print_result(options_.summary == config::SummaryFormat::json ? json(search).dump() + "\n"
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

void Run::store(const SystemSearch& search) {
  record_ = begin_record(options_, arguments_, ranks_.size());
  record_.strategy = "trace";
  record_.system = system_result(plan_, search, keeper_->texts(), options_);
  record_.system->wall_s = session_.seconds();
  results::Hdf5Sink(options_.output).write(record_);
}

Json Run::json(const SystemSearch& search) const {
  Json out;
  if (options_.replay) {
    const char* const names[] = {"pass", "fail", "vacuous", "invalid"};
    const systems::Recording& first = search.recorded().recordings.front();
    out["replayed"] = systems::to_texts(search.recorded().outcomes.front().asked);
    out["result"] = names[static_cast<std::size_t>(first.result)];
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
  return out;
}

std::string Run::text(const SystemSearch& search) const {
  std::string out;
  if (case_) out += labelled("case", printable(case_text_of(*case_, search)));
  if (!options_.replay) out += labelled("verdict", name_of(search.verdict()));
  out += known_->text();
  const std::string why = options_.replay ? "" : reason_of(search);
  if (!why.empty()) out += labelled("reason", printable(why));
  out += labelled("system", system_text(plan_));
  out += numbers_text(search);
  out += labelled("time", fmt::format("{:.3f} s", session_.seconds()));
  if (const std::string words = certificate_of(search, options_);
      !words.empty() && !options_.replay) {
    out += labelled("certificate", words);
  }
  if (!options_.replay) out += labelled("results", printable(options_.output));
  const SystemResult* const result = record_.system ? &*record_.system : nullptr;
  out += falsifiers_text(search, plan_, options_, result) + flaky_text(search);
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
  if (line.cells.empty()) return Run(arguments, line, ranks, log, watch).run();
  if (!line.options.known.empty()) {
    throw UsageError("--known is about one Fspec, and this is a sweep");
  }
  return run_system_sweep(arguments, line, ranks, log, watch);
}

}  // namespace ldfi::app
