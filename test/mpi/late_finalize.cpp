// Put before the MPI library by LD_PRELOAD. Rank 0 gets a SIGTERM while it is in MPI_Finalize. mpirun sends this
// signal to the ranks that are slower than the first one, so without this file it arrives only now and then.
#include <dlfcn.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <thread>

extern "C" int MPI_Finalize() {
  const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank != nullptr && std::string_view(rank) == "0") {
    std::raise(SIGTERM);
    // Longer than the watch takes to notice a signal, and shorter than it waits for the end of a process.
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
  }
  const auto finalize = reinterpret_cast<int (*)()>(::dlsym(RTLD_NEXT, "MPI_Finalize"));
  return finalize == nullptr ? 1 : finalize();
}
