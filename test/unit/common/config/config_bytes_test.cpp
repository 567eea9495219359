// Files that are not readable configs are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "test/unit/common/config/fixture.hpp"

namespace ldfi::config {
namespace {

using ::testing::HasSubstr;

TEST_F(CommandLineTest, RefusesWhatIsNoReadableFile) {
  EXPECT_THAT(error_text(path("no.yaml")), HasSubstr("No such file"));
  fs::create_directory(path("dir.yaml"));
  EXPECT_THAT(error_text(path("dir.yaml")), HasSubstr("is a directory"));
  ASSERT_EQ(::mkfifo(path("fifo.yaml").c_str(), 0600), 0);
  EXPECT_THAT(error_text(path("fifo.yaml")), HasSubstr("is a FIFO"));
  fs::create_symlink("/dev/zero", path("zero.yaml"));
  EXPECT_THAT(error_text(path("zero.yaml")), HasSubstr("is a device"));
  fs::create_symlink("loop.yaml", path("loop.yaml"));
  EXPECT_THAT(error_text(path("loop.yaml")), HasSubstr("cannot open"));
}

TEST_F(CommandLineTest, BoundsTheSizeOfConfigs) {
  const std::size_t most = std::size_t{1} << 20U;
  std::string text = std::string(valid) + "#";
  text.resize(most, 'x');
  EXPECT_EQ(error_text(write("most.yaml", text)), "");
  EXPECT_THAT(error_text(write("more.yaml", text + "x")), HasSubstr("larger than 1 MiB"));
}

}  // namespace
}  // namespace ldfi::config
