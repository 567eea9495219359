// The virtual time of a node that does not know that its time is virtual. It consists of a page of memory
// and a bell (a FIFO). The clock library in the node's processes reads both (worker/clock). Times are
// nanoseconds from the start of an execution.
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

  /// `folder` is empty, and only this clock uses it; the node sees it at the path `seen`. Throws
  /// EnvironmentError.
  Clock(const std::string& folder, const std::string& seen, std::uint64_t seed);
  ~Clock();
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  /// Return the environment variables (NAME=VALUE) that make a process load the clock library, and that
  /// name the folder of its clock.
  static std::string preload(const std::string& library);
  static std::string variable(const std::string& folder);

  /// True if this process has mapped this clock's page.
  [[nodiscard]] bool is_of(pid_t process) const;
  [[nodiscard]] std::int64_t now() const;
  /// True if the node has truncated the file of its page.
  [[nodiscard]] bool is_damaged() const;
  /// Sets the time, which never decreases. A node with one thread may advance to `lease` by itself.
  void set(std::int64_t now, std::int64_t lease);
  /// Stops the node from advancing its time by itself. Called before its output is read: what it does
  /// from now on does not follow from its sleep.
  void end_lease();
  /// Returns the earliest time that a thread waits for, or nullopt if none waits.
  [[nodiscard]] std::optional<std::int64_t> deadline() const;
  /// Wakes the thread whose time has come; of several, the one that has waited longest. Wakes a thread
  /// again if it has not reacted yet. Returns false if the time of no thread has come.
  bool release();
  /// Removes sleepers that are no longer threads of the node, because they were killed.
  void forget_all_but(const std::set<int>& threads);

 private:
  std::string file_;
  ldfi_page* page_ = nullptr;
  Descriptor bell_;
};

}  // namespace ldfi::drive
