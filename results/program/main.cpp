#include "results/app/run.hpp"

int main(int argc, char** argv) {
  return ldfi::results::run_program(std::vector<std::string>(argv, argv + argc));
}
