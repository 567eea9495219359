// A worker's watch over the master. If a master that has sent heartbeats is silent for too long, it is
// useless to wait for it.
#pragma once

#include <functional>
#include <string>

#include "common/base/errors.hpp"
#include "common/farm/heartbeat/awake_clock.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// The master is stuck, or its machine is gone. The worker can only report it to the user.
class MasterSilent : public EnvironmentError {
 public:
  using EnvironmentError::EnvironmentError;
};

class MasterWatch {
 public:
  /// `clock` returns monotonic seconds. The worker with the lowest rank throws first.
  MasterWatch(int rank, std::function<double()> clock) : rank_(rank), clock_(std::move(clock)) {}

  /// Called when a message arrived.
  void heard() { heard_at_ = look_at_clock(); }
  void heard(const wire::MasterHeartbeat& beat);
  /// Called when no message had arrived. Throws MasterSilent if that has lasted for too long.
  void look();
  /// The seconds for which the master may be silent; infinite before its first beat.
  [[nodiscard]] double patience_s() const;
  /// Returns an error message: who is silent, what the master did last, and how the user can continue.
  [[nodiscard]] std::string error_text() const;
  /// The interval in seconds at which the worker should show signs of life itself.
  [[nodiscard]] double alive_interval_s() const;

 private:
  double look_at_clock();

  int rank_;
  std::function<double()> clock_;
  wire::AwakeClock awake_;
  wire::MasterHeartbeat beat_;
  double heard_at_ = 0;  ///< time of the last message, by the awake clock
};

}  // namespace ldfi::execute
