// A thread that regularly reports that its process is alive while the main thread cannot do so: a
// call of the solver takes an unknown time and cannot be interrupted. At other times, the main
// thread itself reports, because this thread would send heartbeats even if the work hangs.
//
//   Heartbeat heart(transport, {0});
//   heart.beat(encode(WorkerHeartbeat{}), 1);  …ask the solver…  heart.rest();
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "common/farm/wire/transport.hpp"

namespace ldfi::wire {

class Heartbeat {
 public:
  /// Creates a heartbeat that sends nothing yet. Keeps a reference to `transport`, whose send()
  /// must be callable by any thread.
  Heartbeat(Transport& transport, std::vector<int> to);
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  /// Begins to send these bytes every `interval_s` seconds (> 0). The first heartbeat is sent
  /// within one interval.
  void beat(const Bytes& message, double interval_s);
  /// Stops sending. When rest() returns, no message is being sent.
  void rest();

 private:
  void run();
  void send() noexcept;

  Transport& transport_;
  const std::vector<int> to_;
  std::mutex mutex_;  ///< guards all members below
  std::condition_variable changed_;
  Bytes message_;  ///< bytes of a heartbeat; empty between rest() and beat()
  double interval_s_ = 1;
  bool changed_pace_ = false;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace ldfi::wire
