// ldfi-results does its work in a child process with limits of time and memory. A stranger's file
// may make HDF5 1.10 read or free memory that is not its own, and a stranger's program may compute
// for ever. Whatever ends the child, the parent lives to report it.
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
  std::string file;         ///< the results file, which is to blame when reading it fails
  double seconds = 0;       ///< by the clock, until writing begins
  std::uint64_t bytes = 0;  ///< of address space
};

/// How far the child is; it shares this with its parent.
class Stage {
 public:
  /// The file has been read: it is not to blame for what happens from now on.
  void computing();
  /// The answer is complete. Writing it has no time limit, since it may wait for its reader. Does
  /// not return if the time is up already.
  void writing();

 private:
  friend class Child;
  enum class At : std::uint8_t { reading, computing, writing, late, out_of_memory };
  std::atomic<At> at_{At::reading};
};

/// Runs `work` in a child process and returns its status. Throws DamagedFile if the file makes HDF5
/// crash or compute without end, BudgetExceeded if a limit ran out, InternalError after any other
/// crash, and EnvironmentError if there is no child or somebody else killed it. It forks, so it is
/// not for programs with threads or MPI.
int run_limited(const Limits& limits, const std::function<int(Stage&)>& work);

}  // namespace ldfi::results
