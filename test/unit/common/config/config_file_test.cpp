#include "common/config/config_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "test/unit/common/config/fixture.hpp"

namespace ldfi::config {
namespace {

TEST_F(CommandLineTest, ReadsEveryConfigThatWeShip) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(LDFI_SOURCE_DIR "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    EXPECT_EQ(error_text(entry.path()), "");
  }
  RecordProperty("configs", static_cast<int>(count));
}

}  // namespace
}  // namespace ldfi::config
