#include "master/app/run.hpp"

int main(int argc, char** argv) {
  return ldfi::app::run(std::vector<std::string>(argv, argv + argc));
}
