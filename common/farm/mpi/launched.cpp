#include "common/farm/mpi/launched.hpp"

#include <cstdlib>
#include <initializer_list>

namespace ldfi::mpi {

bool launched() {
  for (const char* name :
       {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_FD", "MPI_LOCALNRANKS"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

}  // namespace ldfi::mpi
