// The virtual time of one node that knows nothing of it: a page of memory and a bell (a FIFO) that
// the clock library in its processes looks at (worker/clock). Times are nanoseconds from the start
// of an execution.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "worker/clock/page.h"
#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

class Clock {
 public:
  /// Writes the clock library into this file. Throws EnvironmentError.
  static void unpack(const std::string& library);

  /// `folder` is empty, and belongs to it; the node knows it as `seen`. Throws EnvironmentError.
  Clock(const std::string& folder, const std::string& seen, std::uint64_t seed);
  ~Clock();
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  /// What a process needs in its environment to have a clock: NAME=VALUE. That it has one, and which.
  static std::string preload(const std::string& library);
  static std::string variable(const std::string& folder);

  /// True if this process has it.
  [[nodiscard]] bool is_of(pid_t process) const;
  [[nodiscard]] std::int64_t now() const;
  /// True if the node has cut its page off.
  [[nodiscard]] bool is_damaged() const;
  /// Time never goes back. A node with one thread may go on to `lease` by itself.
  void set(std::int64_t now, std::int64_t lease);
  /// Before the node's output is read: what it does from now on is not a consequence of its sleep.
  void end_lease();
  /// The earliest time that a thread waits for.
  [[nodiscard]] std::optional<std::int64_t> deadline() const;
  /// Wakes the thread whose time has come, or of several the one that has waited longest; once more
  /// if it has not noticed. False if there is none.
  bool release();
  /// Forgets sleepers that are no threads of the node any more: they were killed.
  void forget_all_but(const std::set<int>& threads);

 private:
  std::string file_;
  ldfi_page* page_ = nullptr;
  Descriptor bell_;
};

}  // namespace ldfi::drive
