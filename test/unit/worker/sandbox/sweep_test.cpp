#include "worker/sandbox/sweep.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace ldfi::sandbox {
namespace {

namespace fs = std::filesystem;

class SweepTest : public testing::Test {
 protected:
  SweepTest() {
    std::string name = fs::temp_directory_path() / "sweep-XXXXXX";
    base_ = ::mkdtemp(name.data());
    fs::create_directory(base_ / "own");
    fs::create_directory(base_ / "other");
    std::ofstream(base_ / "other" / "kept") << "kept";
  }
  ~SweepTest() override {
    remove_folder((base_ / "own").string());
    remove_folder(base_.string());
  }

  [[nodiscard]] int empty() const {
    const int folder = ::open((base_ / "own").c_str(), O_RDONLY | O_DIRECTORY);
    const int out = empty_folder(folder);
    ::close(folder);
    return out;
  }
  [[nodiscard]] bool is_empty() const { return fs::is_empty(base_ / "own"); }

  fs::path base_;
};

TEST_F(SweepTest, RemovesLinksAndNotWhatTheyLeadTo) {
  fs::create_directory_symlink(base_ / "other", base_ / "own" / "link");
  fs::create_directories(base_ / "own" / "a" / "b");
  fs::create_directory_symlink(base_ / "other", base_ / "own" / "a" / "b" / "link");
  EXPECT_EQ(empty(), 0);
  EXPECT_TRUE(is_empty());
  EXPECT_TRUE(fs::exists(base_ / "other" / "kept"));
}

TEST_F(SweepTest, KeepsWhatIsNamed) {
  for (const char* name : {"a", "b", "c"}) fs::create_directories(base_ / "own" / name / "kept");
  std::ofstream(base_ / "own" / "file") << "x";
  const int folder = ::open((base_ / "own").c_str(), O_RDONLY | O_DIRECTORY);
  EXPECT_EQ(empty_folder(folder, {"b", "file", "kept"}), 0);
  ::close(folder);
  EXPECT_TRUE(fs::exists(base_ / "own" / "b" / "kept"));
  EXPECT_TRUE(fs::exists(base_ / "own" / "file"));
  EXPECT_FALSE(fs::exists(base_ / "own" / "a"));
  EXPECT_FALSE(fs::exists(base_ / "own" / "c"));
}

TEST_F(SweepTest, ALinkIsNoFolder) {
  fs::create_directory_symlink(base_ / "other", base_ / "link");
  EXPECT_NE(remove_folder((base_ / "link").string()), 0);
  EXPECT_TRUE(fs::exists(base_ / "other" / "kept"));
}

TEST_F(SweepTest, NoFolderIsNothingToRemove) {
  EXPECT_EQ(remove_folder((base_ / "gone").string()), 0);
}

TEST_F(SweepTest, WhatItsOwnerMayNotRead) {
  fs::create_directories(base_ / "own" / "a" / "b" / "c");
  ::mkfifo((base_ / "own" / "a" / "fifo").c_str(), 0);
  constexpr uid_t nobody = 65534;
  for (const char* name : {"own/a/b/c", "own/a/b", "own/a", "own"}) {
    ASSERT_EQ(::chmod((base_ / name).c_str(), 0), 0);
    if (::geteuid() == 0) {
      ASSERT_EQ(::chown((base_ / name).c_str(), nobody, nobody), 0);
    }
  }
  ::chmod(base_.c_str(), 0755);
  const pid_t pid = ::fork();  // because root may read all folders
  if (pid == 0) {
    if (::geteuid() == 0 && ::setresuid(nobody, nobody, nobody) != 0) ::_exit(2);
    const int error = remove_folder((base_ / "own").string());
    // all is removed except the folder itself, whose parent belongs to another user
    ::_exit(error == EACCES ? 0 : 3);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  if (::geteuid() == 0) {
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(is_empty());
  } else {
    EXPECT_FALSE(fs::exists(base_ / "own"));
  }
}

TEST_F(SweepTest, DeeperThanAnyPathIsLong) {
  const std::string name(200, 'd');
  int here = ::open((base_ / "own").c_str(), O_RDONLY | O_DIRECTORY);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(::mkdirat(here, name.c_str(), 0700), 0);
    const int next = ::openat(here, name.c_str(), O_RDONLY | O_DIRECTORY);
    ::close(here);
    here = next;
  }
  ::close(here);
  EXPECT_EQ(empty(), 0);
  EXPECT_TRUE(is_empty());
}

TEST_F(SweepTest, OddNamesAndThoseThatItUsesItself) {
  for (const char* name : {".ldfi-1", ".ldfi-2", "-rf", "new\nline", " ", "..."}) {
    fs::create_directories(base_ / "own" / name / ".ldfi-1" / "x");
  }
  EXPECT_EQ(empty(), 0);
  EXPECT_TRUE(is_empty());
}

}  // namespace
}  // namespace ldfi::sandbox
