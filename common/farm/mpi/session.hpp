// The ranks of an MPI job as a wire::Transport, and the start and end of the job. No MPI type is
// visible.
//
//   mpi::Session session;                     // MPI_Init_thread
//   wire::Transport& t = session.transport();
//   if (auto s = session.finish(status, 10)) return *s;   // polite barrier, MPI_Finalize
//
// Exit status, measured with Open MPI 4.1.4. mpirun returns the status of the first process that
// ends with a status other than 0. It reports this on stderr, and then takes 2 s to kill the others
// (two rounds of odls_base_sigkill_timeout), even if they have ended. If all ranks exit with the
// same status, mpirun usually takes half a second. So every rank finalizes and exits with the
// status of rank 0. MPI_Abort(status) also passes its status to the shell, but kills the other
// ranks. It is for a job that cannot end by itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "common/farm/wire/transport.hpp"

namespace ldfi::mpi {

/// Which time the limit of finish() applies to: the whole call, or the time since the last message.
enum class Grace : std::uint8_t { in_all, after_each_message };

/// Returns true while MPI_Init_thread runs. If MPI_Init_thread fails, the MPI library itself ends
/// the process.
[[nodiscard]] bool beginning();

class Session {
 public:
  /// Starts MPI. A process has at most one Session. Throws EnvironmentError with the call and the
  /// error code if MPI cannot start.
  Session();
  /// Aborts the job with status 74 unless finish() succeeded, so that the other ranks do not wait
  /// for this one.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  /// Returns the transport between the ranks, which is valid until finish().
  [[nodiscard]] wire::Transport& transport();

  /// Sleeps until all ranks have called finish(), and then ends MPI. Drops messages that still
  /// arrive. Returns the greatest `status` of all ranks, with which all of them exit. Returns
  /// nullopt after `grace_s` seconds: then MPI has not ended, and only abort() may be called. No
  /// other thread may use the transport during the call. `decided` receives the exit status before
  /// MPI ends: as soon as one rank has ended, mpirun may send SIGTERM to the others.
  [[nodiscard]] std::optional<int> finish(int status, double grace_s, Grace grace = Grace::in_all,
                                          const std::function<void(int)>& decided = {});

  /// Prints `text` on stderr and ends the whole job immediately with `status`.
  [[noreturn]] void abort(int status, const std::string& text);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::mpi
