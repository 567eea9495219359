#include "master/app/run_ranks.hpp"

#include <csignal>

#include "common/mpi/session.hpp"
#include "common/wire/failure.hpp"
#include "master/app/failure.hpp"
#include "master/app/lead.hpp"
#include "worker/execute/ground_executor.hpp"
#include "worker/execute/worker_machine.hpp"

namespace ldfi::app {
namespace {

// How long rank 0, its results written, waits for workers that still do a job nobody needs.
constexpr double grace_s = 10;
// After a request to stop there is no time for that, and after an error no reason.
constexpr double stop_grace_s = 1;
// A worker waits for as long as rank 0 takes; if that dies, the launcher ends the job.
constexpr double no_limit_s = 1e9;

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

int run_ranks(const std::vector<std::string>& arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an I/O error like any other
  Watch watch(Watch::Role::starting);
  try {
    return run_session(arguments, watch);
  } catch (...) {
    return static_cast<int>(
        report_failure(std::current_exception(), Log(config::Verbosity::normal)));
  }
}

}  // namespace ldfi::app
