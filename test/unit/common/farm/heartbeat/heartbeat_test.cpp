#include "common/farm/heartbeat/heartbeat.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "common/base/errors.hpp"

namespace ldfi::wire {
namespace {

class Listener : public Transport {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 3; }
  void send(int to, Bytes bytes) override {
    const std::lock_guard lock(mutex_);
    ++heard_[to == 1 ? 0 : 1];
    last_ = std::move(bytes);
    changed_.notify_all();
    if (broken) throw EnvironmentError("the wire is cut");
  }
  std::optional<Envelope> receive() override { return std::nullopt; }
  void idle() override {}

  void wait_for(int beats) {
    std::unique_lock lock(mutex_);
    const int until = heard_[1] + beats;
    changed_.wait(lock, [&] { return heard_[1] >= until; });
    EXPECT_EQ(heard_[0], heard_[1]);
  }
  int count() {
    const std::lock_guard lock(mutex_);
    return heard_[0] + heard_[1];
  }
  Bytes last() {
    const std::lock_guard lock(mutex_);
    return last_;
  }
  bool broken = false;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int heard_[2] = {0, 0};
  Bytes last_;
};

TEST(Heartbeat, BeatsUntilItRests) {
  Listener listener;
  Heartbeat heartbeat(listener, {1, 2});
  heartbeat.beat({'a'}, 0.001);
  listener.wait_for(3);
  EXPECT_EQ(listener.last(), Bytes{'a'});
  heartbeat.beat({'b'}, 0.002);
  listener.wait_for(2);
  EXPECT_EQ(listener.last(), Bytes{'b'});
  heartbeat.rest();
  const int count = listener.count();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(listener.count(), count);
  heartbeat.beat({'c'}, 0.001);
  listener.wait_for(1);
  EXPECT_EQ(listener.last(), Bytes{'c'});
}

TEST(Heartbeat, SaysNothingAtRest) {
  Listener listener;
  {
    Heartbeat heartbeat(listener, {1, 2});
    heartbeat.beat({'a'}, 3600);
    heartbeat.rest();
  }
  EXPECT_EQ(listener.count(), 0);
}

TEST(Heartbeat, EndsQuietlyWhenNobodyHears) {
  Listener listener;
  listener.broken = true;
  Heartbeat heartbeat(listener, {2});
  heartbeat.beat({'a'}, 0.001);
  while (listener.count() == 0) std::this_thread::yield();
  heartbeat.rest();
  EXPECT_EQ(listener.count(), 1);
}

}  // namespace
}  // namespace ldfi::wire
