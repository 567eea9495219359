#include "worker/drive/tasks.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ldfi::drive {
namespace {

/// Starts child processes that sleep until they are killed.
class TasksTest : public testing::Test {
 protected:
  ~TasksTest() override {
    for (const pid_t pid : all_) ::kill(pid, SIGKILL);
    for (const pid_t pid : all_) ::waitpid(pid, nullptr, 0);
  }
  void fork_one(bool spins) {
    const pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    while (pid == 0) {
      if (!spins) ::pause();
    }
    all_.push_back(pid);
  }

  std::vector<pid_t> all_;
};

/// The kernel lists the children in a file that is longer than a page of memory.
TEST_F(TasksTest, AProcessHasManyChildren) {
  constexpr std::size_t children = 1'200;
  for (std::size_t i = 0; i < children; ++i) fork_one(false);
  EXPECT_EQ(children_of(::getpid()), all_);
  EXPECT_EQ(usage_of(all_).tasks, children);
}

TEST_F(TasksTest, OneThatRunsIsSeen) {
  fork_one(false);
  while (!usage_of(all_).all_sleep) ::usleep(1000);
  EXPECT_EQ(sleeping_tasks(all_, false).value().size(), 1U);
  fork_one(true);
  EXPECT_FALSE(usage_of(all_).all_sleep);
  EXPECT_FALSE(sleeping_tasks(all_, false).has_value());
  while (usage_of(all_).processor_s < 0.05) ::usleep(1000);
  EXPECT_GT(usage_of(all_).memory, 0U);
}

TEST_F(TasksTest, OneThatASignalStoppedNeitherSleepsNorRuns) {
  fork_one(false);
  while (!usage_of(all_).all_sleep) ::usleep(1000);
  EXPECT_EQ(usage_of(all_).stopped, 0);
  ASSERT_EQ(::kill(all_.front(), SIGSTOP), 0);
  while (usage_of(all_).stopped == 0) ::usleep(1000);
  EXPECT_EQ(usage_of(all_).stopped, all_.front());
  EXPECT_FALSE(usage_of(all_).all_sleep);
  EXPECT_FALSE(sleeping_tasks(all_, false).has_value());
  ASSERT_EQ(::kill(all_.front(), SIGCONT), 0);
  while (usage_of(all_).stopped != 0) ::usleep(1000);
}

TEST_F(TasksTest, OutsideOfNamespacesNumbersAreTheSame) {
  EXPECT_EQ(number_inside(::getpid(), ::getpid()), ::getpid());
}

}  // namespace
}  // namespace ldfi::drive
