// The virtual time of a node that is an ordinary program. It consists of a shared page of memory
// and a FIFO that wakes threads (the bell). The clock library in the node's processes
// (worker/clock) reads both. Times are nanoseconds since the start of an execution.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "worker/clock/page.h"
#include "worker/drive/descriptor.hpp"
#include "worker/drive/guarded_page.hpp"

namespace ldfi::drive {

class Clock {
 public:
  /// Writes the clock library, a shared object, to this path. Throws EnvironmentError.
  static void unpack(const std::string& library);

  /// Creates the page and the FIFO in `folder`, which must be empty and used by nothing else. The
  /// node sees this folder at the path `seen`. Throws EnvironmentError.
  Clock(const std::string& folder, const std::string& seen, std::uint64_t seed);
  ~Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  /// Return environment variables (NAME=VALUE). preload() makes a process load the clock library,
  /// and variable() names the folder of its clock.
  static std::string preload(const std::string& library);
  static std::string variable(const std::string& folder);

  /// Returns true if this process has mapped this clock's page.
  [[nodiscard]] bool is_of(pid_t process) const;
  [[nodiscard]] std::int64_t now() const;
  /// Returns true if the node has truncated the file of the page, so that the page cannot be used.
  [[nodiscard]] bool is_damaged() const;
  /// Sets the time, which never decreases. A node with one thread may then advance its time by
  /// itself, up to `lease`.
  void set(std::int64_t now, std::int64_t lease);
  /// Forbids the node to advance its time by itself. Called before the node's output is read,
  /// because what the node does next may depend on the answer to this output.
  void end_lease();
  /// Returns the earliest time that a thread of the node waits for, or nullopt if no thread waits.
  [[nodiscard]] std::optional<std::int64_t> deadline() const;
  /// Wakes a thread that waits for a time that has come: the one that has waited longest. Wakes
  /// this thread again if it has not reacted yet. Returns false if no thread is due.
  bool release();
  /// Removes the entries of waiting threads that are not in `threads`, because those threads were
  /// killed.
  void forget_all_but(const std::set<int>& threads);

 private:
  std::string file_;
  SharedPage shared_;
  ldfi_page* page_;
  Descriptor bell_;
};

}  // namespace ldfi::drive
