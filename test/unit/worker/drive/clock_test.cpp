#include "worker/drive/clock.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::drive {
namespace {

TEST(Clock, NeverGoesBack) {
  const test::TemporaryFolder folder;
  Clock clock(folder.path(), folder.path(), 1);
  clock.set(5, 9);
  clock.set(3, 3);
  EXPECT_EQ(clock.now(), 5);
}

TEST(Clock, NeedsALeaseThatDoesNotEndBeforeItBegins) {
  const test::TemporaryFolder folder;
  Clock clock(folder.path(), folder.path(), 1);
  EXPECT_THROW(clock.set(5, 4), InternalError);
  EXPECT_EQ(clock.now(), 0);
}

}  // namespace
}  // namespace ldfi::drive
