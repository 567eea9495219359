// The farm on real MPI ranks with a fake search; the argument says how the workers behave.
#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>

#include "common/base/errors.hpp"
#include "common/farm/mpi/session.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/schedule/farm.hpp"
#include "test/sim/fakes.hpp"
#include "test/support/faults.hpp"
#include "worker/machine/worker_machine.hpp"

namespace {

using namespace ldfi;

constexpr std::uint64_t fateful_job = 20;

std::vector<Omission> omissions() {
  std::vector<Omission> all;
  for (int from = 0; from < 3; ++from) {
    for (int to = 0; to < 3; ++to) {
      if (from != to) all.push_back({NodeId(from), NodeId(to), Time(1)});
    }
  }
  return all;
}

std::vector<FaultSet> hidden() {
  const auto o = omissions();
  return {test::fault_set({o[1], o[4]}, {}), test::fault_set({o[0], o[2], o[3]}, {}),
          test::fault_set({o[5], o[1]}, {})};
}

void misbehave(const std::string& mode, Report& report) {
  if (mode == "large") std::get<ExecuteReport>(report.result).error.assign(1 << 20, 'x');
  if (report.job != fateful_job) return;
  if (mode == "throw") throw EnvironmentError("the disk is full");
  if (mode == "killed") std::raise(SIGKILL);
  if (mode == "silent") sleep(1000);
}

double seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

int lead(wire::Transport& transport, const std::string& mode) {
  schedule::MasterOptions options;
  options.clock = seconds;
  options.job_deadline_s = mode == "silent" ? 1 : 0;
  test::FakeStrategy strategy(omissions(), 4);
  try {
    const auto result = schedule::run_farm(transport, options, {}, strategy);
    fmt::print("found {} executed {}\n", result.falsifiers.size(), result.executed.str());
    return 1;
  } catch (...) {
    const auto failure = wire::to_failure(std::current_exception());
    fmt::print(stderr, "{}\n", failure.text);
    return failure.status;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "search";
  mpi::Session session;
  int status = 0;
  if (session.rank() == 0) {
    status = lead(session.transport(), mode);
  } else {
    execute::run_worker(session.transport(), [&mode](const wire::Setup&) {
      return std::make_unique<test::FakeExecutor>(
          hidden(), [&mode](Report& report) { misbehave(mode, report); });
    });
  }
  const double grace_s = session.rank() == 0 ? 2 : 1e9;
  const auto common = session.finish(status, grace_s);
  if (!common) session.abort(status, "some ranks did not come to an end");
  return *common;
}
