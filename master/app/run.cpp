#include "master/app/run.hpp"

#include <utility>

#include "common/config/arguments.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/solve/sat/cryptominisat.hpp"
#include "master/app/diagnose.hpp"
#include "master/face/log.hpp"
#include "master/life/failure.hpp"
#include "master/life/lead.hpp"
#include "master/life/mpi_program.hpp"
#include "master/life/ranks.hpp"
#include "master/programs/check.hpp"
#include "master/programs/program_run.hpp"
#include "master/programs/replay.hpp"
#include "master/proofs/count.hpp"
#include "master/proofs/forever.hpp"
#include "master/systems/processes.hpp"
#include "master/systems/traces.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {
namespace {

ExitStatus act(const std::vector<std::string>& given, Ranks& ranks, Log& log, Watch& watch) {
  const std::vector<std::string> arguments = config::canonical_arguments(given);
  if (const auto form = requested_diagnostics(arguments)) return run_diagnose(arguments, *form);
  const config::CommandLine line = config::parse_command_line(
      {arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()});
  if (line.action != config::CommandLine::Action::run) {
    print_result(line.text);
    return ExitStatus::certified;
  }
  if (line.options.solver == SolverName::cryptominisat && !sat::has_cryptominisat()) {
    return become_ldfi_farm_mpi(arguments);
  }
  log = Log(line.options.verbosity);
  if (line.options.check && (line.system || !line.options.traces.empty())) {
    print_result("the config has no errors\n");
    return ExitStatus::certified;
  }
  if (!line.options.traces.empty()) return run_traces(line.options, log);
  if (line.system) return run_processes(arguments, line, ranks, log, watch);
  Task task = load_task(arguments, line);
  if (!task.program.warnings.empty()) {
    log.diagnostics(render(task.program.warnings, task.program.sources));
  }
  if (task.options.check) return run_check(task, log);
  if (task.replay || !task.options.replay_schedule.empty()) {
    return run_replay(task, ranks, log, watch);
  }
  if (task.options.forever) return run_forever(task, log, watch);
  if (task.options.count) return run_count(task, log, watch);
  return search_and_store(std::move(task), ranks, log, watch);
}

}  // namespace

ExitStatus lead(const std::vector<std::string>& arguments, wire::Transport* mpi, Watch& watch) {
  Log log(config::Verbosity::normal);
  try {
    if (const auto why = watch.stop_requested()) throw wire::StopRequested("stopped on " + *why);
    Ranks ranks(mpi, [&watch] { return watch.stop_requested(); });
    return act(arguments, ranks, log, watch);
  } catch (...) {
    const ExitStatus status = report_failure(std::current_exception(), log);
    // After an error in the input, the hint how to resume is left out, because resuming repeats the
    // same error.
    const bool again = status != ExitStatus::input && status != ExitStatus::usage;
    if (const std::string resume_hint = watch.resume_hint(); again && !resume_hint.empty())
      log.error(resume_hint);
    return status;
  }
}

int run(const std::vector<std::string>& arguments) {
  try {
    Watch watch(Watch::Role::alone);
    return static_cast<int>(lead(arguments, nullptr, watch));
  } catch (...) {
    return static_cast<int>(
        report_failure(std::current_exception(), Log(config::Verbosity::normal)));
  }
}

}  // namespace ldfi::app
