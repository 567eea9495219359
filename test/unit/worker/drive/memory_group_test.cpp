#include "worker/drive/memory_group.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ldfi::drive {
namespace {

namespace fs = std::filesystem;

std::string read_text(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Imitates cgroups by folders with the files that the kernel would create.
class MadeUpCgroups : public CgroupCalls {
 public:
  bool make(const std::string& folder) override {
    if (!CgroupCalls::make(folder)) return false;
    for (const char* name : {"cgroup.procs", "cgroup.subtree_control", "memory.max",
                             "memory.swap.max", "memory.oom.group", "memory.events"}) {
      if (name != lacking) std::ofstream(folder + "/" + name);
    }
    return true;
  }
  bool remove(const std::string& folder) override {
    moved += read_text(folder + "/cgroup.procs");
    for (const auto& one : fs::directory_iterator(folder)) {
      if (one.is_regular_file()) fs::remove(one.path());
    }
    return CgroupCalls::remove(folder);
  }

  std::string lacking;  ///< name of a file that the imitated cgroups lack
  std::string moved;    ///< processes that were in cgroups when the cgroups were removed
};

class MemoryGroupsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "ldfi-cgroup-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    own_ = name;
    write("cgroup.controllers", "cpu memory pids\n");
    write("cgroup.subtree_control", "");
    write("cgroup.procs", std::to_string(::getpid()) + "\n");
  }
  void TearDown() override { fs::remove_all(own_); }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(own_ + "/" + file) << text;
  }
  [[nodiscard]] std::vector<std::string> folders() const {
    std::vector<std::string> out;
    for (const auto& one : fs::directory_iterator(own_)) {
      if (one.is_directory()) out.push_back(one.path().filename().string());
    }
    return out;
  }
  std::unique_ptr<MemoryGroups> begin() { return MemoryGroups::begin(own_, ::getpid(), calls_); }

  std::string own_;
  MadeUpCgroups calls_;
};

TEST_F(MemoryGroupsTest, AGroupHasABoundAndNoSwap) {
  const auto groups = begin();
  ASSERT_NE(groups, nullptr);
  const auto one = groups->make(375'000'000);
  ASSERT_TRUE(one);
  EXPECT_EQ(read_text(one->folder + "/memory.max"), "375000000");
  EXPECT_EQ(read_text(one->folder + "/memory.swap.max"), "0");
  EXPECT_EQ(read_text(one->folder + "/memory.oom.group"), "1");
  ASSERT_EQ(::write(one->entrance.get(), "0", 1), 1);
  EXPECT_EQ(read_text(one->folder + "/cgroup.procs"), "0");
}

TEST_F(MemoryGroupsTest, NothingIsLeftAtTheEnd) {
  auto groups = begin();
  ASSERT_NE(groups, nullptr);
  ASSERT_TRUE(groups->make(1'000'000));
  EXPECT_EQ(folders().size(), 1U);
  groups.reset();
  EXPECT_TRUE(folders().empty());
}

TEST_F(MemoryGroupsTest, WithoutTheControllerThereAreNoGroups) {
  write("cgroup.controllers", "cpu pids\n");
  EXPECT_EQ(begin(), nullptr);
  EXPECT_TRUE(folders().empty());
}

TEST_F(MemoryGroupsTest, WithoutABoundThereAreNoGroups) {
  calls_.lacking = "memory.max";
  EXPECT_EQ(begin(), nullptr);
  EXPECT_TRUE(folders().empty());
}

/// The kernel does not enable the memory controller while a process is in the cgroup. Processes
/// that the farm did not start are not moved.
TEST_F(MemoryGroupsTest, StrangersStayWhereTheyAre) {
  fs::remove(own_ + "/cgroup.subtree_control");
  fs::create_directory(own_ + "/cgroup.subtree_control");
  write("cgroup.procs", std::to_string(::getpid()) + "\n1\n");
  EXPECT_EQ(begin(), nullptr);
  EXPECT_EQ(calls_.moved, "");
}

TEST_F(MemoryGroupsTest, WhatAKilledFarmLeftIsRemoved) {
  fs::create_directories(own_ + "/ldfi-farm-0123ab/node-1");
  fs::create_directories(own_ + "/other-0123ab");
  fs::create_directories(own_ + "/ldfi-farm-alive0");
  const Descriptor held(::open((own_ + "/ldfi-farm-alive0").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::flock(held.get(), LOCK_EX), 0);
  begin().reset();
  EXPECT_THAT(folders(), testing::UnorderedElementsAre("other-0123ab", "ldfi-farm-alive0"));
}

TEST_F(MemoryGroupsTest, ProcessesEndedWhenFullAreCounted) {
  write("memory.events", "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 1\n");
  EXPECT_EQ(ended_when_full(own_), 2U);
  EXPECT_EQ(ended_when_full(own_ + "/none"), 0U);
}

TEST(OwnCgroupTest, ItLiesBelowTheMountPoint) {
  constexpr auto mounts =
      "22 1 0:20 / /sys rw shared:7 - sysfs sysfs rw\n"
      "31 22 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";
  EXPECT_EQ(own_cgroup("0::/user.slice/farm.scope\n", mounts),
            "/sys/fs/cgroup/user.slice/farm.scope");
  EXPECT_EQ(own_cgroup("0::/\n", mounts), "/sys/fs/cgroup");
  EXPECT_EQ(own_cgroup("4:memory:/one\n0::/two\n", mounts), "/sys/fs/cgroup/two");
}

TEST(OwnCgroupTest, AMountMayShowAPartOfTheTree) {
  constexpr auto mounts = "31 22 0:27 /a/b /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
  EXPECT_EQ(own_cgroup("0::/a/b/c\n", mounts), "/sys/fs/cgroup/c");
  EXPECT_EQ(own_cgroup("0::/a/b\n", mounts), "/sys/fs/cgroup");
  EXPECT_EQ(own_cgroup("0::/a/bc\n", mounts), "");
}

TEST(OwnCgroupTest, ThereIsNoneInVersionOne) {
  constexpr auto mounts = "31 22 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
  EXPECT_EQ(own_cgroup("4:memory:/one\n", mounts), "");
  EXPECT_EQ(own_cgroup("0::/one\n", mounts), "");
  EXPECT_EQ(own_cgroup("0::/../one\n", mounts), "");
}

}  // namespace
}  // namespace ldfi::drive
