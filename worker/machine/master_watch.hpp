// A worker's eye on the master: when that has said that it would beat and then is silent for too
// long, waiting for it is in vain.
#pragma once

#include <functional>
#include <string>

#include "common/base/errors.hpp"
#include "common/farm/heartbeat/awake_clock.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// The master is stuck, or its machine is gone; there is nobody to tell but the user.
class MasterSilent : public EnvironmentError {
 public:
  using EnvironmentError::EnvironmentError;
};

class MasterWatch {
 public:
  /// `clock` is in seconds, monotonic. Of all workers, the one with the lowest rank speaks first.
  MasterWatch(int rank, std::function<double()> clock) : rank_(rank), clock_(std::move(clock)) {}

  /// A message arrived.
  void heard() { heard_at_ = look_at_clock(); }
  void heard(const wire::Beat& beat);
  /// To be called when there was no message: throws MasterSilent if that has gone on for too long.
  void look();
  /// Seconds that the master may be silent; infinite before its first beat.
  [[nodiscard]] double patience_s() const;
  /// Says who is silent, what he was doing, and how to go on.
  [[nodiscard]] std::string complaint() const;
  /// How often a worker should show signs of life of its own.
  [[nodiscard]] double alive_interval_s() const;

 private:
  double look_at_clock();

  int rank_;
  std::function<double()> clock_;
  wire::AwakeClock awake_;
  wire::Beat beat_;
  double heard_at_ = 0;  ///< by the awake clock
};

}  // namespace ldfi::execute
