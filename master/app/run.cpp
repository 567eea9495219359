#include "master/app/run.hpp"

#include <csignal>

#include "common/mpi/session.hpp"
#include "common/wire/failure.hpp"
#include "master/app/check.hpp"
#include "master/app/failure.hpp"
#include "master/app/log.hpp"
#include "master/app/ranks.hpp"
#include "master/app/replay.hpp"
#include "master/app/sitting.hpp"
#include "master/app/task.hpp"
#include "worker/execute/ground_executor.hpp"

namespace ldfi::app {
namespace {

// How long rank 0, its results written, waits for workers that still do a job nobody needs.
constexpr double grace_s = 10;
// After a request to stop there is no time for that, and after an error no reason.
constexpr double stop_grace_s = 1;
// A worker waits for as long as rank 0 takes; if that dies, the launcher ends the job.
constexpr double no_limit_s = 1e9;

ExitStatus act(const std::vector<std::string>& arguments, Ranks& ranks, Log& log, Watch& watch) {
  const config::CommandLine line = config::parse_command_line(
      {arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end()});
  if (line.action != config::CommandLine::Action::run) {
    print_result(line.text);
    return ExitStatus::certified;
  }
  log = Log(line.options.verbosity);
  const Task task = load_task(arguments, line);
  if (!task.program.warnings.empty()) {
    log.diagnostics(render(task.program.warnings, task.program.sources));
  }
  if (task.options.check) return run_check(task);
  if (task.replay) return run_replay(task);
  return search_and_store(task, ranks, log, watch);
}

/// The master's part. Nothing is thrown.
ExitStatus lead(const std::vector<std::string>& arguments, wire::Transport* mpi, Watch& watch) {
  Log log(config::Verbosity::normal);
  try {
    if (const auto why = watch.stop_requested()) throw wire::StopRequested("stopped on " + *why);
    Ranks ranks(mpi, [&watch] { return watch.stop_requested(); });
    return act(arguments, ranks, log, watch);
  } catch (...) {
    const ExitStatus status = report_failure(std::current_exception(), log);
    // A wrong input stays wrong, however often one goes on with it.
    const bool again = status != ExitStatus::input && status != ExitStatus::usage;
    if (const std::string way_on = watch.way_on(); again && !way_on.empty()) log.error(way_on);
    return status;
  }
}

// Whatever rank 0 did (a usage error ends before any farm begins), all others get a Stop. One that
// has left already because of the farm's own Stop drops this one while it waits for the end of the
// job.
void stop_all(wire::Transport& transport) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, wire::encode(wire::Stop{}));
  }
}

int run_rank(const std::vector<std::string>& arguments, mpi::Session& session, Watch& watch) {
  wire::Transport& transport = session.transport();
  const bool master = transport.rank() == 0;
  int status = 0;
  double patience_s = no_limit_s;
  if (master) {
    watch.set_role(Watch::Role::master);
    status = static_cast<int>(lead(arguments, &transport, watch));
    stop_all(transport);
    patience_s = status < static_cast<int>(ExitStatus::usage) ? grace_s : stop_grace_s;
  } else {
    watch.set_role(Watch::Role::worker);
    execute::run_worker(
        transport, [](const wire::Setup& setup) { return execute::make_ground_executor(setup); },
        [&watch] { return watch.stop_requested(); });
  }
  const auto common = session.finish(status, patience_s);
  if (!common) session.abort(status, "some workers are still busy; the job ends without them");
  return *common;
}

int run_session(const std::vector<std::string>& arguments, Watch& watch) {
  mpi::Session session;
  try {
    return run_rank(arguments, session, watch);
  } catch (...) {
    const auto failure = wire::to_failure(std::current_exception());
    session.abort(failure.status, failure.text);
  }
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an I/O error like any other
  const bool launched = mpi::launched();
  Watch watch(launched ? Watch::Role::starting : Watch::Role::alone);
  if (!launched) return static_cast<int>(lead(arguments, nullptr, watch));
  try {
    return run_session(arguments, watch);
  } catch (...) {
    return static_cast<int>(
        report_failure(std::current_exception(), Log(config::Verbosity::normal)));
  }
}

}  // namespace ldfi::app
