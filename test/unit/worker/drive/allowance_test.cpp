#include "worker/drive/allowance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace ldfi::drive {
namespace {

using testing::HasSubstr;
using Watch = std::chrono::steady_clock;

/// Starts a child process that sleeps until it is killed.
class AllowanceTest : public testing::Test {
 protected:
  void SetUp() override {
    child_ = ::fork();
    ASSERT_GE(child_, 0);
    while (child_ == 0) ::pause();
  }
  void TearDown() override {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  /// Checks the limits every 20 ms for `time`. Returns the first violation found, or an empty text.
  std::string look_for(Allowance& allowance, std::chrono::milliseconds time) const {
    const auto end = Watch::now() + time;
    while (Watch::now() < end) {
      if (std::string wrong = allowance.look_for_stop(usage_of({child_})); !wrong.empty())
        return wrong;
      ::usleep(20'000);
    }
    return "";
  }

  pid_t child_ = -1;
};

TEST_F(AllowanceTest, AProcessThatStaysStoppedIsFound) {
  systems::Limits limits;
  limits.step_s = 5;
  Allowance allowance(limits);
  ASSERT_EQ(::kill(child_, SIGSTOP), 0);
  EXPECT_THAT(look_for(allowance, std::chrono::seconds(10)),
              HasSubstr("is stopped by a signal such as SIGSTOP"));
}

TEST_F(AllowanceTest, AProcessMayBeStoppedForAMoment) {
  Allowance allowance{systems::Limits()};
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(::kill(child_, SIGSTOP), 0);
    EXPECT_EQ(look_for(allowance, std::chrono::milliseconds(50)), "");
    ASSERT_EQ(::kill(child_, SIGCONT), 0);
    EXPECT_EQ(look_for(allowance, std::chrono::milliseconds(50)), "");
  }
}

}  // namespace
}  // namespace ldfi::drive
