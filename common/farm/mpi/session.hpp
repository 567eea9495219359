// The ranks of an MPI job as a wire::Transport, and the start and end of the job. No MPI type is
// visible.
//
//   mpi::Session session;                     // MPI_Init_thread
//   wire::Transport& t = session.transport();
//   if (auto s = session.finish(status, 10)) return *s;   // polite barrier, MPI_Finalize
//
// Exit status, measured with Open MPI 4.1.4. mpirun returns the status of the first process that
// ends with one other than 0. It reports that on stderr whatever the number, and then takes 2 s to
// kill the others (two rounds of odls_base_sigkill_timeout), even if they have ended. If all ranks
// leave with the same status, mpirun usually takes half a second. So every rank finalizes and
// leaves with the status of rank 0. MPI_Abort(status) also brings that status to the shell, but
// kills the other ranks: it is for a job that cannot end by itself.
// ranks; it is for a job that cannot end by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/farm/wire/transport.hpp"

namespace ldfi::mpi {

/// What the seconds of finish() limit: its whole time, or the time since the last message.
enum class Grace : std::uint8_t { in_all, after_each_message };

/// True during MPI_Init_thread: an MPI library that fails there ends the process itself.
[[nodiscard]] bool beginning();

class Session {
 public:
  /// Starts MPI; at most one Session in a process. Throws EnvironmentError naming call and code.
  Session();
  /// Aborts the job with status 74 unless finish() succeeded: the others must not wait for this
  /// rank.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  /// Valid until finish().
  [[nodiscard]] wire::Transport& transport();

  /// Waits, sleeping, until all ranks call it, drops messages that still arrive, and ends MPI.
  /// Returns the greatest `status` of all ranks, with which all leave. Returns nothing if `grace_s`
  /// seconds ran out: MPI is not ended then, and only abort() is left. No other thread may use the
  /// transport any more.
  [[nodiscard]] std::optional<int> finish(int status, double grace_s, Grace grace = Grace::in_all);

  /// Prints `text` on stderr and ends the whole job at once with `status`.
  [[noreturn]] void abort(int status, const std::string& text);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::mpi
