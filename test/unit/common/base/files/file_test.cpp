#include "common/base/files/file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/base/errors.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::files {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::vector<std::string> listing() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path(""))) {
      names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  [[nodiscard]] File fresh(const std::string& name, const std::string& text) const {
    File file(path(name), File::Mode::fresh);
    file.write(text);
    return file;
  }

 private:
  test::TemporaryFolder folder_;
};

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
  EXPECT_TRUE(first.stands_at(path("x")));
  fresh("x", "second").replace(path("x"));
  EXPECT_FALSE(first.stands_at(path("x")));
  fs::remove(path("x"));
  EXPECT_FALSE(first.stands_at(path("x")));
}

TEST_F(FilesTest, FollowsNoLinkToWrite) {
  put("target", "precious");
  fs::create_symlink("target", path("x"));
  EXPECT_THROW(File(path("x"), File::Mode::append), EnvironmentError);
  fresh("x", "new").replace(path("x"));
  EXPECT_EQ(text("target"), "precious");
  EXPECT_FALSE(fs::is_symlink(path("x")));
}

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

TEST_F(FilesTest, ALinkToAFileDoesNotKeepIt) {
  put("x.h5", "older");
  fs::create_symlink("x.h5", path("x.prev.h5"));
  fs::create_directory(path("x.prev-2.h5"));
  EXPECT_EQ(keep(path("x.h5")), path("x.prev-3.h5"));
  EXPECT_FALSE(fs::is_symlink(path("x.prev-3.h5")));
}

TEST_F(FilesTest, LeftoversGoAndWhatOthersHaveStays) {
  const File at_work = fresh("x.h5", "half");
  const std::string living = fs::path(at_work.path()).filename();
  put("x.h5.tmp-0123456789abcdef", "of a killed process");
  for (const std::string users :
       {"x.h5.tmp-2026", "x.h5.tmp-0123456789abcdeg", "y.h5.tmp-0123456789abcdef"}) {
    put(users, "precious");
  }
  fs::create_directory(path("x.h5.tmp-0000000000000000"));
  fs::create_symlink("y", path("x.h5.tmp-0000000000000001"));
  remove_leftovers({path("y"), path("x.h5")});
  EXPECT_THAT(listing(),
              testing::UnorderedElementsAre(
                  living, "x.h5.tmp-2026", "x.h5.tmp-0123456789abcdeg", "y.h5.tmp-0123456789abcdef",
                  "x.h5.tmp-0000000000000000", "x.h5.tmp-0000000000000001"));
}

TEST_F(FilesTest, AFileGoesBackToATemporaryName) {
  {
    File file = fresh("x", "new");
    ASSERT_TRUE(file.take_name(path("x")));
    file.take_temporary_name(path("x"));
    EXPECT_FALSE(exists(path("x")));
    EXPECT_TRUE(file.stands_at(file.path()));
  }
  EXPECT_THAT(listing(), testing::IsEmpty());
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
