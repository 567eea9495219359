#include "common/dedalus/language/repository.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "test/support/temporary_folder.hpp"

namespace ldfi::dedalus {
namespace {

namespace fs = std::filesystem;

class RepositoryTest : public testing::Test {
 protected:
  fs::path folder(const std::string& name) const {
    fs::create_directories(root_ / name);
    return fs::canonical(root_ / name);
  }
  const test::TemporaryFolder temporary_;
  const fs::path root_ = fs::canonical(temporary_.path());
};

TEST_F(RepositoryTest, IsTheNearestFolderWithGit) {
  const fs::path deep = folder("outer/project/one/two");
  EXPECT_EQ(repository_of(deep), std::nullopt);
  folder("outer/.git");
  EXPECT_EQ(repository_of(deep), root_ / "outer");
  fs::create_directory(root_ / "outer/project/.git");
  EXPECT_EQ(repository_of(deep), root_ / "outer/project");
  EXPECT_EQ(repository_of(root_ / "outer/project"), root_ / "outer/project");
}

TEST_F(RepositoryTest, HoldsNoOtherProjects) {
  const fs::path deep = folder("home/downloads/program");
  folder("home/.git");
  EXPECT_EQ(repository_of(deep), root_ / "home");
  const char* const home = std::getenv("HOME");
  const std::string before = home == nullptr ? "" : home;
  ::setenv("HOME", (root_ / "home").c_str(), 1);
  EXPECT_EQ(repository_of(deep), std::nullopt) << "the user's home";
  ::setenv("HOME", deep.c_str(), 1);
  EXPECT_EQ(repository_of(deep), std::nullopt) << "what holds the home";
  ::setenv("HOME", before.c_str(), 1);
  fs::permissions(root_ / "home", fs::perms::sticky_bit, fs::perm_options::add);
  EXPECT_EQ(repository_of(deep), std::nullopt) << "a folder as /tmp";
}

TEST_F(RepositoryTest, NamesTheFolderThatHoldsBoth) {
  const fs::path one = folder("project/commit");
  const fs::path other = folder("project/util/deep");
  const fs::path before = fs::current_path();
  fs::current_path(root_ / "project");
  EXPECT_EQ(folder_to_name(one, other), ".");
  EXPECT_EQ(folder_to_name(other, other), "util/deep");
  fs::current_path(one);
  EXPECT_EQ(folder_to_name(one, other), "..");
  fs::current_path(before);
  EXPECT_EQ(folder_to_name(one, "/"), std::nullopt);
}

}  // namespace
}  // namespace ldfi::dedalus
