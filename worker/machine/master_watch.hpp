// Notices that the master (rank 0) hangs. Its heartbeats say for how long it may be silent. After a
// longer silence, waiting for it is useless.
#pragma once

#include <functional>
#include <string>

#include "common/base/errors.hpp"
#include "common/farm/heartbeat/awake_clock.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Thrown if the master hangs, or if its machine has failed. The worker can then only report this
/// to the user.
class MasterSilent : public EnvironmentError {
 public:
  using EnvironmentError::EnvironmentError;
};

class MasterWatch {
 public:
  /// `clock` returns the time in seconds, and never goes back. If the master is silent, the worker
  /// with the lowest rank throws first.
  MasterWatch(int rank, std::function<double()> clock) : rank_(rank), clock_(std::move(clock)) {}

  /// Called when a message of the master has arrived.
  void heard() { heard_at_ = look_at_clock(); }
  void heard(const wire::MasterHeartbeat& beat);
  /// Called when no message has arrived. Throws MasterSilent if the master has been silent for too
  /// long.
  void look();
  /// Returns the seconds for which the master may be silent. Infinite before its first heartbeat.
  [[nodiscard]] double patience_s() const;
  /// Returns an error message: for how long the master has been silent, what it did last, and how
  /// the user can resume the run.
  [[nodiscard]] std::string error_text() const;
  /// Returns the seconds between the heartbeats that the worker should send.
  [[nodiscard]] double alive_interval_s() const;

 private:
  double look_at_clock();

  int rank_;
  std::function<double()> clock_;
  wire::AwakeClock awake_;
  wire::MasterHeartbeat beat_;
  double heard_at_ = 0;  ///< time at which the last message arrived, on the clock of
                         ///< look_at_clock()
};

}  // namespace ldfi::execute
