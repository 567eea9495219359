// Whether this process is a rank of an MPI job. Apart from session.hpp, so that a program that only
// asks does not load MPI's libraries.
#pragma once

namespace ldfi::mpi {

/// True when a launcher (mpirun, srun) started this process. Without one, MPI_Init would start a
/// daemon of its own, which costs 0.3 s, to find a job of one rank.
[[nodiscard]] bool launched();

}  // namespace ldfi::mpi
