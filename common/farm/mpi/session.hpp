// The ranks of an MPI job as a wire::Transport, and the job's beginning and end. No MPI type shows.
//
//   mpi::Session session;                     // MPI_Init_thread
//   wire::Transport& t = session.transport();
//   if (auto s = session.finish(status, 10)) return *s;   // polite barrier, MPI_Finalize
//
// Exit status, measured with Open MPI 4.1.4: mpirun returns the status of the first process that
// ends with one other than 0, says so on stderr whatever the number, and then takes 2 s to kill the
// others (two rounds of odls_base_sigkill_timeout), even if they have ended. If all ranks leave
// with the same status it takes half a second, mostly. So every rank finalizes and leaves with the
// status of rank 0. MPI_Abort(status) reaches the shell as that status too, but kills the other
// ranks; it is for a job that cannot end by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/farm/wire/transport.hpp"

namespace ldfi::mpi {

/// What ends the patience of finish(): so many seconds, or so many without any message.
enum class Grace : std::uint8_t { in_all, after_each_message };

/// While MPI_Init_thread goes on: an MPI library that fails there ends the process itself.
[[nodiscard]] bool beginning();

class Session {
 public:
  /// Begins MPI; at most one Session in a process. Throws EnvironmentError naming call and code.
  Session();
  /// Aborts the job with status 74 if finish() did not succeed: the others must not wait for this
  /// rank.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  /// Valid until finish().
  [[nodiscard]] wire::Transport& transport();

  /// Waits, sleeping, for all ranks to come here too, drops what still arrives, and ends MPI.
  /// Returns the greatest `status` that a rank came with, for all to leave with. Nothing if that
  /// took longer than `grace_s` seconds: MPI goes on, and only abort() is left. No other thread may
  /// use the transport any more.
  [[nodiscard]] std::optional<int> finish(int status, double grace_s, Grace grace = Grace::in_all);

  /// Says `text` on stderr and ends the whole job with `status`, at once.
  [[noreturn]] void abort(int status, const std::string& text);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::mpi
