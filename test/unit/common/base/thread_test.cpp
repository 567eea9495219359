#include "common/base/thread.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace ldfi {
namespace {

TEST(Thread, DoesItsAction) {
  const auto starter = std::this_thread::get_id();
  for (const auto start : {&start_thread, &start_background_thread}) {
    std::thread::id worker = starter;
    start([&] { worker = std::this_thread::get_id(); }).join();
    EXPECT_NE(worker, starter);
    EXPECT_NE(worker, std::thread::id());
  }
}

}  // namespace
}  // namespace ldfi
