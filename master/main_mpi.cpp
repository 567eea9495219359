// ldfi-farm-mpi: the same program as ldfi-farm, linked with MPI and all solvers. ldfi-farm becomes it as a
// rank of an MPI job, or for a solver that ldfi-farm lacks.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "common/base/errors.hpp"
#include "common/base/process.hpp"
#include "common/farm/mpi/launched.hpp"
#include "common/farm/mpi/session.hpp"
#include "master/app/executors.hpp"
#include "master/app/run.hpp"
#include "master/life/run_ranks.hpp"
#include "worker/systems/own_nursery.hpp"

// Replaces the function of the C library. An MPI library that cannot start calls exit(1) or _exit(1), but
// status 1 of ldfi-farm means a counterexample. So this function ends such a process with another status.
extern "C" void _exit(int status) {
  if (ldfi::mpi::beginning()) {
    ldfi::print_before_exit("ldfi-farm: MPI_Init_thread failed\n");
    status = static_cast<int>(ldfi::ExitStatus::environment);
  }
  for (;;) ::syscall(SYS_exit_group, status);
}

int main(int argc, char** argv) {
  ldfi::begin_process("ldfi-farm");
  std::atexit([] {
    if (ldfi::mpi::beginning()) ::_exit(0);  // _exit() above replaces the status 0
  });
  const std::vector<std::string> arguments(argv, argv + argc);
  ldfi::execute::begin_nursery(arguments);
  return ldfi::mpi::launched() ? ldfi::app::run_ranks(arguments, ldfi::app::make_executor)
                               : ldfi::app::run(arguments);
}
