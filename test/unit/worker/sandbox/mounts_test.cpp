#include "worker/sandbox/mounts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ldfi::sandbox {
namespace {

TEST(MountsTest, ALineNamesItsMountPoint) {
  EXPECT_EQ(mount_point_of("26 1 254:0 / / rw,relatime - ext4 /dev/vda rw"), "/");
  EXPECT_EQ(mount_point_of("27 26 0:5 /x /x/a\\040b\\134c rw - tmpfs none rw"), "/x/a b\\c");
  EXPECT_EQ(mount_point_of("27 26 0:5 /x /x/end\\04"), "/x/end\\04");
  EXPECT_EQ(mount_point_of("27 26"), "");
  EXPECT_EQ(mount_point_of(""), "");
}

TEST(MountsTest, ThisMachineHasARoot) {
  EXPECT_EQ(std::ranges::count(mount_points(), "/"), 1);
}

}  // namespace
}  // namespace ldfi::sandbox
