// The one table from exceptions to exit statuses, and back. A rank that cannot go on sends a
// Failure, the master throws it again as a RemoteFailure, and main() asks the same table.
#pragma once

#include <exception>
#include <stdexcept>

#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

/// The failure of another rank, thrown by the master; what() names the rank.
class RemoteFailure : public std::runtime_error {
 public:
  RemoteFailure(ExitStatus status, const std::string& text)
      : std::runtime_error(text), status_(status) {}
  [[nodiscard]] ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

/// Somebody asked for a stop, mostly by a signal. Everything that was acknowledged is saved.
class StopRequested : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Text and exit status of `error` (not null): InputError 65, UsageError 64, EnvironmentError,
/// DecodeError, system_error and bad_alloc 74, BudgetExceeded 2, StopRequested 85, RemoteFailure
/// its own, anything else 70.
Failure to_failure(const std::exception_ptr& error);

/// The status of a Failure, if it is one with which a program may fail; otherwise 70.
ExitStatus failure_status(std::int32_t status);

}  // namespace ldfi::wire
