// HDF5 1.10 trusts what stands in a file: a damaged heap makes it read or free memory that is not
// its own. A child of this process, which has the same memory and so meets the same fate, goes
// first.
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "results/hdf5/hdf5_source.hpp"

namespace ldfi::results {
namespace {

constexpr rlim_t most_seconds = 300;  // of computing; a damaged file may lead in circles

[[noreturn]] void try_in_child(const std::string& path, const ReadLimits& limits) {
  const rlimit seconds{most_seconds, most_seconds};
  ::setrlimit(RLIMIT_CPU, &seconds);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);  // what the C library says as it aborts
  try {
    const RunRecord run = read_run(path, limits);
  } catch (...) {
    // The parent meets the same problem, and can say it.
  }
  ::_exit(0);
}

}  // namespace

RunRecord read_untrusted_run(const std::string& path, const ReadLimits& limits) {
  const pid_t child = ::fork();
  if (child == 0) try_in_child(path, limits);
  if (child < 0) {
    throw EnvironmentError(fmt::format("fork: {}", std::generic_category().message(errno)));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno == EINTR) continue;
    throw EnvironmentError(fmt::format("waitpid: {}", std::generic_category().message(errno)));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == static_cast<int>(ExitStatus::stopped)) {
    throw EnvironmentError(fmt::format("reading {} was stopped by a limit or a signal", path));
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw DamagedFile(path, "", "it is damaged: HDF5 does not survive reading it");
  }
  return read_run(path, limits);
}

}  // namespace ldfi::results
