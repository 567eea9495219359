// Runs the work of ldfi-results in a child process with limits on time and memory. A malicious file
// may make HDF5 1.10 access memory that it does not own, and a malicious program may compute
// forever. If the child crashes or is killed, the parent survives and reports the problem.
//
//   return run_limited({"x.h5", 120, 4ULL << 30U}, [](Stage& stage) {
//     …read…; stage.computing(); …compute…; stage.writing(); …write…; return 0; });
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace ldfi::results {

struct Limits {
  std::string file;         ///< the results file, which error messages name if it cannot be read
  double seconds = 0;       ///< most seconds of real time before the child begins to write its
                            ///< answer
  std::uint64_t bytes = 0;  ///< bytes of address space
};

/// The stage that the child has reached: reading, computing or writing. Child and parent share this
/// object in memory.
class Stage {
 public:
  /// Starts the stage of computing. After this call, a crash is not blamed on the file.
  void computing();
  /// Starts the stage of writing the answer. It has no time limit, because writing may wait for a
  /// reader. If the time is already up, does not return, because the parent ends this process.
  void writing();

 private:
  friend class Child;
  enum class At : std::uint8_t { reading, computing, writing, late, out_of_memory };
  std::atomic<At> at_{At::reading};
};

/// Runs `work` in a child process and returns the child's status. Throws DamagedFile if reading the
/// file makes HDF5 crash or compute too long. Throws BudgetExceeded if the time or memory is used
/// up, and InternalError after another crash. Throws EnvironmentError if the child could not start
/// or was killed from outside. Must not be called if the process has threads or uses MPI, because
/// it forks.
int run_limited(const Limits& limits, const std::function<int(Stage&)>& work);

}  // namespace ldfi::results
