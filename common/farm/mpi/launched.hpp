// Whether this process is a rank of an MPI job. Apart from session.hpp, so that a program which
// only asks this does not load MPI's libraries.
#pragma once

namespace ldfi::mpi {

/// True if a launcher (mpirun, srun) started this process. Without a launcher, MPI_Init takes 0.3 s
/// to start a daemon of its own, only to find a job of one rank.
[[nodiscard]] bool launched();

}  // namespace ldfi::mpi
