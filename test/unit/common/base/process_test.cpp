#include "common/base/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace ldfi {
namespace {

TEST(SignalName, IsThatOfASignalThatAsksForAStop) {
  EXPECT_EQ(signal_name(SIGTERM), "SIGTERM");
  EXPECT_EQ(signal_name(SIGUSR1), "SIGUSR1");
  EXPECT_EQ(signal_name(SIGSEGV), "a signal");
  EXPECT_EQ(signal_name(-1), "a signal");
  for (const int number : stop_signal_numbers()) EXPECT_NE(signal_name(number), "a signal");
}

TEST(StopSignals, AreThoseOfUsersAndSchedulers) {
  EXPECT_THAT(stop_signal_numbers(),
              testing::IsSupersetOf({SIGUSR1, SIGUSR2, SIGTERM, SIGINT, SIGXCPU, SIGALRM}));
  EXPECT_THAT(stop_signal_numbers(), testing::Not(testing::Contains(SIGKILL)));
}

}  // namespace
}  // namespace ldfi
