// Runs the work of ldfi-results in a child process with limits on time and memory. An untrusted file may make
// HDF5 1.10 access memory that it does not own. An untrusted program may compute forever. If the child
// crashes or is killed, the parent survives and reports it.
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
  std::string file;         ///< the results file, which the error names if reading it fails
  double seconds = 0;       ///< wall-clock time until writing must begin
  std::uint64_t bytes = 0;  ///< bytes of address space
};

/// The stage that the child has reached: reading, computing or writing. The child shares this object with its
/// parent.
class Stage {
 public:
  /// Starts the stage of computing. From now on, failures are not blamed on the file.
  void computing();
  /// Starts the stage of writing the answer, which has no time limit, because it may wait for a reader. Does
  /// not return if the time is already up.
  void writing();

 private:
  friend class Child;
  enum class At : std::uint8_t { reading, computing, writing, late, out_of_memory };
  std::atomic<At> at_{At::reading};
};

/// Runs `work` in a child process and returns its status. Throws DamagedFile if the file makes HDF5
/// crash or compute too long, and BudgetExceeded if a limit ran out. Throws InternalError after any
/// other crash, and EnvironmentError if the child could not start or was killed from outside.
/// Forks, so programs with threads or MPI must not call it.
int run_limited(const Limits& limits, const std::function<int(Stage&)>& work);

}  // namespace ldfi::results
