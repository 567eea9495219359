// Runs a target on saved inputs: replay FILE_OR_FOLDER... A finding ends the process, with the
// input's name on stderr.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "test/fuzz/target.hpp"

namespace {

namespace fs = std::filesystem;

bool run_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  try {
    ldfi::fuzz::run(bytes);
    return true;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), error.what());
    return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  int inputs = 0;
  int findings = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
      if (!entry.is_regular_file()) continue;
      ++inputs;
      if (!run_file(entry.path())) ++findings;
    }
  }
  std::printf("%d inputs, %d findings\n", inputs, findings);
  return findings > 0 || inputs == 0 ? 1 : 0;
}
