// Older files are kept under other names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "common/base/errors.hpp"
#include "test/unit/common/base/files/fixture.hpp"

namespace ldfi::files {
namespace {

TEST_F(FilesTest, KeepsOlderFilesForEver) {
  for (const std::string content : {"1", "2", "3", "4"}) {
    File file = fresh("x.h5", content);
    replace_and_keep(file, path("x.h5"));
  }
  EXPECT_THAT(listing(), testing::ElementsAre("x.h5", "x.prev-2.h5", "x.prev-3.h5", "x.prev.h5"));
  EXPECT_EQ(text("x.h5") + text("x.prev.h5") + text("x.prev-2.h5") + text("x.prev-3.h5"), "4123");
}

TEST_F(FilesTest, KeepsOnceWhatIsKeptAlready) {
  put("x.h5", "older");
  EXPECT_EQ(keep(path("x.h5")), path("x.prev.h5"));
  EXPECT_EQ(keep(path("x.h5")), path("x.prev.h5"));
  EXPECT_THAT(listing(), testing::ElementsAre("x.h5", "x.prev.h5"));
}

TEST_F(FilesTest, SetsAside) {
  EXPECT_NO_THROW(set_aside(path("x.h5")));
  put("x.h5", "older");
  set_aside(path("x.h5"));
  EXPECT_THAT(listing(), testing::ElementsAre("x.prev.h5"));
  EXPECT_EQ(text("x.prev.h5"), "older");
  fs::create_directory(path("x.h5"));
  EXPECT_THROW(set_aside(path("x.h5")), EnvironmentError);
}

TEST_F(FilesTest, ALinkToAFileDoesNotKeepIt) {
  put("x.h5", "older");
  fs::create_symlink("x.h5", path("x.prev.h5"));
  fs::create_directory(path("x.prev-2.h5"));
  EXPECT_EQ(keep(path("x.h5")), path("x.prev-3.h5"));
  EXPECT_FALSE(fs::is_symlink(path("x.prev-3.h5")));
}

TEST_F(FilesTest, OnlyFilesAreReplaced) {
  put("x", "a file");
  EXPECT_NO_THROW(check_place(path("x")));
  EXPECT_NO_THROW(check_place(path("free")));
  fs::create_symlink("x", path("link"));
  fs::create_directory(path("folder"));
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  for (const char* name : {"link", "folder", "fifo"}) {
    EXPECT_THROW(check_place(path(name)), EnvironmentError) << name;
    File file = fresh("new", "text");
    EXPECT_THROW(replace_and_keep(file, path(name)), EnvironmentError) << name;
  }
  EXPECT_THAT(listing(), testing::UnorderedElementsAre("x", "link", "folder", "fifo"));
}

TEST(KeptName, StandsBeforeTheExtension) {
  EXPECT_EQ(kept_name("x.h5", 1), "x.prev.h5");
  EXPECT_EQ(kept_name("x.h5", 2), "x.prev-2.h5");
  EXPECT_EQ(kept_name("a.b/x", 1), "a.b/x.prev");
  EXPECT_EQ(kept_name("a/.h5", 1), "a/.h5.prev");
  EXPECT_EQ(kept_name("a.b.journal", 3), "a.b.prev-3.journal");
}

}  // namespace
}  // namespace ldfi::files
