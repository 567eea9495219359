// A thread that says now and then that its process lives, for the time in which nobody else can: a
// question to the solver takes as long as it takes, and cannot be asked how it goes. Elsewhere,
// whoever works says so himself, since a heartbeat goes on beating when the work hangs.
//
//   Heartbeat heart(transport, {0});
//   heartbeat.beat(encode(WorkerHeartbeat{}), 1);  …ask the solver…  heartbeat.rest();
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "common/farm/wire/transport.hpp"

namespace ldfi::wire {

class Heartbeat {
 public:
  /// Of a transport whose send() any thread may call; it must outlive the heartbeat. At rest.
  Heartbeat(Transport& transport, std::vector<int> to);
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  /// From now on these bytes are sent every `interval_s` seconds (> 0), first within so long.
  void beat(const Bytes& message, double interval_s);
  /// No more; when this returns, nothing is under way.
  void rest();

 private:
  void run();
  void send() noexcept;

  Transport& transport_;
  const std::vector<int> to_;
  std::mutex mutex_;  ///< of everything below
  std::condition_variable changed_;
  Bytes message_;  ///< empty: at rest
  double interval_s_ = 1;
  bool changed_pace_ = false;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace ldfi::wire
