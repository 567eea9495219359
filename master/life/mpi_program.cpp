#include "master/life/mpi_program.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "common/base/diagnostic.hpp"
#include "common/base/process.hpp"

namespace ldfi::app {

ExitStatus become_ldfi_farm_mpi(const std::vector<std::string>& arguments) {
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::string program = self.parent_path() / "ldfi-farm-mpi";
  std::vector<std::string> copy = arguments;
  std::vector<char*> argv;
  for (std::string& argument : copy) argv.push_back(argument.data());
  argv.push_back(nullptr);
  block_stop_signals();
  ::execv(program.c_str(), argv.data());
  fmt::print(stderr, "ldfi-farm: execv {}: {}\n", printable(program),
             std::generic_category().message(errno));
  return ExitStatus::environment;
}

}  // namespace ldfi::app
