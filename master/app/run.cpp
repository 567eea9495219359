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
// A worker waits for as long as rank 0 takes; if that dies, the launcher ends the job.
constexpr double no_limit_s = 1e9;

ExitStatus act(const std::vector<std::string>& arguments, Ranks& ranks, Log& log,
               std::string& way_on) {
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
  return search_and_store(task, ranks, log, way_on);
}

/// The master's part. Nothing is thrown.
ExitStatus lead(const std::vector<std::string>& arguments, wire::Transport* mpi) {
  Log log(config::Verbosity::normal);
  std::string way_on;
  try {
    Ranks ranks(mpi);
    return act(arguments, ranks, log, way_on);
  } catch (...) {
    const ExitStatus status = report_failure(std::current_exception(), log);
    // A wrong input stays wrong, however often one goes on with it.
    const bool again = status != ExitStatus::input && status != ExitStatus::usage;
    if (again && !way_on.empty()) log.error(way_on);
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

int run_rank(const std::vector<std::string>& arguments, mpi::Session& session) {
  wire::Transport& transport = session.transport();
  const bool master = transport.rank() == 0;
  int status = 0;
  if (master) {
    status = static_cast<int>(lead(arguments, &transport));
    stop_all(transport);
  } else {
    execute::run_worker(
        transport, [](const wire::Setup& setup) { return execute::make_ground_executor(setup); });
  }
  const auto common = session.finish(status, master ? grace_s : no_limit_s);
  if (!common) session.abort(status, "some workers are still busy; the job ends without them");
  return *common;
}

int run_session(const std::vector<std::string>& arguments) {
  mpi::Session session;
  try {
    return run_rank(arguments, session);
  } catch (...) {
    const auto failure = wire::to_failure(std::current_exception());
    session.abort(failure.status, failure.text);
  }
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an I/O error like any other
  if (!mpi::launched()) return static_cast<int>(lead(arguments, nullptr));
  try {
    return run_session(arguments);
  } catch (...) {
    return static_cast<int>(
        report_failure(std::current_exception(), Log(config::Verbosity::normal)));
  }
}

}  // namespace ldfi::app
