// ldfi-farm: everything in this process, or ldfi-farm-mpi if a launcher started it.
#include "common/core/errors.hpp"
#include "common/core/heap.hpp"
#include "common/core/process.hpp"
#include "common/core/standard_descriptors.hpp"
#include "common/mpi/launched.hpp"
#include "master/app/become.hpp"
#include "master/app/run.hpp"

int main(int argc, char** argv) {
  if (!ldfi::take_standard_descriptors()) return static_cast<int>(ldfi::ExitStatus::environment);
  ldfi::begin_heap_in_huge_pages();
  ldfi::begin_process("ldfi-farm");
  const std::vector<std::string> arguments(argv, argv + argc);
  if (ldfi::mpi::launched()) return static_cast<int>(ldfi::app::become_ldfi_farm_mpi(arguments));
  return ldfi::app::run(arguments);
}
