// The ranks of an MPI job as a wire::Transport, and the job's beginning and end. No MPI type shows.
//
//   mpi::Session session;                     // MPI_Init_thread
//   wire::Transport& t = session.transport();
//   … session.finish(10);                     // polite barrier, MPI_Finalize
//
// Exit status, measured with Open MPI 4.1.4: mpirun returns the status of the first process that
// ends with one other than 0 (and says so on stderr, whatever the number). So every rank finalizes,
// rank 0 leaves with the status of the run, and all others leave with 0. MPI_Abort(status) reaches
// the shell as that status too, but kills the other ranks; it is for a job that cannot end by
// itself.
#pragma once

#include <memory>
#include <string>

#include "common/wire/transport.hpp"

namespace ldfi::mpi {

/// True when a launcher (mpirun, srun) started this process. Without one, MPI_Init would start a
/// daemon of its own, which costs 0.3 s, to find a job of one rank.
[[nodiscard]] bool launched();

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

  /// Waits, sleeping, for all ranks to come here too, drops what still arrives, and ends MPI. False
  /// if that took longer than `grace_s` seconds: MPI goes on, and only abort() is left.
  [[nodiscard]] bool finish(double grace_s);

  /// Says `text` on stderr and ends the whole job with `status`, at once.
  [[noreturn]] void abort(int status, const std::string& text);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::mpi
