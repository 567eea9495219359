#include "common/base/process.hpp"
#include "results/app/run.hpp"

int main(int argc, char** argv) {
  ldfi::begin_process("ldfi-results");
  return ldfi::results::run_program(std::vector<std::string>(argv, argv + argc));
}
