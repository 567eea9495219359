// ldfi-farm-mpi: what ldfi-farm becomes as a rank of an MPI job, or for a solver that it lacks.
#include "common/core/errors.hpp"
#include "common/core/standard_descriptors.hpp"
#include "common/mpi/launched.hpp"
#include "master/app/run.hpp"
#include "master/app/run_ranks.hpp"

int main(int argc, char** argv) {
  if (!ldfi::take_standard_descriptors()) return static_cast<int>(ldfi::ExitStatus::environment);
  const std::vector<std::string> arguments(argv, argv + argc);
  return ldfi::mpi::launched() ? ldfi::app::run_ranks(arguments) : ldfi::app::run(arguments);
}
