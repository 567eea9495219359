// ldfi-farm: everything in this process, or ldfi-farm-mpi if a launcher started it.
#include "common/core/heap.hpp"
#include "common/core/process.hpp"
#include "common/mpi/launched.hpp"
#include "master/app/become.hpp"
#include "master/app/run.hpp"

int main(int argc, char** argv) {
  ldfi::begin_process("ldfi-farm");
  ldfi::begin_heap_in_huge_pages();
  const std::vector<std::string> arguments(argv, argv + argc);
  if (ldfi::mpi::launched()) return static_cast<int>(ldfi::app::become_ldfi_farm_mpi(arguments));
  return ldfi::app::run(arguments);
}
