// ldfi-results does its work in a child process within limits: a file from anywhere may make HDF5
// 1.10 read or free memory that is not its own, and a program from anywhere may compute for ever.
// Whatever the child dies of, its parent is there to say it.
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
  /// The file was read: what happens from now on is not its fault.
  void computing();
  /// The answer is there; writing it takes as long as its reader likes. Does not return if the time
  /// is up.
  void writing();

 private:
  friend class Child;
  enum class At : std::uint8_t { reading, computing, writing, late, out_of_memory };
  std::atomic<At> at_{At::reading};
};

/// Runs `work` in a child and returns the status that it returned. Throws DamagedFile if the file
/// makes HDF5 crash or compute without end, BudgetExceeded if a limit ran out, InternalError after
/// another crash, EnvironmentError if there is no child or somebody else killed it. Not for
/// programs with threads or MPI.
int run_limited(const Limits& limits, const std::function<int(Stage&)>& work);

}  // namespace ldfi::results
