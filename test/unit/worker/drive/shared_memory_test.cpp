#include "worker/drive/shared_memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ldfi::drive {
namespace {

constexpr std::size_t bytes_of_test = std::size_t{8} << 20U;

TEST(SharedMemoryTest, PagesThatNobodyMapsAnyMoreCount) {
  SharedMemory before;
  before.add(::getpid());
  void* const all =
      ::mmap(nullptr, bytes_of_test, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(all, MAP_FAILED);
  SharedMemory after;
  after.add(::getpid());
  EXPECT_EQ(after.size() - before.size(), bytes_of_test);
  ::munmap(all, bytes_of_test);
}

TEST(SharedMemoryTest, AMappingOfTwoProcessesCountsOnce) {
  SharedMemory all;
  all.add("7f00-7f10 rw-s 00000000 00:01 17                         /dev/zero (deleted)");
  all.add("8f00-8f20 rw-s 00000000 00:01 17                         /dev/zero (deleted)");
  all.add("7f00-7f01 rw-s 00000000 00:01 18                         /dev/zero (deleted)");
  all.add("7f00-8f00 r-xp 00000000 00:01 19                         /usr/lib/x.so");
  all.add("/dev/zero (deleted)");
  EXPECT_EQ(all.size(), 0x21U);
}

TEST(SharedMemoryTest, TheHeapOfTheLibraryKernelDoesNotCountTwice) {
  SharedMemory all;
  all.add("610000000000-610020000000 rw-s 00000000 00:01 17          /dev/zero (deleted)");
  EXPECT_EQ(all.size(), 0U);
  all.add("610000000000-610040000000 rw-s 00000000 00:01 18          /dev/zero (deleted)");
  EXPECT_EQ(all.size(), std::uint64_t{1} << 30U);
}

}  // namespace
}  // namespace ldfi::drive
