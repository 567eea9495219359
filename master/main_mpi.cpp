// ldfi-farm-mpi: the program that ldfi-farm becomes as a rank of an MPI job, or for a solver that it
// lacks.
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

// An MPI library that cannot start calls exit(1) or _exit(1), but status 1 means a counterexample here.
// This function replaces that of the C library.
extern "C" void _exit(int status) {
  if (ldfi::mpi::beginning()) {
    ldfi::say_at_the_end("ldfi-farm: MPI_Init_thread failed\n");
    status = static_cast<int>(ldfi::ExitStatus::environment);
  }
  for (;;) ::syscall(SYS_exit_group, status);
}

int main(int argc, char** argv) {
  ldfi::begin_process("ldfi-farm");
  std::atexit([] {
    if (ldfi::mpi::beginning()) ::_exit(0);  // it replaces the status 0, see above
  });
  const std::vector<std::string> arguments(argv, argv + argc);
  ldfi::execute::begin_nursery(arguments);
  return ldfi::mpi::launched() ? ldfi::app::run_ranks(arguments, ldfi::app::make_executor)
                               : ldfi::app::run(arguments);
}
