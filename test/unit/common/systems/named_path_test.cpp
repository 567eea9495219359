#include "common/systems/named_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "test/support/temporary_folder.hpp"

namespace ldfi::systems {
namespace {

namespace fs = std::filesystem;

class NamedPathTest : public testing::Test {
 protected:
  NamedPathTest() : root_(fs::canonical(std::string(folder_.path()))) {
    for (const char* name : {"home/keys", "home/run/data", "run/data", "other"}) {
      fs::create_directories(root_ / name);
    }
    for (const char* name : {"home/keys/key", "home/run/data/x", "run/data/x", "other/x"}) {
      std::ofstream(root_ / name) << "text";
    }
    const char* const before = std::getenv("HOME");
    if (before != nullptr) home_ = before;
    set_home(root_ / "home");
  }
  ~NamedPathTest() override { set_home(home_); }

  static void set_home(const std::string& path) { ::setenv("HOME", path.c_str(), 1); }
  [[nodiscard]] std::string path(const std::string& name) const { return (root_ / name).string(); }
  [[nodiscard]] Reach reach(const std::string& folder, const std::string& word,
                            bool is_program = false) const {
    return named_path(path(folder), word, is_program).reach;
  }
  /// Writes a file that begins as compiled programs (ELF) do.
  void make_program(const std::string& name) const {
    std::ofstream(path(name)) << "\x7f"
                                 "ELF and more";
    fs::permissions(path(name), fs::perms::owner_all);
  }

  test::TemporaryFolder folder_;
  fs::path root_;
  std::string home_;
};

TEST_F(NamedPathTest, FilesBelowTheFolderOfTheConfigAreItsOwn) {
  EXPECT_EQ(reach("run", "data/x"), Reach::beside);
  EXPECT_EQ(reach("run", path("run/data/x")), Reach::beside);
  EXPECT_EQ(reach("run", "."), Reach::beside);
  EXPECT_EQ(reach("run", "./data"), Reach::beside);
  EXPECT_EQ(reach("home/run", "data/x"), Reach::beside);
  EXPECT_EQ(reach("home/run", "../run/data/x"), Reach::beside);
}

TEST_F(NamedPathTest, NothingElseOfAHomeIs) {
  fs::create_symlink(path("home/keys/key"), path("run/link"));
  fs::create_directory_symlink(path("home/keys"), path("run/folder"));
  for (const char* word : {"link", "folder/key", "../home/keys/key", "./../home", "./folder"}) {
    EXPECT_EQ(reach("run", word), Reach::in_home) << word;
  }
  EXPECT_EQ(reach("home/run", "../keys/key"), Reach::in_home);
  EXPECT_EQ(reach("", path("home/keys/key")), Reach::in_home);
  // The folder of the config is above the home folder.
  EXPECT_EQ(named_path(root_.string(), "home/keys/key", false).reach, Reach::in_home);
}

TEST_F(NamedPathTest, OtherFilesAreOutside) {
  EXPECT_EQ(reach("run", "../other/x"), Reach::outside);
  EXPECT_EQ(reach("run", path("other/x")), Reach::outside);
  EXPECT_EQ(reach("run", "/etc/passwd"), Reach::system);
  EXPECT_EQ(reach("run", "/dev/null"), Reach::own);
  EXPECT_EQ(reach("run", "/tmp"), Reach::own);
}

TEST_F(NamedPathTest, OnlyWordsThatLeadToAFileArePaths) {
  for (const char* word : {"", "data", "1000", "/no/such/file", "../no", "-x"}) {
    EXPECT_EQ(reach("run", word), Reach::nothing) << word;
  }
}

TEST_F(NamedPathTest, AProgramMayLieAnywhereIfItIsCompiled) {
  make_program("other/tool");
  make_program("home/keys/tool");
  EXPECT_EQ(reach("run", "../other/tool", true), Reach::program);
  EXPECT_EQ(reach("run", "../other/tool", false), Reach::outside);
  EXPECT_EQ(reach("run", path("home/keys/tool"), true), Reach::program);
  EXPECT_EQ(reach("run", path("home/keys/tool"), false), Reach::in_home);
  EXPECT_EQ(reach("run", path("home/keys/key"), true), Reach::in_home) << "it is not a program";
  fs::permissions(path("home/keys/key"), fs::perms::owner_all);
  EXPECT_EQ(reach("run", path("home/keys/key"), true), Reach::in_home) << "it is not compiled";
  fs::permissions(path("other/x"), fs::perms::owner_all);
  EXPECT_EQ(reach("run", path("other/x"), true), Reach::program) << "a script, outside of homes";
}

TEST_F(NamedPathTest, AHomeThatIsPartOfTheSystemIsNotAHome) {
  for (const char* home : {"/", "/usr", "/usr/bin", "/usr/lib", "/etc", "/opt", "/usr/local",
                           "/bin", "/usr/share", "/no/such/folder", "relative"}) {
    set_home(home);
    const std::vector<std::string> homes = home_folders();
    EXPECT_EQ(std::ranges::count(homes, real_path(home)), 0) << home;
    EXPECT_TRUE(is_system_path("/usr/bin")) << home;
  }
}

TEST_F(NamedPathTest, SomeFoldersAreTooMuchToBeShown) {
  for (const std::string& one : {std::string("/"), path("home"), root_.string(),
                                 std::string("/tmp"), std::string("/usr"), std::string("/home")}) {
    EXPECT_TRUE(may_not_be_shown(one)) << one;
  }
  EXPECT_FALSE(may_not_be_shown(path("run")));
  EXPECT_FALSE(may_not_be_shown(path("home/run")));
}

}  // namespace
}  // namespace ldfi::systems
