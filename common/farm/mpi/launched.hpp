// Detects whether this process is a rank of an MPI job. Separate from session.hpp, so that a
// program which only needs this does not load MPI's libraries.
#pragma once

namespace ldfi::mpi {

/// Returns true if a launcher (mpirun, srun) started this process. Without one, MPI_Init would take
/// 0.3 s to start a daemon for a job of one rank.
[[nodiscard]] bool launched();

}  // namespace ldfi::mpi
