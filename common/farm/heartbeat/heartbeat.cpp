#include "common/farm/heartbeat/heartbeat.hpp"

#include <chrono>

#include "common/base/contract.hpp"
#include "common/base/thread.hpp"

namespace ldfi::wire {

Heartbeat::Heartbeat(Transport& transport, std::vector<int> to)
    : transport_(transport), to_(std::move(to)), thread_(start_thread([this] { run(); })) {}

Heartbeat::~Heartbeat() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Heartbeat::beat(const Bytes& message, double interval_s) {
  LDFI_REQUIRE(interval_s > 0 && !message.empty(),
               "a heartbeat has a message and an interval above 0");
  const std::lock_guard lock(mutex_);
  message_ = message;
  if (interval_s == interval_s_) return;
  interval_s_ = interval_s;
  changed_pace_ = true;
  changed_.notify_one();
}

void Heartbeat::rest() {
  const std::lock_guard lock(mutex_);
  message_.clear();
}

void Heartbeat::run() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    const auto interval = std::chrono::duration<double>(interval_s_);
    if (!changed_.wait_for(lock, interval, [this] { return over_ || changed_pace_; })) send();
    changed_pace_ = false;
  }
}

// Sends a heartbeat and ignores errors. If sending fails, the other ranks notice the silence, and
// the main thread gets the same error.
void Heartbeat::send() noexcept {
  if (message_.empty()) return;
  try {
    for (const int rank : to_) transport_.send(rank, message_);
  } catch (...) {
    message_.clear();
  }
}

}  // namespace ldfi::wire
