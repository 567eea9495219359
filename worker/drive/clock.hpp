// The virtual time of a node that is an ordinary program. It consists of a page of memory and a bell (a
// FIFO), which the clock library in the node's processes reads (worker/clock). Times are nanoseconds since
// the start of an execution.
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

  /// Makes the page and the bell in `folder`, which must be empty and used by nothing else. The node sees
  /// this folder at the path `seen`. Throws EnvironmentError.
  Clock(const std::string& folder, const std::string& seen, std::uint64_t seed);
  ~Clock();
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  /// Return environment variables (NAME=VALUE): the first makes a process load the clock library, and the
  /// second names the folder of its clock.
  static std::string preload(const std::string& library);
  static std::string variable(const std::string& folder);

  /// Returns true if this process has mapped this clock's page.
  [[nodiscard]] bool is_of(pid_t process) const;
  [[nodiscard]] std::int64_t now() const;
  /// Returns true if the node has truncated the file of its page.
  [[nodiscard]] bool is_damaged() const;
  /// Sets the time, which never decreases. A node with one thread may then advance the time up to `lease` by
  /// itself.
  void set(std::int64_t now, std::int64_t lease);
  /// Ends the permission of the node to advance its time. Called before its output is read, because what the
  /// node does from now on may depend on an answer.
  void end_lease();
  /// Returns the earliest time that a thread waits for, or nullopt if none waits.
  [[nodiscard]] std::optional<std::int64_t> deadline() const;
  /// Wakes a thread whose time has come. If there are several, wakes the one that has waited longest. Wakes a
  /// thread again if it has not reacted yet. Returns false if there is none.
  bool release();
  /// Removes the entries of threads that are not in `threads`, because they were killed.
  void forget_all_but(const std::set<int>& threads);

 private:
  std::string file_;
  ldfi_page* page_ = nullptr;
  Descriptor bell_;
};

}  // namespace ldfi::drive
