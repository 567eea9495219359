// The only mapping between exceptions and exit statuses. A rank that cannot continue sends a
// Failure, and the master throws it again as a RemoteFailure. main() uses the same mapping.
#pragma once

#include <exception>
#include <stdexcept>

#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

/// An exception of the master: another rank has failed. what() names the rank.
class RemoteFailure : public std::runtime_error {
 public:
  RemoteFailure(ExitStatus status, const std::string& text)
      : std::runtime_error(text), status_(status) {}
  [[nodiscard]] ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

/// An exception: a stop was requested, usually by a signal. All acknowledged results are saved.
class StopRequested : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the text and the exit status for `error`, which must not be null. The statuses are:
/// InputError 65, UsageError 64, EnvironmentError, DecodeError, system_error and bad_alloc 74,
/// BudgetExceeded 2, StopRequested 85, RemoteFailure its own, all others 70.
Failure to_failure(const std::exception_ptr& error);

/// Returns `status`, which another rank sent, if it is a status of a failed program. Otherwise
/// returns 70.
ExitStatus failure_status(std::int32_t status);

}  // namespace ldfi::wire
