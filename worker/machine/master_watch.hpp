// Notices that the master hangs. If a master that has sent heartbeats is silent for too long, waiting for it
// is useless.
#pragma once

#include <functional>
#include <string>

#include "common/base/errors.hpp"
#include "common/farm/heartbeat/awake_clock.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Thrown if the master hangs, or its machine has failed. The worker can only report this to the user.
class MasterSilent : public EnvironmentError {
 public:
  using EnvironmentError::EnvironmentError;
};

class MasterWatch {
 public:
  /// `clock` returns the seconds of a monotonic clock. The worker with the lowest rank throws first.
  MasterWatch(int rank, std::function<double()> clock) : rank_(rank), clock_(std::move(clock)) {}

  /// Called when a message arrived.
  void heard() { heard_at_ = look_at_clock(); }
  void heard(const wire::MasterHeartbeat& beat);
  /// Called when no message was there to receive. Throws MasterSilent if the master has been silent for too
  /// long.
  void look();
  /// Returns the seconds for which the master may be silent. Infinite before its first heartbeat.
  [[nodiscard]] double patience_s() const;
  /// Returns an error message: who is silent, what the master did last, and how the user can resume the run.
  [[nodiscard]] std::string error_text() const;
  /// Returns the interval in seconds at which the worker should send heartbeats itself.
  [[nodiscard]] double alive_interval_s() const;

 private:
  double look_at_clock();

  int rank_;
  std::function<double()> clock_;
  wire::AwakeClock awake_;
  wire::MasterHeartbeat beat_;
  double heard_at_ = 0;  ///< time of the last message, which is compared by look_at_clock()
};

}  // namespace ldfi::execute
