#include "worker/drive/open_files.hpp"

#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {
namespace {

constexpr std::uint64_t kib_of_test = 1024;

std::uint64_t memory_now(bool sockets_too) {
  OpenFiles files(sockets_too);
  files.add(::getpid());
  return files.memory();
}

TEST(OpenFilesTest, APipeCountsOnceThoughItHasTwoEnds) {
  const std::uint64_t before = memory_now(false);
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const Descriptor one(ends[0]);
  const Descriptor other(ends[1]);
  const Descriptor again(::dup(ends[0]));
  EXPECT_EQ(memory_now(false) - before, 64 * kib_of_test + 3 * kib_of_test);
}

TEST(OpenFilesTest, SocketsCountIfNobodyElseCountsThem) {
  const std::uint64_t before = memory_now(false);
  const std::uint64_t before_too = memory_now(true);
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  const Descriptor one(ends[0]);
  const Descriptor other(ends[1]);
  EXPECT_EQ(memory_now(false) - before, 2 * kib_of_test);
  EXPECT_GE(memory_now(true) - before_too, 2 * 212'992U) << "the buffers of Linux";
}

TEST(OpenFilesTest, APollerMayWatchEverything) {
  const std::uint64_t before = memory_now(false);
  const Descriptor poller(::epoll_create1(0));
  EXPECT_GT(memory_now(false), before + kib_of_test);
}

TEST(OpenFilesTest, AProcessThatEndedHasNothingOpen) {
  OpenFiles files(true);
  files.add(-1);
  EXPECT_EQ(files.memory(), 0U);
}

}  // namespace
}  // namespace ldfi::drive
