#include "common/core/errors.hpp"
#include "common/core/process.hpp"
#include "common/core/standard_descriptors.hpp"
#include "results/app/run.hpp"

int main(int argc, char** argv) {
  if (!ldfi::take_standard_descriptors()) return static_cast<int>(ldfi::ExitStatus::environment);
  ldfi::begin_process("ldfi-results");
  return ldfi::results::run_program(std::vector<std::string>(argv, argv + argc));
}
