#include "common/config/schema.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace ldfi::config {
namespace {

TEST(ConfigSchema, IsTheCheckedInFile) {
  const std::string path = std::string(LDFI_SOURCE_DIR) + "/configs/schema.json";
  if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << config_schema();
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), config_schema());
}

}  // namespace
}  // namespace ldfi::config
