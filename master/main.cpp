// ldfi-farm: runs everything in this process, or becomes ldfi-farm-mpi if a launcher started it.
#include "common/base/heap.hpp"
#include "common/base/process.hpp"
#include "common/farm/mpi/launched.hpp"
#include "master/app/run.hpp"
#include "master/life/mpi_program.hpp"
#include "worker/systems/own_nursery.hpp"

int main(int argc, char** argv) {
  ldfi::begin_process("ldfi-farm");
  ldfi::begin_heap_in_huge_pages();
  const std::vector<std::string> arguments(argv, argv + argc);
  if (ldfi::mpi::launched()) return static_cast<int>(ldfi::app::become_ldfi_farm_mpi(arguments));
  ldfi::execute::begin_nursery(arguments);
  return ldfi::app::run(arguments);
}
