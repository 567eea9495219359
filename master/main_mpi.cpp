// ldfi-farm-mpi: ldfi-farm as a rank of an MPI job, which main.cpp turns into it.
#include "common/mpi/launched.hpp"
#include "master/app/run.hpp"
#include "master/app/run_ranks.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv, argv + argc);
  return ldfi::mpi::launched() ? ldfi::app::run_ranks(arguments) : ldfi::app::run(arguments);
}
