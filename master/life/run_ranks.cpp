#include "master/life/run_ranks.hpp"

#include <algorithm>
#include <optional>

#include "common/farm/mpi/session.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/life/failure.hpp"
#include "master/life/lead.hpp"
#include "worker/machine/worker_machine.hpp"

namespace ldfi::app {
namespace {

// Seconds that rank 0 waits, after it has written its results, for workers that still execute jobs whose
// answers are not needed.
constexpr double grace_s = 10;
// Seconds that rank 0 waits for workers after an error or a request to stop, when waiting longer
// has no use.
constexpr double stop_grace_s = 1;
// A worker waits for as long as rank 0 sends heartbeats. If rank 0 dies, the launcher ends the job. There is
// no limit before the first heartbeat, and none after the last one, when rank 0 may wait for other ranks.
constexpr double no_limit_s = 1e9;
constexpr double least_patience_s = 2 * grace_s;

// Sends Stop to all other ranks. After some errors, such as a usage error, there was no farm that could send
// it. A rank that has already received Stop ignores this one while it waits for the end of the job.
void stop_all(wire::Transport& transport) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, wire::encode(wire::Stop{}));
  }
}

int run_master(const std::vector<std::string>& arguments, mpi::Session& session, Watch& watch) {
  watch.set_role(Watch::Role::master);
  const int status = static_cast<int>(lead(arguments, &session.transport(), watch));
  watch.set_finishing();  // as soon as one rank has ended, mpirun may send SIGTERM to this one
  stop_all(session.transport());
  const bool in_order = status < static_cast<int>(ExitStatus::usage);
  const auto common = session.finish(status, in_order ? grace_s : stop_grace_s, mpi::Grace::in_all,
                                     [&watch](int decided) { watch.set_decided(decided); });
  if (!common) session.abort(status, "some workers are still busy; the job ends without them");
  return *common;
}

int run_worker(mpi::Session& session, Watch& watch, const execute::ExecutorFactory& factory) {
  watch.set_role(Watch::Role::worker);
  std::optional<wire::Heartbeat> heartbeat(std::in_place, session.transport(), std::vector<int>{0});
  const execute::MasterWatch master = execute::run_worker(
      session.transport(), factory, &*heartbeat, [&watch] { return watch.stop_requested(); });
  heartbeat.reset();
  const double patience_s = std::clamp(master.patience_s(), least_patience_s, no_limit_s);
  const auto common = session.finish(0, patience_s, mpi::Grace::after_each_message,
                                     [&watch](int decided) { watch.set_decided(decided); });
  if (!common) session.abort(static_cast<int>(ExitStatus::environment), master.error_text());
  return *common;
}

int run_session(const std::vector<std::string>& arguments, Watch& watch,
                const execute::ExecutorFactory& factory) {
  mpi::Session session;
  try {
    return session.rank() == 0 ? run_master(arguments, session, watch)
                               : run_worker(session, watch, factory);
  } catch (...) {
    const auto failure = wire::to_failure(std::current_exception());
    session.abort(failure.status, failure.text);
  }
}

}  // namespace

int run_ranks(const std::vector<std::string>& arguments, const execute::ExecutorFactory& factory) {
  try {
    Watch watch(Watch::Role::starting);
    return run_session(arguments, watch, factory);
  } catch (...) {
    return static_cast<int>(
        report_failure(std::current_exception(), Log(config::Verbosity::normal)));
  }
}

}  // namespace ldfi::app
