// ldfi-farm. Loading MPI takes a millisecond, a seventh of a small run, and a process alone never
// needs it; so a process that a launcher started becomes ldfi-farm-mpi, which stands beside this
// program.
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "common/core/errors.hpp"
#include "common/mpi/launched.hpp"
#include "master/app/run.hpp"

namespace {

/// Returns only if that fails.
int become_rank(char** argv) {
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::string program = self.parent_path() / "ldfi-farm-mpi";
  ::execv(program.c_str(), argv);
  fmt::print(stderr, "ldfi-farm: execv {}: {}\n", program, std::generic_category().message(errno));
  return static_cast<int>(ldfi::ExitStatus::environment);
}

}  // namespace

int main(int argc, char** argv) {
  if (ldfi::mpi::launched()) return become_rank(argv);
  return ldfi::app::run(std::vector<std::string>(argv, argv + argc));
}
