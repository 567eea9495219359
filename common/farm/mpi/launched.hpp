// Detects whether this process is a rank of an MPI job. Not in session.hpp, so that a program which
// needs only this function does not load MPI's libraries.
#pragma once

namespace ldfi::mpi {

/// Returns true if a launcher, such as mpirun or srun, started this process. Otherwise MPI is not
/// used, because MPI_Init would take 0.3 s to start a daemon for a job of one rank.
[[nodiscard]] bool launched();

}  // namespace ldfi::mpi
