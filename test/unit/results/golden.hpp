// Compares texts with expected files (goldens). If LDFI_UPDATE_GOLDENS=1 is set, the texts replace
// the files.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace ldfi::results {

/// Expects that `text` is the content of the file `name`, a path below test/unit/results.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(LDFI_SOURCE_DIR) + "/test/unit/results/" + name;
  if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ostringstream golden;
  golden << std::ifstream(path, std::ios::binary).rdbuf();
  EXPECT_TRUE(golden.str() == text) << path << " differs from:\n" << text.substr(0, 4000);
}

}  // namespace ldfi::results
