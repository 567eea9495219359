#include "common/base/files/file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/base/errors.hpp"
#include "test/unit/common/base/files/fixture.hpp"

namespace ldfi::files {
namespace {

TEST_F(FilesTest, AFreshFileIsGoneUnlessItGetsAName) {
  { const File file = fresh("x", "new"); }
  EXPECT_THAT(listing(), testing::IsEmpty());
  EXPECT_TRUE(fresh("x", "new").take_name(path("x")));
  EXPECT_THAT(listing(), testing::ElementsAre("x"));
  EXPECT_EQ(text("x"), "new");
}

TEST_F(FilesTest, ANameIsTakenOnce) {
  put("x", "first");
  EXPECT_FALSE(fresh("x", "second").take_name(path("x")));
  EXPECT_EQ(text("x"), "first");
  EXPECT_THAT(listing(), testing::ElementsAre("x"));
  File file = fresh("y", "swept away");
  fs::remove(file.path());
  EXPECT_FALSE(file.take_name(path("y")));
}

TEST_F(FilesTest, KnowsWhetherANameIsItsOwn) {
  put("x", "first");
  const File first(path("x"), File::Mode::append);
  EXPECT_TRUE(first.has_path(path("x")));
  fresh("x", "second").replace(path("x"));
  EXPECT_FALSE(first.has_path(path("x")));
  fs::remove(path("x"));
  EXPECT_FALSE(first.has_path(path("x")));
}

TEST_F(FilesTest, FollowsNoLinkToWrite) {
  put("target", "precious");
  fs::create_symlink("target", path("x"));
  EXPECT_THROW(File(path("x"), File::Mode::append), EnvironmentError);
  fresh("x", "new").replace(path("x"));
  EXPECT_EQ(text("target"), "precious");
  EXPECT_FALSE(fs::is_symlink(path("x")));
}

TEST_F(FilesTest, AFileGoesBackToATemporaryName) {
  {
    File file = fresh("x", "new");
    ASSERT_TRUE(file.take_name(path("x")));
    file.take_temporary_name(path("x"));
    EXPECT_FALSE(exists(path("x")));
    EXPECT_TRUE(file.has_path(file.path()));
  }
  EXPECT_THAT(listing(), testing::IsEmpty());
}

}  // namespace
}  // namespace ldfi::files
